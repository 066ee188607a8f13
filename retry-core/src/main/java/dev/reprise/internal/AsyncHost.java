package dev.reprise.internal;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The transport's side of an {@link AsyncDriver}, which calls it from one thread at a time, though not always from the same one.
 * Only {@link #discard} may come at any time.
 *
 * @param <A> what an attempt brings
 * @param <T> what the caller gets
 */
public interface AsyncHost<A extends @Nullable Object, T extends @Nullable Object> {

    /**
     * Starts one attempt, without blocking. The call's context and the attempt's deadline are bound to the thread meanwhile.
     *
     * @param call the call
     * @return completes when the attempt is over, in whatever way
     * @throws Exception if it cannot be started, which counts as a failed attempt
     */
    CompletionStage<A> attempt(LogicalCall call) throws Exception;

    /**
     * Judges the attempt that has just ended, and keeps what it brought.
     *
     * @param call the call
     * @param answer what the stage completed with; null if it failed
     * @param failure how it failed, without the wrappers of asynchronous code; null if it did not
     * @return what the attempt tells
     */
    Judgement judge(LogicalCall call, @Nullable A answer, @Nullable Throwable failure);

    /**
     * Gives the running attempt up and lets go of what it holds. What its stage still brings goes to {@link #discard}.
     *
     * @param call the call
     * @param timedOut true if its time is over; false if the caller cancelled, which the judgement's evidence then has to say
     * @return what an attempt tells that was given up
     */
    Judgement cancelAttempt(LogicalCall call, boolean timedOut);

    /** Lets go of the transport's means that the last attempt holds (a connection), since a pause follows. */
    void release();

    /**
     * The result, asked for once when the call has ended, unless the caller no longer wants it.
     *
     * @param call the ended call
     * @return what the caller gets
     * @throws Throwable what the caller's future fails with
     */
    T deliver(LogicalCall call) throws Throwable;

    /** Lets go of what the last attempt brought, since the call has ended and its caller no longer wants it. */
    void drop();

    /**
     * Lets go of what came of an attempt after it was given up.
     *
     * @param late what its stage completed with
     */
    void discard(A late);
}
