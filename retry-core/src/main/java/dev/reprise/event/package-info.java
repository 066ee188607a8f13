/**
 * What can be heard of a call while it runs: one {@link dev.reprise.event.RetryListener listener} interface, its events, and
 * logging over SLF4J as one of the listeners. No event holds a key, a credential, a query string, or a body.
 */
@NullMarked
package dev.reprise.event;

import org.jspecify.annotations.NullMarked;
