package dev.reprise.breaker;

import java.math.BigDecimal;

/** What opens a closed breaker. */
sealed interface Trip {

    /** Begins to count. */
    Tally tally();

    record InARow(int failures) implements Trip {
        @Override
        public Tally tally() {
            return new RowTally(failures);
        }

        @Override
        public String toString() {
            return failures + " failures in a row";
        }
    }

    record Rate(int perMillion, int lastCalls, int minimumCalls) implements Trip {
        @Override
        public Tally tally() {
            return new RateTally(this);
        }

        boolean isReachedBy(Counts counts) {
            // Both products stay far inside long: at most a thousand calls, at most a million parts.
            return counts.calls() >= minimumCalls
                    && counts.failures() * 1_000_000L >= (long) perMillion * counts.calls();
        }

        @Override
        public String toString() {
            String percent =
                    BigDecimal.valueOf(perMillion, 4).stripTrailingZeros().toPlainString();
            return percent + " % failures of the last " + lastCalls + " calls (at least " + minimumCalls + ")";
        }
    }
}
