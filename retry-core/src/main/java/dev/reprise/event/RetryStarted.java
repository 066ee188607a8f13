package dev.reprise.event;

/**
 * The pause is over and the retry starts.
 *
 * @param call the call
 * @param attempt the number of the attempt that starts
 */
public record RetryStarted(CallLabel call, int attempt) {}
