/**
 * The moment by which a whole operation has to end. A {@link dev.reprise.deadline.Deadline} is fixed once and then only
 * asked what is left, so connecting, sending, waiting, pausing and retrying all draw on the same time. It can be
 * bound to a thread, so that everything called inside, whoever wrote it, keeps to the earliest deadline around it.
 */
@NullMarked
package dev.reprise.deadline;

import org.jspecify.annotations.NullMarked;
