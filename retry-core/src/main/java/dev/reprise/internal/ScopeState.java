package dev.reprise.internal;

import dev.reprise.breaker.CircuitBreaker;
import dev.reprise.budget.RetryBudget;
import org.jspecify.annotations.Nullable;

/**
 * The live state of one scope, which all its calls share.
 *
 * @param budget what retries draw on
 * @param doubtBudget what resends and queries that resolve doubt draw on, so that plain retries cannot use it up
 * @param breaker the circuit breaker, or null if the policy has none
 */
record ScopeState(RetryBudget budget, RetryBudget doubtBudget, @Nullable CircuitBreaker breaker) {}
