package dev.reprise.internal;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Daemon threads for stores and queries, which may hang: a caller can then give up at its deadline and leave the thread
 * behind. Their number is bounded; past it, work is refused rather than queued behind work that hangs.
 */
public final class SideThreads {

    private static final int MOST = 128;
    private static final long IDLE_SECONDS = 10;
    private static final ThreadPoolExecutor POOL = new ThreadPoolExecutor(
            0, MOST, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), new DaemonThreads("reprise-side"));

    private SideThreads() {}

    /**
     * Runs work that may hang.
     *
     * @param work what to do
     * @param <T> the result
     * @return a future whose cancelling interrupts the work
     */
    public static <T> CompletableFuture<T> supply(Callable<T> work) {
        Supplied<T> result = new Supplied<>();
        try {
            result.running = POOL.submit(() -> {
                try {
                    result.complete(work.call());
                } catch (Throwable failure) {
                    result.completeExceptionally(failure);
                }
            });
        } catch (RejectedExecutionException full) {
            result.completeExceptionally(new RejectedExecutionException(
                    "more than " + MOST + " stores or status queries are hanging", full));
        }
        return result;
    }

    private static final class Supplied<T> extends CompletableFuture<T> {
        private volatile Future<?> running = CompletableFuture.completedFuture(null);

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            running.cancel(mayInterruptIfRunning);
            return super.cancel(mayInterruptIfRunning);
        }
    }
}
