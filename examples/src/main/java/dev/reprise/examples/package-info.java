/**
 * Duplicate charges on real HTTP, seen and then prevented: a payment service with a real database, an unreliable way
 * back to the client, and short scenarios that pay over it, first plainly and then through Reprise.
 *
 * <p>{@link dev.reprise.examples.Scenarios} runs them all.
 */
@NullMarked
package dev.reprise.examples;

import org.jspecify.annotations.NullMarked;
