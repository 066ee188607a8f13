package dev.reprise.internal;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Daemon threads for what may hang: a caller can then give up at its deadline and leave the thread behind. Their number is
 * bounded; what comes when all are busy waits for one of them, for as long as its caller does, so that many calls at once are
 * served and not refused.
 */
public final class SideThreads {

    /** For stores and status queries. */
    public static final SideThreads WORK = new SideThreads("reprise-side");

    /** For name resolution, whose hanging must not keep a store from being written. */
    public static final SideThreads NAMES = new SideThreads("reprise-names");

    private static final int MOST = 128;
    private static final long IDLE_SECONDS = 10;
    private static final ThreadPoolExecutor PROMPT = new ThreadPoolExecutor(
            0, MOST, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), new DaemonThreads("reprise-prompt"));

    private final ThreadPoolExecutor pool;

    private SideThreads(String name) {
        Waiting waiting = new Waiting();
        pool = new ThreadPoolExecutor(
                0,
                MOST,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                waiting,
                new DaemonThreads(name),
                (work, full) -> waiting.add(work));
    }

    /**
     * Runs work that may hang.
     *
     * @param work what to do
     * @param <T> the result
     * @return a future whose cancelling interrupts the work, or takes it back if it has not begun
     */
    public <T> CompletableFuture<T> supply(Callable<T> work) {
        Supplied<T> result = new Supplied<>();
        result.running = pool.submit(() -> {
            try {
                result.complete(work.call());
            } catch (Throwable failure) {
                result.completeExceptionally(failure);
            }
        });
        return result;
    }

    /**
     * Runs work that must not wait.
     *
     * @param work what to do; should not take long
     * @return false if no thread is free, so that nothing was begun
     */
    public static boolean promptly(Runnable work) {
        try {
            PROMPT.execute(work);
            return true;
        } catch (RejectedExecutionException full) {
            return false;
        }
    }

    /** Offers work only to a thread that waits for it, so that the pool makes another thread before anything has to wait. */
    private static final class Waiting extends LinkedTransferQueue<Runnable> {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean offer(Runnable work) {
            return tryTransfer(work);
        }

        @Override
        public boolean add(Runnable work) {
            return super.offer(work);
        }
    }

    private final class Supplied<T> extends CompletableFuture<T> {
        private volatile Future<?> running = CompletableFuture.completedFuture(null);

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            Future<?> work = running;
            if (work.cancel(mayInterruptIfRunning) && work instanceof Runnable waiting) {
                pool.remove(waiting);
            }
            return super.cancel(mayInterruptIfRunning);
        }
    }
}
