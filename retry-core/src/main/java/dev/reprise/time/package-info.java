/**
 * The three things of the outside world that a retry depends on: a monotonic clock, a way to wait, and chance. Each is
 * an interface with one method and a {@code system()} implementation, so that tests and simulations can put their own
 * in place and repeat a run exactly.
 */
@NullMarked
package dev.reprise.time;

import org.jspecify.annotations.NullMarked;
