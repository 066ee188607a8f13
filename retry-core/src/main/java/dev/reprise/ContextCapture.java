package dev.reprise;

/**
 * Carries what an application binds to threads, such as the MDC of a logger, a tenant, or a trace, into the parts of an
 * asynchronous call that run on other threads. With Micrometer's context propagation, for example, it is
 *
 * <pre>{@code
 * ContextCapture capture = () -> snapshots.captureAll()::setThreadLocals;
 * }</pre>
 *
 * <p>Without one nothing is carried, save {@link dev.reprise.deadline.Deadline#current()}. Implementations must be safe for use
 * by many threads. What any of the methods throws is logged, and the call goes on without the context.
 */
@FunctionalInterface
public interface ContextCapture {

    /**
     * Takes the context of the calling thread. Called once per asynchronous call, on the thread that makes it, before the first
     * attempt.
     *
     * @return what was taken
     */
    Snapshot capture();

    /** The context of one call. It is opened many times, on any thread, by one thread at a time except around stores and queries. */
    @FunctionalInterface
    interface Snapshot {

        /**
         * Binds the context to the calling thread. It is closed again on the same thread, and must then leave the thread as it was
         * before.
         *
         * @return ends the binding
         */
        AutoCloseable open();
    }
}
