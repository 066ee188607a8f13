/**
 * When to stop calling a service that fails. A {@link dev.reprise.breaker.CircuitBreaker} watches the attempts of one scope,
 * refuses them for a while once too many have failed, and then lets a few probes find out whether the service is back.
 */
@NullMarked
package dev.reprise.breaker;

import org.jspecify.annotations.NullMarked;
