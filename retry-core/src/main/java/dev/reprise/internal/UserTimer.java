package dev.reprise.internal;

import dev.reprise.internal.math.Nanos;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a user's scheduler. A scheduler that is shut down forgets its entries, and no call may wait for ever because of it, so
 * the library's own timer looks after the entry some time after it was due.
 */
final class UserTimer extends CompletableFuture<@Nullable Void> {

    private static final long LOOK_AFTER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ScheduledExecutorService scheduler;
    private final ScheduledFuture<?> entry;
    private final Runnable lost;
    private volatile @Nullable Future<?> look;

    private UserTimer(ScheduledExecutorService scheduler, ScheduledFuture<?> entry, Runnable lost) {
        this.scheduler = scheduler;
        this.entry = entry;
        this.lost = lost;
    }

    /**
     * Runs something later.
     *
     * @param scheduler the user's scheduler
     * @param nanos from now, in nanoseconds
     * @param elapsed runs on the scheduler
     * @param lost runs on the library's timer thread if the scheduler has dropped the entry
     * @return cancelling it cancels the entry
     */
    static Future<?> after(ScheduledExecutorService scheduler, long nanos, Runnable elapsed, Runnable lost) {
        UserTimer timer = new UserTimer(scheduler, scheduler.schedule(elapsed, nanos, TimeUnit.NANOSECONDS), lost);
        timer.lookAfter(nanos);
        return timer;
    }

    private void lookAfter(long nanos) {
        Future<?> next = Timers.after(Nanos.saturatedAdd(nanos, LOOK_AFTER_NANOS), this::look);
        look = next;
        if (isDone()) {
            next.cancel(false);
        }
    }

    private void look() {
        if (scheduler.isShutdown() || entry.isDone()) {
            lost.run();
        } else if (!isDone()) {
            lookAfter(0);
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        entry.cancel(false);
        Future<?> waiting = look;
        if (waiting != null) {
            waiting.cancel(false);
        }
        return cancelled;
    }
}
