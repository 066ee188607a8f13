package dev.reprise;

import dev.reprise.internal.LiveRetrier;
import dev.reprise.outcome.Repeatability;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A policy together with its live state. It runs any call on the calling thread, and adapters wrap clients with it. Safe for
 * use by many threads; share one wherever the same state shall count. Made by {@link #of} and not to be implemented by anything
 * else.
 */
public interface Retrier {

    /**
     * A retrier with live state of its own.
     *
     * @param policy the settings
     * @return the retrier
     */
    static Retrier of(RetryPolicy policy) {
        return new LiveRetrier(policy);
    }

    /**
     * The settings.
     *
     * @return the policy
     */
    RetryPolicy policy();

    /**
     * Runs an operation, again where the policy and the operation's repeatability allow it. The calling thread does the work and
     * the waiting. A deadline cannot stop an operation that ignores {@link Attempt#timeRemaining()}; it is inherited by calls
     * inside through {@link dev.reprise.deadline.Deadline#current()}.
     *
     * <p>If the last attempt returned a result, that is returned, whatever it was. If it threw, the operation's own exception is
     * thrown, earlier ones suppressed in it, with one exception: where the effect is unknown and the operation is not
     * idempotent, {@link UnknownOutcomeException} is thrown with the operation's exception as its cause.
     *
     * @param spec what must be known of the call
     * @param operation what to do
     * @param <T> the result
     * @param <X> what the operation may throw
     * @return the operation's result
     * @throws X what the operation threw last
     * @throws UnknownOutcomeException if nothing can tell whether the operation was applied
     * @throws ResultLostException if it was applied and its result is lost
     * @throws ActionSettledException if the business action was settled before
     * @throws CallRefusedException if nothing was done, since it would have been wrong
     * @throws java.io.InterruptedIOException if the thread was interrupted; its interrupt flag is set
     */
    <T extends @Nullable Object, X extends Exception> T call(CallSpec<T> spec, Operation<T, X> operation)
            throws X, IOException;

    /**
     * Runs an operation that needs no more than a repeatability.
     *
     * @param repeatability whether the operation may be repeated when its effect is unknown
     * @param operation what to do
     * @param <T> the result
     * @param <X> what the operation may throw
     * @return the operation's result
     * @throws X what the operation threw last
     * @throws IOException as {@link #call(CallSpec, Operation)} does
     */
    default <T extends @Nullable Object, X extends Exception> T call(
            Repeatability repeatability, Operation<T, X> operation) throws X, IOException {
        return call(CallSpec.of(repeatability), operation);
    }
}
