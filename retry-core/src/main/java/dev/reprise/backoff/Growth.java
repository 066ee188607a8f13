package dev.reprise.backoff;

import dev.reprise.internal.math.Nanos;
import java.time.Duration;

/** How pauses grow from one retry to the next, before cap and jitter. */
sealed interface Growth {

    /** The pause before this retry; saturates at {@link Long#MAX_VALUE}, never negative. */
    long nanos(int retry);

    /** The shortest pause this can ask for. */
    long baseNanos();

    /** {@code base * factor^times}, at most {@link Long#MAX_VALUE}. Never decreases as {@code times} grows. */
    static long grown(long base, double factor, int times) {
        // In floating point nothing wraps: what is too large becomes infinite and is rounded to Long.MAX_VALUE, and
        // zero times infinity is no number, which is rounded to zero.
        return Math.round(base * Math.pow(factor, times));
    }

    record Fixed(long baseNanos) implements Growth {
        @Override
        public long nanos(int retry) {
            return baseNanos;
        }

        @Override
        public String toString() {
            return baseNanos == 0 ? "no pause" : "fixed " + Nanos.text(baseNanos);
        }
    }

    record Exponential(long baseNanos, double factor) implements Growth {
        @Override
        public long nanos(int retry) {
            return grown(baseNanos, factor, retry - 1);
        }

        @Override
        public String toString() {
            return "exponential from " + Nanos.text(baseNanos) + " by factor " + factor;
        }
    }

    record Custom(BackoffFunction function) implements Growth {
        @Override
        public long nanos(int retry) {
            Duration delay;
            try {
                delay = function.delay(retry);
            } catch (RuntimeException e) {
                throw new IllegalStateException("the custom backoff function failed for retry " + retry, e);
            }
            if (delay == null) {
                throw new IllegalStateException("the custom backoff function returned null for retry " + retry);
            }
            if (delay.isNegative()) {
                throw new IllegalStateException("the custom backoff function returned the negative delay "
                        + Nanos.text(Nanos.saturated(delay)) + " for retry " + retry);
            }
            return Nanos.saturated(delay);
        }

        @Override
        public long baseNanos() {
            return 0;
        }

        @Override
        public String toString() {
            return "custom function";
        }
    }
}
