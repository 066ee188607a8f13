package dev.reprise.suite;

/** One way to call one wrapped client. */
@FunctionalInterface
public interface Port {

    /**
     * Makes a call and reads the whole answer.
     *
     * @param call the request
     * @return how it ended; nothing is thrown
     */
    Result send(Call call);
}
