package dev.reprise.internal;

import dev.reprise.RetryPolicy;
import dev.reprise.internal.math.Nanos;
import dev.reprise.time.Ticker;
import java.time.Duration;

/**
 * The time of one logical call. The hard limit also cuts a running attempt; the soft one, which is never later, only forbids
 * further attempts. Everything is measured from the call's start, so that any ticker value will do.
 */
final class TimeLimit {

    private static final long NONE = Long.MAX_VALUE;

    private final Ticker ticker;
    private final long startedAt;
    private final long hard;
    private final long soft;
    private final long attempt;
    private final long useful;

    TimeLimit(RetryPolicy policy, CallFacts facts) {
        ticker = policy.ticker();
        startedAt = ticker.nanos();
        long deadline = Nanos.saturated(policy.deadline());
        // After a crash the record of a bound call must read as ended at a known time, so its deadline always cuts.
        boolean cuts = policy.deadlineCutsAttempts() || facts.send() != null;
        hard = Math.min(facts.limitNanos(), cuts ? deadline : NONE);
        soft = Math.min(hard, deadline);
        attempt = attemptLimit(policy, facts);
        useful = usefulAttempt(Nanos.saturated(policy.minimumUsefulAttempt()), soft);
    }

    /** Who sets less time for a whole call than an attempt is said to need means that an attempt needs less. */
    private static long usefulAttempt(long useful, long whole) {
        return whole > useful ? useful : Math.max(0, whole / 2);
    }

    private static long attemptLimit(RetryPolicy policy, CallFacts facts) {
        Duration timeout = policy.attemptTimeout();
        if (timeout != null) {
            return Nanos.saturated(timeout);
        }
        return facts.send() == null || facts.transportLimited()
                ? NONE
                : Nanos.saturated(RetryPolicy.DEFAULT_BOUND_ATTEMPT_TIMEOUT);
    }

    long now() {
        return ticker.nanos();
    }

    long elapsed() {
        return ticker.nanos() - startedAt;
    }

    long hardLeft(long now) {
        return left(hard, now);
    }

    long softLeft(long now) {
        return left(soft, now);
    }

    private long left(long limit, long now) {
        return limit == NONE ? NONE : limit - (now - startedAt);
    }

    /** How long an attempt that starts now may take. */
    long attemptNanos(long now) {
        return Math.min(attempt, hardLeft(now));
    }

    /** Whether an attempt that starts after this pause would start before the deadline and have a useful time left. */
    boolean allowsAfter(long pause, long now) {
        long left = softLeft(now);
        return pause < left && pause <= left - useful;
    }

    /** The longest pause that {@link #allowsAfter} allows; negative if none is. */
    long longestPause(long now) {
        return Math.min(softLeft(now) - 1, softLeft(now) - useful);
    }
}
