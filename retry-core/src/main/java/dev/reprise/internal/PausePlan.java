package dev.reprise.internal;

import dev.reprise.RetryPolicy;
import dev.reprise.internal.math.Nanos;
import dev.reprise.outcome.Ending;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Plans the pauses of one logical call from the backoff, the server's wish, and the time left. */
final class PausePlan {

    private final RetryPolicy policy;
    private int retries;
    private long previous;
    private long nanos;

    PausePlan(RetryPolicy policy) {
        this.policy = policy;
    }

    /** The pause that was planned last, in nanoseconds. */
    long nanos() {
        return nanos;
    }

    @Nullable
    Ending planRetry(@Nullable Duration wish, TimeLimit limit, long now) {
        long delay = policy.backoff().delayNanos(retries + 1, previous, policy.random());
        Ending refusal = plan(delay, wish, limit, now);
        if (refusal == null) {
            retries++;
            previous = delay;
        }
        return refusal;
    }

    /** Polls and queries are paced by the backoff too, but do not lengthen the pauses of later attempts. */
    @Nullable
    Ending planPoll(int poll, @Nullable Duration wish, TimeLimit limit, long now) {
        return plan(policy.backoff().delayNanos(poll, 0, policy.random()), wish, limit, now);
    }

    private @Nullable Ending plan(long delay, @Nullable Duration wish, TimeLimit limit, long now) {
        long longest = limit.longestPause(now);
        if (wish != null) {
            long wished = Nanos.saturated(wish);
            long ceiling = Nanos.saturated(policy.retryAfterCeiling());
            // The ceiling is compared with the bare wish: jitter must not push a permitted wait over it.
            if (wished > ceiling || wished > longest) {
                return Ending.RETRY_AFTER_TOO_LONG;
            }
            if (wished >= delay) {
                nanos = Math.min(wished + upwards(wished, ceiling), longest);
                return null;
            }
        }
        nanos = delay;
        return delay > longest ? Ending.DEADLINE : null;
    }

    /** Jitter on top, since the wish is a minimum (RFC 9110 §10.2.3), and none where the wish is to come back at once. */
    private long upwards(long wished, long ceiling) {
        double ratio = policy.retryAfterJitter();
        return ratio == 0
                ? 0
                : Math.min((long) (wished * ratio * policy.random().nextDouble()), ceiling - wished);
    }
}
