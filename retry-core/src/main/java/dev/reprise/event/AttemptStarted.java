package dev.reprise.event;

/**
 * An attempt is about to start.
 *
 * @param call the call
 * @param attempt the attempt's number in its call, from 1
 * @param send the number of this send among all sends of the business action, or of the call if it is unbound, from 1
 * @param resend whether the request goes out again at once and free of charge, because the transport proved that it was not processed, or
 *     because an idempotent one met a dead connection; it keeps the number of the attempt that it repeats
 * @param timeoutNanos how long the attempt may take, in nanoseconds; {@link Long#MAX_VALUE} if only the transport limits it
 */
public record AttemptStarted(CallLabel call, int attempt, int send, boolean resend, long timeoutNanos) {}
