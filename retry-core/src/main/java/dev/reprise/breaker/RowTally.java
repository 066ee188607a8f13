package dev.reprise.breaker;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/** Counts failures since the last success. */
final class RowTally implements Tally {

    private static final AtomicReferenceFieldUpdater<RowTally, Counts> ROW =
            AtomicReferenceFieldUpdater.newUpdater(RowTally.class, Counts.class, "row");

    private final int limit;
    private volatile Counts row = Counts.NONE;

    RowTally(int limit) {
        this.limit = limit;
    }

    @Override
    public void success() {
        // Read first: of a healthy service every thread reads this and none writes it.
        if (row.failures() > 0) {
            row = Counts.NONE;
        }
    }

    @Override
    public @Nullable Counts failure(Permit.Kind kind, String detail) {
        while (true) {
            Counts before = row;
            Counts after = before.plusFailure(kind, detail);
            if (ROW.compareAndSet(this, before, after)) {
                return after.failures() >= limit ? after : null;
            }
        }
    }

    @Override
    public Counts counts() {
        return row;
    }
}
