package dev.reprise.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * What an asynchronous call waits for: one thing at a time, ended by whatever comes first, and what comes later is known to be
 * late. It is also where a cancel and the start of an attempt meet, so that one of them comes before the other.
 *
 * <p>The call itself is moved by one thread at a time: by the one that opened the wait, until it parks, then by the one whose
 * {@link #end} or {@link #cancel} says so.
 */
final class Waits {

    /** What ends a wait besides what was waited for. */
    enum Signal {
        /** The time is over. */
        ELAPSED,
        /** The caller cancelled. */
        CANCELLED
    }

    /** What became of something that came. */
    enum Came {
        /** The wait was over before. */
        LATE,
        /** The thread that opened the wait will find it. */
        NOTED,
        /** Whoever brought it moves the call on. */
        MOVES
    }

    /** A cancel waits 1 s for an attempt's start that blocks, against all advice, before it gives up being exact. */
    private static final int START_ROUNDS = 10;

    private static final long START_ROUND_MILLIS = 100;

    private final CompletableFuture<?> future;
    private int number;
    private boolean cancellable;
    private boolean parked;
    private boolean cancelled;
    private @Nullable Thread starting;
    private @Nullable Object came;
    private @Nullable Future<?> timer;

    /**
     * For a call.
     *
     * @param future the caller's future
     */
    Waits(CompletableFuture<?> future) {
        this.future = future;
    }

    /** Opens a wait; everything that belongs to an earlier one is late from now on. */
    int open(boolean endedByCancel) {
        Future<?> old;
        int opened;
        synchronized (this) {
            opened = ++number;
            cancellable = endedByCancel;
            came = null;
            parked = false;
            old = timer;
            timer = null;
        }
        if (old != null) {
            old.cancel(false);
        }
        return opened;
    }

    /** The call has ended and waits for nothing more. */
    void close() {
        open(false);
    }

    /**
     * Begins to start an attempt, unless the call was cancelled. Until {@link #started()}, whoever cancels waits.
     *
     * @return false if it must not start
     */
    synchronized boolean starts() {
        if (cancelled || future.isDone()) {
            return false;
        }
        starting = Thread.currentThread();
        return true;
    }

    synchronized void started() {
        starting = null;
        notifyAll();
    }

    /** Hands over the timer of a wait, which is cancelled when the wait ends. */
    void timed(int wait, Future<?> entry) {
        synchronized (this) {
            if (wait == number && came == null) {
                timer = entry;
                return;
            }
        }
        entry.cancel(false);
    }

    /** Whether what the wait is for has come. */
    synchronized boolean isOver(int wait) {
        return wait != number || came != null;
    }

    /** Something has come that ends a wait. */
    Came end(int wait, Object what) {
        Future<?> old;
        boolean moves;
        synchronized (this) {
            if (wait != number || came != null) {
                return Came.LATE;
            }
            came = what;
            old = timer;
            timer = null;
            moves = parked;
            parked = false;
        }
        if (old != null) {
            old.cancel(false);
        }
        return moves ? Came.MOVES : Came.NOTED;
    }

    /**
     * Leaves the call to whoever ends the wait, unless it is over.
     *
     * @return what has come; null if this thread must not touch the call any more
     */
    @Nullable
    Object park() {
        Object what;
        Future<?> old;
        synchronized (this) {
            if (came == null && cancellable && (cancelled || future.isDone())) {
                came = Signal.CANCELLED;
            }
            if (came == null) {
                parked = true;
                return null;
            }
            what = came;
            old = timer;
            timer = null;
        }
        if (old != null) {
            old.cancel(false);
        }
        return what;
    }

    /** What has come, for the thread that moves the call on because of it. */
    synchronized @Nullable Object take() {
        return came;
    }

    /**
     * The caller has cancelled. When this returns, no attempt starts any more.
     *
     * @return whether the calling thread moves the call on
     */
    boolean cancel() {
        Future<?> old;
        synchronized (this) {
            cancelled = true;
            awaitStart();
            if (!parked || !cancellable) {
                return false;
            }
            parked = false;
            came = Signal.CANCELLED;
            old = timer;
            timer = null;
        }
        if (old != null) {
            old.cancel(false);
        }
        return true;
    }

    private void awaitStart() {
        Thread other = starting;
        if (other == null || other == Thread.currentThread()) {
            return;
        }
        boolean interrupted = false;
        for (int round = 0; starting == other && round < START_ROUNDS; round++) {
            try {
                wait(START_ROUND_MILLIS);
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
