package dev.reprise.internal;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/** What asynchronous calls wait with and go on on: the user's scheduler, or the library's own timer and threads. */
final class AsyncThreads {

    private static final AsyncThreads LIBRARY = new AsyncThreads(null);

    private final @Nullable ScheduledExecutorService scheduler;

    private AsyncThreads(@Nullable ScheduledExecutorService scheduler) {
        this.scheduler = scheduler;
    }

    static AsyncThreads of(@Nullable ScheduledExecutorService scheduler) {
        return scheduler == null ? LIBRARY : new AsyncThreads(scheduler);
    }

    /**
     * Waits.
     *
     * @param nanos more than zero, in nanoseconds
     * @param elapsed runs on the user's scheduler when the time is over
     * @param onTimer runs in its place, without a scheduler, on the library's timer thread
     * @param lost runs there too, if the scheduler was shut down meanwhile
     * @return cancelling it leaves nothing behind
     * @throws java.util.concurrent.RejectedExecutionException or whatever a user's scheduler throws, if it does not wait
     */
    Future<?> after(long nanos, Runnable elapsed, Runnable onTimer, Runnable lost) {
        return scheduler == null ? Timers.after(nanos, onTimer) : UserTimer.after(scheduler, nanos, elapsed, lost);
    }

    /** The same for a time limit, which a user's scheduler that refuses does not make void. */
    Future<?> limit(long nanos, Runnable elapsed, Runnable onTimer) {
        try {
            return after(nanos, elapsed, onTimer, onTimer);
        } catch (Throwable rejected) {
            return Timers.after(nanos, onTimer);
        }
    }

    /** Runs something soon, if need be on this thread: it is never lost. */
    void execute(Runnable work) {
        try {
            if (scheduler != null && !scheduler.isShutdown()) {
                scheduler.execute(work);
                return;
            }
        } catch (Throwable rejected) {
            // The library's own threads take it.
        }
        try {
            CallThreads.execute(work);
        } catch (Throwable exhausted) {
            work.run();
        }
    }
}
