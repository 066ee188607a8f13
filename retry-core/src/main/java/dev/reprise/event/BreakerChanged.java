package dev.reprise.event;

import dev.reprise.breaker.CircuitBreaker;

/**
 * A scope's circuit breaker has changed its state.
 *
 * @param policy the policy's name
 * @param scope the breaker's scope, empty for calls without one
 * @param from the state before
 * @param to the state after
 */
public record BreakerChanged(String policy, String scope, CircuitBreaker.State from, CircuitBreaker.State to) {}
