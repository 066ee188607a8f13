/**
 * What retries do to the services behind them: a budget and a circuit breaker that spare a service which is down, and services in a row
 * that share one deadline and agree that only one of them retries.
 */
@NullMarked
package dev.reprise.examples.layers;

import org.jspecify.annotations.NullMarked;
