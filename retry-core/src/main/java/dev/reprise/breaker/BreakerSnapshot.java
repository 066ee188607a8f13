package dev.reprise.breaker;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a breaker looked like at one moment. While it is closed the numbers are those that decide: results since the last
 * success, or the last results of a failure rate. While it is open or half-open they are those that opened it, and one more
 * for each failed probe.
 *
 * @param state the state
 * @param calls how many results were counted, neutral ones left out
 * @param failures how many of the calls failed, unknown outcomes included
 * @param unknowns how many of the failures were unknown outcomes
 * @param lastFailure the latest counted failure in words, or null if there was none
 * @param untilHalfOpen how long calls are refused from now on; zero unless open
 */
public record BreakerSnapshot(
        CircuitBreaker.State state,
        int calls,
        int failures,
        int unknowns,
        @Nullable String lastFailure,
        Duration untilHalfOpen) {}
