/**
 * Reprise: a client-side retry library in which a timeout is not a failure but an unknown outcome.
 *
 * <p>A {@link dev.reprise.RetryPolicy} holds the settings, a {@link dev.reprise.Retrier} runs calls by it, and an {@link
 * dev.reprise.Outcome} tells what a call learned.
 */
@NullMarked
package dev.reprise;

import org.jspecify.annotations.NullMarked;
