/**
 * How long to pause before a retry. A {@link dev.reprise.backoff.Backoff} is an immutable description: how pauses grow,
 * what they never exceed, and how chance spreads them so that clients that failed together do not return together.
 */
@NullMarked
package dev.reprise.backoff;

import org.jspecify.annotations.NullMarked;
