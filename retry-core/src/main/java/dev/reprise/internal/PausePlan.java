package dev.reprise.internal;

import dev.reprise.RetryPolicy;
import dev.reprise.internal.math.Nanos;
import dev.reprise.outcome.Ending;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Plans the pauses of one logical call from the backoff, the server's wish, and the time left. */
final class PausePlan {

    private static final Logger LOG = LoggerFactory.getLogger(PausePlan.class);

    private final RetryPolicy policy;
    private final TimeLimit limit;
    private int retries;
    private long previous;
    private long nanos;
    private @Nullable Throwable problem;

    PausePlan(RetryPolicy policy, TimeLimit limit) {
        this.policy = policy;
        this.limit = limit;
    }

    /** The pause that was planned last, in nanoseconds. */
    long nanos() {
        return nanos;
    }

    /** What a delay function or a random source of the user's own threw, so that no pause could be planned. */
    @Nullable
    Throwable problem() {
        return problem;
    }

    /** Plans the pause before a retry, or says why there cannot be one. */
    @Nullable
    Ending retry(@Nullable Duration wish, long now) {
        return plan(retries + 1, wish, 0, now, true);
    }

    /** Polls and queries are paced by the backoff too, but do not lengthen the pauses of later attempts. */
    @Nullable
    Ending poll(int poll, @Nullable Duration wish, long now) {
        return plan(poll, wish, 0, now, false);
    }

    /**
     * Plans the pause before a query that had better not come too early.
     *
     * @param better how long the pause is at least, unless that much time is not left
     */
    @Nullable
    Ending query(int query, @Nullable Duration wish, long better, long now) {
        return plan(query, wish, better, now, false);
    }

    private @Nullable Ending plan(int number, @Nullable Duration wish, long better, long now, boolean isRetry) {
        try {
            long delay = policy.backoff().delayNanos(number, isRetry ? previous : 0, policy.random());
            if (better > delay && better <= limit.longestPause(now)) {
                delay = better;
            }
            Ending refusal = fit(delay, wish, now);
            if (isRetry && refusal == null) {
                retries = number;
                previous = delay;
            }
            return refusal;
        } catch (Throwable broken) {
            // The attempt's own failure must not be hidden by it; where an answer is the result, the log is all that
            // shows it.
            LOG.warn("No pause could be planned, so the call is not retried: the backoff threw {}", nameOf(broken));
            problem = broken;
            return Ending.PERMANENT;
        }
    }

    private static String nameOf(Throwable broken) {
        Throwable cause = broken.getCause();
        return (cause == null ? broken : cause).getClass().getName();
    }

    private @Nullable Ending fit(long delay, @Nullable Duration wish, long now) {
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
        if (ratio == 0) {
            return 0;
        }
        long most = Math.min((long) (wished * ratio), ceiling - wished);
        return Math.max(
                0, Math.min(most, (long) (wished * ratio * policy.random().nextDouble())));
    }
}
