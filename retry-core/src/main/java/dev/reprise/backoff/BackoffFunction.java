package dev.reprise.backoff;

import java.time.Duration;

/**
 * Pauses of the caller's own making, for {@link Backoff#custom(BackoffFunction)}. The function is shared by all calls
 * under a policy: it must be safe for use by several threads, keep no state of a single call, and not block.
 */
@FunctionalInterface
public interface BackoffFunction {

    /**
     * The pause before a retry, without jitter.
     *
     * @param retry which retry, from 1; the first attempt is not a retry
     * @return how long to pause, zero or longer
     */
    Duration delay(int retry);
}
