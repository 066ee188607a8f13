package dev.reprise.event;

/**
 * Hears what happens during calls. Every method has an empty default. Methods run on the thread that drives the call and
 * must neither block nor call back into it; what they throw is logged at debug level and otherwise ignored. Implementations
 * must be safe for use by many threads.
 */
public interface RetryListener {

    /**
     * Whether this listener wants to hear of single attempts, retries and queries now. If no listener does, their events are
     * not built.
     *
     * @return true by default
     */
    default boolean wantsAttempts() {
        return true;
    }

    /**
     * An attempt is about to start, or its request goes out again at once and free of charge: {@link AttemptStarted#resend()}.
     *
     * @param event the event
     */
    default void attemptStarted(AttemptStarted event) {}

    /**
     * An attempt has ended.
     *
     * @param event the event
     */
    default void attemptFinished(AttemptFinished event) {}

    /**
     * A retry was decided on.
     *
     * @param event the event
     */
    default void retryScheduled(RetryScheduled event) {}

    /**
     * A pause is over and its retry starts. A scheduled retry that does not start has no such event.
     *
     * @param event the event
     */
    default void retryStarted(RetryStarted event) {}

    /**
     * A status query is asked.
     *
     * @param event the event
     */
    default void queryAsked(QueryAsked event) {}

    /**
     * A status query was answered.
     *
     * @param event the event
     */
    default void queryAnswered(QueryAnswered event) {}

    /**
     * A circuit breaker has changed its state.
     *
     * @param event the event
     */
    default void breakerChanged(BreakerChanged event) {}

    /**
     * A call has ended, for whatever reason. This is also where refusals of the budget and of the circuit breaker are heard of.
     *
     * @param event the event
     */
    default void ended(CallEnded event) {}
}
