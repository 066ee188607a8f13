package dev.reprise.outcome;

/**
 * What a driver watched during one attempt. The type and message of an exception prove nothing; only this does.
 *
 * @param watched whether the attempt could be watched at all; what was not watched counts as unknown
 * @param exchanges how many times the request may have started to leave, hidden sends included; 0 or more
 * @param bodyBegun whether a byte of the request body may have been taken
 * @param answerBegun whether anything of an answer arrived, an interim answer included
 * @param refusedByPeer whether the peer itself said that it did not process the request (RFC 9113 §8.7, §6.8)
 * @param staleConnection whether the connection was found dead before the first byte was written
 * @param reusedConnection whether the last exchange went over a connection that had served another one before
 * @param cancelled whether the caller cancelled the call while the attempt ran
 */
public record Evidence(
        boolean watched,
        int exchanges,
        boolean bodyBegun,
        boolean answerBegun,
        boolean refusedByPeer,
        boolean staleConnection,
        boolean reusedConnection,
        boolean cancelled) {

    /** Nothing was watched, so everything may have happened. */
    public static final Evidence UNWATCHED = new Evidence(false, 0, true, false, false, false, false, false);

    /** The attempt was watched and no byte of the request left. */
    public static final Evidence NOTHING_SENT = new Evidence(true, 0, false, false, false, false, false, false);

    /** The attempt was watched, and the peer itself said that it did not process the only send (RFC 9113 §8.7). */
    public static final Evidence REFUSED_BY_PEER = new Evidence(true, 1, true, false, true, false, false, false);

    /** The attempt was watched, the request may have left once, and no answer came. */
    public static final Evidence SENT = new Evidence(true, 1, true, false, false, false, false, false);

    /**
     * Checks the components.
     *
     * @param watched whether the attempt could be watched at all
     * @param exchanges how many times the request may have started to leave, hidden sends included
     * @param bodyBegun whether a byte of the request body may have been taken
     * @param answerBegun whether anything of an answer arrived, an interim answer included
     * @param refusedByPeer whether the peer itself said that it did not process the request (RFC 9113 §8.7, §6.8)
     * @param staleConnection whether the connection was found dead before the first byte was written
     * @param reusedConnection whether the last exchange went over a connection that had served another one before
     * @param cancelled whether the caller cancelled the call while the attempt ran
     * @throws IllegalArgumentException if {@code exchanges} is negative
     */
    public Evidence {
        if (exchanges < 0) {
            throw new IllegalArgumentException("exchanges must not be negative, but is " + exchanges);
        }
    }

    /**
     * What this evidence alone says of a failed attempt: {@link Effect#NOT_APPLIED} if it proves that no byte left or that
     * the peer refused the only send before it answered anything, else {@link Effect#UNKNOWN}.
     *
     * @return the effect, never {@link Effect#APPLIED}
     */
    public Effect effect() {
        if (!watched) {
            return Effect.UNKNOWN;
        }
        if (exchanges == 0) {
            return Effect.NOT_APPLIED;
        }
        // A refusal speaks for one stream; an earlier send of the same attempt is not taken back by it.
        return refusedByPeer && exchanges == 1 && !answerBegun ? Effect.NOT_APPLIED : Effect.UNKNOWN;
    }
}
