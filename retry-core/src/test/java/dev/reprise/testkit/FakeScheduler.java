package dev.reprise.testkit;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A scheduler on fake time: nothing runs until a test lets it, and then time jumps to whatever is due next. */
public final class FakeScheduler extends AbstractExecutorService implements ScheduledExecutorService {

    private final FakeTime time;
    private final PriorityQueue<Entry> entries =
            new PriorityQueue<>(Comparator.<Entry>comparingLong(e -> e.due).thenComparingLong(e -> e.number));
    private long numbers;
    private boolean shutdown;

    public FakeScheduler(FakeTime time) {
        this.time = time;
    }

    /** How many entries wait. */
    public synchronized int waiting() {
        return entries.size();
    }

    /** Runs what is due, in order, until the condition holds. */
    public void runUntil(BooleanSupplier done) {
        while (!done.getAsBoolean()) {
            Entry next;
            synchronized (this) {
                next = entries.poll();
            }
            if (next == null) {
                throw new AssertionError("nothing is scheduled, and what was waited for has not come");
            }
            long early = next.due - time.elapsed().toNanos();
            if (early > 0) {
                time.pass(Duration.ofNanos(early));
            }
            next.run();
        }
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable work, long delay, TimeUnit unit) {
        Entry entry = new Entry(work, time.elapsed().toNanos() + unit.toNanos(delay));
        add(entry);
        return entry;
    }

    private synchronized void add(Entry entry) {
        if (shutdown) {
            throw new RejectedExecutionException("shut down");
        }
        entry.number = numbers++;
        entries.add(entry);
    }

    @Override
    public void execute(Runnable work) {
        add(new Entry(work, time.elapsed().toNanos()));
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> work, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable work, long first, long period, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable work, long first, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public synchronized void shutdown() {
        shutdown = true;
    }

    @Override
    public synchronized List<Runnable> shutdownNow() {
        shutdown = true;
        List<Runnable> left = List.copyOf(entries);
        entries.clear();
        return left;
    }

    @Override
    public synchronized boolean isShutdown() {
        return shutdown;
    }

    @Override
    public boolean isTerminated() {
        return isShutdown();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return isShutdown();
    }

    private final class Entry extends FutureTask<Void> implements ScheduledFuture<Void> {
        private final long due;
        private long number;

        Entry(Runnable work, long due) {
            super(work, null);
            this.due = due;
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean cancelled = super.cancel(mayInterruptIfRunning);
            synchronized (FakeScheduler.this) {
                entries.remove(this);
            }
            return cancelled;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - time.elapsed().toNanos(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }
}
