package dev.reprise.breaker;

import org.jspecify.annotations.Nullable;

/** Counts the results of a closed breaker. Safe for use by several threads, without a lock. */
sealed interface Tally permits RowTally, RateTally {

    void success();

    /** Counts a failure; gives the counts it led to if they open the breaker, else null. */
    @Nullable
    Counts failure(Permit.Kind kind, String detail);

    Counts counts();
}
