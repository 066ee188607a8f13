package dev.reprise.breaker;

/**
 * The admission of one attempt, to be ended by exactly one of its methods. The first of them counts, all later ones do
 * nothing. What comes after the breaker has changed its state, or after a probe was given up, is ignored as well.
 *
 * <p>None of the methods throws, waits or takes a lock. Safe for use by several threads.
 */
public sealed interface Permit permits CallPermit, ProbePermit {

    /** What a failure tells of the server's side. */
    enum Kind {
        /** The attempt failed, and its outcome is known. */
        FAILED("the attempt failed"),
        /** Nobody can tell what became of the attempt; a timeout, for example. */
        UNKNOWN("the outcome is unknown");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    /** The service did what was asked. */
    void success();

    /**
     * The service is to blame.
     *
     * @param kind whether the outcome is known
     */
    default void failure(Kind kind) {
        failure(kind, kind.words);
    }

    /**
     * The service is to blame.
     *
     * @param kind whether the outcome is known
     * @param detail the failure in a few words, for example {@code HTTP 503}; other callers get to read it, so it must hold
     *     nothing of the request
     */
    void failure(Kind kind, String detail);

    /**
     * The attempt tells nothing about the service: the request was at fault (4xx), the service asked to slow down (429), the
     * caller cancelled, the attempt was never made. Resets nothing and counts for nothing; a probe's place is free again.
     */
    void ignored();
}
