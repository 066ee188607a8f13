package dev.reprise.internal.math;

import java.time.Duration;

/** Arithmetic on nanoseconds that stops at the ends of {@code long} instead of throwing or wrapping. */
public final class Nanos {

    private static final long PER_MILLI = 1_000_000L;
    private static final long PER_SECOND = 1_000_000_000L;
    private static final long PER_HOUR = 3_600 * PER_SECOND;

    private Nanos() {}

    /**
     * The length of a duration. {@link Duration#toNanos()} throws beyond about 292 years; this stops there.
     *
     * @param duration any duration, negative ones included
     * @return its nanoseconds, or {@link Long#MAX_VALUE} or {@link Long#MIN_VALUE} where they do not fit
     */
    public static long saturated(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException tooLong) {
            return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    /**
     * The sum of two lengths.
     *
     * @param a nanoseconds, any sign
     * @param b nanoseconds, any sign
     * @return their sum, or the end of {@code long} that it would have passed
     */
    public static long saturatedAdd(long a, long b) {
        long sum = a + b;
        boolean overflown = ((a ^ sum) & (b ^ sum)) < 0;
        if (!overflown) {
            return sum;
        }
        return a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    /**
     * A length for people, in the largest unit that shows it exactly: {@code 24 h}, {@code 5 s}, {@code 1500 ms}.
     *
     * @param nanos nanoseconds, any sign
     * @return the number and its unit
     */
    public static String text(long nanos) {
        if (nanos == 0) {
            return "0 s";
        }
        if (nanos % PER_HOUR == 0) {
            return nanos / PER_HOUR + " h";
        }
        if (nanos % PER_SECOND == 0) {
            return nanos / PER_SECOND + " s";
        }
        if (nanos % PER_MILLI == 0) {
            return nanos / PER_MILLI + " ms";
        }
        return nanos + " ns";
    }
}
