package dev.reprise.breaker;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/** Counts failures among the last calls. */
final class RateTally implements Tally {

    private static final byte SUCCESS = 0;
    private static final byte FAILED = 1;
    private static final byte UNKNOWN = 2;

    /** The last results as a ring, {@code next} being the oldest once it is full; an immutable value. */
    private static final class Results {

        final byte[] ring;
        final int next;
        final Counts counts;

        Results(byte[] ring, int next, Counts counts) {
            this.ring = ring;
            this.next = next;
            this.counts = counts;
        }

        /** With one more result; the same object if that makes no difference. */
        Results plus(byte result, @Nullable String detail) {
            boolean full = counts.calls() == ring.length;
            if (full && counts.failures() == 0 && result == SUCCESS) {
                return this;
            }
            byte leaving = full ? ring[next] : SUCCESS;
            byte[] ringAfter = ring.clone();
            ringAfter[next] = result;
            Counts countsAfter = new Counts(
                    full ? ring.length : counts.calls() + 1,
                    counts.failures() + (result == SUCCESS ? 0 : 1) - (leaving == SUCCESS ? 0 : 1),
                    counts.unknowns() + (result == UNKNOWN ? 1 : 0) - (leaving == UNKNOWN ? 1 : 0),
                    detail == null ? counts.lastFailure() : detail);
            return new Results(ringAfter, (next + 1) % ring.length, countsAfter);
        }
    }

    private static final AtomicReferenceFieldUpdater<RateTally, Results> RESULTS =
            AtomicReferenceFieldUpdater.newUpdater(RateTally.class, Results.class, "results");

    private final Trip.Rate trip;
    private volatile Results results;

    RateTally(Trip.Rate trip) {
        this.trip = trip;
        results = new Results(new byte[trip.lastCalls()], 0, Counts.NONE);
    }

    @Override
    public void success() {
        add(SUCCESS, null);
    }

    @Override
    public @Nullable Counts failure(Permit.Kind kind, String detail) {
        Counts counts = add(kind == Permit.Kind.UNKNOWN ? UNKNOWN : FAILED, detail);
        return trip.isReachedBy(counts) ? counts : null;
    }

    private Counts add(byte result, @Nullable String detail) {
        while (true) {
            Results before = results;
            Results after = before.plus(result, detail);
            // A full ring of successes stays as it is: of a healthy service every thread reads it and none writes it.
            if (after == before || RESULTS.compareAndSet(this, before, after)) {
                return after.counts;
            }
        }
    }

    @Override
    public Counts counts() {
        return results.counts;
    }
}
