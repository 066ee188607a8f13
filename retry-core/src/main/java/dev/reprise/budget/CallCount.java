package dev.reprise.budget;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the calls of a sliding window. All calls ever go into one striped counter; marks tell what it stood at when each
 * of the last slices of time began. A call is counted for at most the window, and for at least the window less a slice.
 */
final class CallCount {

    /** More slices come closer to a window that slides evenly; fewer cost less memory. At 50 it is 2 % off at most. */
    static final int SLICES = 50;

    /** What the counter stood at when a slice of time began. */
    private record Mark(long nanos, long before) {}

    private static final AtomicReferenceFieldUpdater<CallCount, Mark[]> MARKS =
            AtomicReferenceFieldUpdater.newUpdater(CallCount.class, Mark[].class, "marks");

    private final long windowNanos;
    private final long sliceNanos;
    private final LongAdder total = new LongAdder();

    /** Oldest first, never empty. */
    private volatile Mark[] marks;

    CallCount(long windowNanos, long nowNanos) {
        this.windowNanos = windowNanos;
        sliceNanos = windowNanos / SLICES;
        marks = new Mark[] {new Mark(nowNanos, 0)};
    }

    void add(long nowNanos) {
        Mark[] seen = marks;
        if (nowNanos - seen[seen.length - 1].nanos >= sliceNanos) {
            beginSlice(seen, nowNanos);
        }
        total.increment();
    }

    private void beginSlice(Mark[] seen, long nowNanos) {
        int firstLive = firstLive(seen, nowNanos);
        Mark[] next = Arrays.copyOfRange(seen, firstLive, seen.length + 1);
        next[next.length - 1] = new Mark(nowNanos, total.sum());
        // Whoever loses this race finds the slice begun by somebody else, which is as good.
        MARKS.compareAndSet(this, seen, next);
    }

    long inWindow(long nowNanos) {
        Mark[] seen = marks;
        int firstLive = firstLive(seen, nowNanos);
        return firstLive == seen.length ? 0 : total.sum() - seen[firstLive].before;
    }

    private int firstLive(Mark[] seen, long nowNanos) {
        int index = 0;
        while (index < seen.length && nowNanos - seen[index].nanos >= windowNanos) {
            index++;
        }
        return index;
    }
}
