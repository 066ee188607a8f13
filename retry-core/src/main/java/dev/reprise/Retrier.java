package dev.reprise;

import dev.reprise.internal.LiveRetrier;
import dev.reprise.outcome.Repeatability;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A policy together with its live state. It runs any call, blocking or asynchronous, and adapters wrap clients with it. Safe for
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
        return new LiveRetrier(Objects.requireNonNull(policy, "policy"));
    }

    /**
     * The settings.
     *
     * @return the policy
     */
    RetryPolicy policy();

    /**
     * Another policy on the same live state: its calls draw on the same budgets, meet the same circuit breakers, and are counted
     * with this retrier's, each once. Size of the budgets, circuit breaker and the listeners that hear of the breaker's changes stay those of
     * the policy that the live state was made with; what the other policy says of them has no effect. Its clock may be another one.
     *
     * @param other the settings of the calls
     * @return a retrier that shares this one's live state
     */
    Retrier withPolicy(RetryPolicy other);

    /**
     * The live state by scope: what is left of the budgets, the circuit breakers, and what was counted. At most the 1,000 most
     * recently used scopes are kept; the numbers of an evicted one are gone.
     *
     * @return an unmodifiable copy, sorted by scope
     */
    Map<String, ScopeSnapshot> snapshot();

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

    /**
     * Runs an operation that completes later, again where the policy and the operation's repeatability allow it. No thread is held
     * while it runs or pauses. Results and failures are those of {@link #call(CallSpec, Operation)}; the future fails with the bare
     * exception, so that {@code join} and {@code get} wrap it once.
     *
     * <p>The first attempt starts on the calling thread, and the call goes on on the thread that completes an attempt; after a pause,
     * a time limit, a turn, a store or a query it goes on on {@link RetryPolicy#scheduler()}, or without one on a daemon thread of
     * the library. Classifiers and listeners run there too, and so does what hangs on the future; none of it must block. The deadline of
     * the calling thread and the calls around it hold in all attempts; anything else that is bound to the thread needs {@link
     * RetryPolicy#contextCapture()}.
     *
     * <p>An attempt whose time is over is cancelled and fails with a {@link java.util.concurrent.TimeoutException}. Cancelling the
     * future, or one that was derived from it, cancels the running attempt or the pause, and no attempt starts after {@code cancel}
     * returned; completing the future by hand does the same. A business action that was being sent is then left in doubt.
     *
     * @param spec what must be known of the call
     * @param operation what to start
     * @param <T> the result
     * @return completes with the last attempt's result, or with a failure, in any case
     */
    <T extends @Nullable Object> CompletableFuture<T> callAsync(CallSpec<T> spec, AsyncOperation<T> operation);

    /**
     * Runs an operation that completes later and needs no more than a repeatability.
     *
     * @param repeatability whether the operation may be repeated when its effect is unknown
     * @param operation what to start
     * @param <T> the result
     * @return as {@link #callAsync(CallSpec, AsyncOperation)} does
     */
    default <T extends @Nullable Object> CompletableFuture<T> callAsync(
            Repeatability repeatability, AsyncOperation<T> operation) {
        return callAsync(CallSpec.of(repeatability), operation);
    }
}
