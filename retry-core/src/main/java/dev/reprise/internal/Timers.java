package dev.reprise.internal;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The library's one timer thread. It is a daemon, ends when nothing is scheduled, and must only run what does not block. */
public final class Timers {

    private static final long IDLE_SECONDS = 2;
    private static final ScheduledThreadPoolExecutor TIMER = timer();

    private Timers() {}

    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, new DaemonThreads("reprise-timer"));
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        return timer;
    }

    /**
     * Runs something later.
     *
     * @param nanos from now, in nanoseconds
     * @param work must not block or throw
     * @return cancelling it takes it off the timer at once
     */
    public static Future<?> after(long nanos, Runnable work) {
        return TIMER.schedule(work, nanos, TimeUnit.NANOSECONDS);
    }

    /** How many entries wait. */
    static int waiting() {
        return TIMER.getQueue().size();
    }
}
