package dev.reprise.event;

/**
 * A retry was decided on and waits for its pause to end.
 *
 * @param call the call
 * @param attempt the number of the attempt to come
 * @param pauseNanos the pause in nanoseconds, 0 or more
 */
public record RetryScheduled(CallLabel call, int attempt, long pauseNanos) {}
