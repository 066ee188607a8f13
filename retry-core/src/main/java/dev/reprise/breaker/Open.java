package dev.reprise.breaker;

/**
 * A stay in which every attempt is refused until its time is over.
 *
 * @param counts what was seen since the breaker was last closed
 * @param sinceNanos when it opened
 * @param lengthNanos how long it refuses
 */
record Open(Counts counts, long sinceNanos, long lengthNanos) implements Phase {

    /** Zero or below when the time is over. A ticker that slipped back makes no stay longer. */
    long remainingNanos(long nowNanos) {
        return Math.min(lengthNanos, lengthNanos - (nowNanos - sinceNanos));
    }
}
