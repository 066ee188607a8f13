package dev.reprise.internal;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The daemon threads on which asynchronous calls go on after a pause, a time limit, a turn, a store or a query. What runs here
 * must not block; there are several, so that one call that blocks all the same does not stop the others.
 */
final class CallThreads {

    private static final int MOST = 16;
    private static final long IDLE_SECONDS = 10;
    private static final ThreadPoolExecutor POOL = pool();

    private CallThreads() {}

    private static ThreadPoolExecutor pool() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                MOST,
                MOST,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                new DaemonThreads("reprise-call"));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Runs something soon. It is queued if all threads are busy, and never refused. */
    static void execute(Runnable work) {
        POOL.execute(work);
    }
}
