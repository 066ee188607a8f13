package dev.reprise.suite;

/** One way to call one wrapped client. */
public interface Port {

    /**
     * Makes a call and reads the whole answer.
     *
     * @param call the request
     * @return how it ended; nothing is thrown
     */
    Result send(Call call);

    /**
     * Makes a call as an application does.
     *
     * @param call the request
     * @return the client's own response; its body may still be on its way
     * @throws Exception what the client throws
     */
    Object exchange(Call call) throws Exception;
}
