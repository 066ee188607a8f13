package dev.reprise;

import dev.reprise.breaker.BreakerSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * The live state of one scope at one moment.
 *
 * @param retriesAvailable how many retries the budget would allow now; {@link Long#MAX_VALUE} if it is unlimited
 * @param resolvingAvailable how many resends and queries that resolve doubt would be allowed now
 * @param breaker the circuit breaker, or null if the policy has none
 * @param counts what happened since the scope was first used, or used again after it was evicted
 */
public record ScopeSnapshot(
        long retriesAvailable, long resolvingAvailable, @Nullable BreakerSnapshot breaker, CallCounts counts) {}
