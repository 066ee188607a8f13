package dev.reprise.internal;

import dev.reprise.breaker.CircuitBreaker;
import dev.reprise.budget.RetryBudget;
import dev.reprise.time.Ticker;
import org.jspecify.annotations.Nullable;

/** The live state of one scope, which all its calls share. Two of them are the same only if they are one object. */
final class ScopeState {

    private final Ticker ticker;
    private final RetryBudget budget;
    private final RetryBudget doubtBudget;
    private final @Nullable CircuitBreaker breaker;
    private final ScopeCounters counters;

    ScopeState(Ticker ticker, RetryBudget budget, @Nullable CircuitBreaker breaker, ScopeCounters counters) {
        this.ticker = ticker;
        this.budget = budget;
        this.doubtBudget = budget.twin();
        this.breaker = breaker;
        this.counters = counters;
    }

    /** The clock of the budgets and the breaker. */
    Ticker ticker() {
        return ticker;
    }

    /** What retries draw on. */
    RetryBudget budget() {
        return budget;
    }

    /** What resends and queries that resolve doubt draw on, so that plain retries cannot use it up. */
    RetryBudget doubtBudget() {
        return doubtBudget;
    }

    /** The circuit breaker, or null if the policy has none. */
    @Nullable
    CircuitBreaker breaker() {
        return breaker;
    }

    /** What is counted. */
    ScopeCounters counters() {
        return counters;
    }
}
