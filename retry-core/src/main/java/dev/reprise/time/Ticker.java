package dev.reprise.time;

/**
 * A monotonic clock. It has no zero: a reading may be any {@code long}, negative ones included, and may wrap from
 * {@link Long#MAX_VALUE} to {@link Long#MIN_VALUE}. Only the difference of two readings means something, so compare
 * {@code b - a < 0}, never {@code b < a}.
 *
 * <p>Implementations must be safe for use by several threads.
 */
@FunctionalInterface
public interface Ticker {

    /**
     * Reads the clock.
     *
     * @return nanoseconds since some fixed but arbitrary moment
     */
    long nanos();

    /**
     * The clock of the virtual machine.
     *
     * @return a ticker that reads {@link System#nanoTime()}
     */
    static Ticker system() {
        return System::nanoTime;
    }
}
