package dev.reprise.budget;

import java.util.Arrays;

/**
 * The retries reserved in a sliding window; an immutable value. Retries that are close in time share a slice, and all of
 * a slice count until the last of them is older than the window. So a retry counts for at least the window, and for at
 * most the window and a slice.
 */
final class Spent {

    /** Reservations of one stretch of time; {@code id} is never used twice. */
    private record Slice(long id, long firstNanos, long lastNanos, long count) {}

    private final Slice[] slices;
    private final long nextId;
    private final long total;

    private Spent(Slice[] slices, long nextId, long total) {
        this.slices = slices;
        this.nextId = nextId;
        this.total = total;
    }

    static Spent nothing() {
        return new Spent(new Slice[0], 0, 0);
    }

    long total() {
        return total;
    }

    /** The slice that the latest reservation went into. */
    long latestId() {
        return nextId - 1;
    }

    /** Without what is older than the window. */
    Spent at(long nowNanos, long windowNanos) {
        int firstLive = 0;
        long over = 0;
        while (firstLive < slices.length && nowNanos - slices[firstLive].lastNanos >= windowNanos) {
            over += slices[firstLive].count;
            firstLive++;
        }
        return firstLive == 0
                ? this
                : new Spent(Arrays.copyOfRange(slices, firstLive, slices.length), nextId, total - over);
    }

    Spent plusOne(long nowNanos, long sliceNanos) {
        int length = slices.length;
        Slice latest = length == 0 ? null : slices[length - 1];
        if (latest == null || nowNanos - latest.firstNanos >= sliceNanos) {
            Slice[] next = Arrays.copyOf(slices, length + 1);
            next[length] = new Slice(nextId, nowNanos, nowNanos, 1);
            return new Spent(next, nextId + 1, total + 1);
        }
        // Another thread may have read the clock later and got here earlier.
        long last = nowNanos - latest.lastNanos > 0 ? nowNanos : latest.lastNanos;
        Slice[] next = slices.clone();
        next[length - 1] = new Slice(latest.id, latest.firstNanos, last, latest.count + 1);
        return new Spent(next, nextId, total + 1);
    }

    /** With one reservation of that slice taken back; the same object if the slice is counted no more. */
    Spent minusOne(long id) {
        for (int i = slices.length - 1; i >= 0; i--) {
            Slice slice = slices[i];
            if (slice.id == id) {
                Slice[] next = slices.clone();
                next[i] = new Slice(id, slice.firstNanos, slice.lastNanos, slice.count - 1);
                return new Spent(next, nextId, total - 1);
            }
        }
        return this;
    }
}
