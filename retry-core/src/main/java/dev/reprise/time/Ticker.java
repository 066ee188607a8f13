package dev.reprise.time;

/**
 * A monotonic source of time. All durations are measured with it, never with the wall clock. Implementations must be safe
 * for use by many threads.
 */
@FunctionalInterface
public interface Ticker {

    /**
     * The current reading. Only differences between two readings of one ticker mean something; a reading may be negative
     * and may wrap around.
     *
     * @return nanoseconds since an arbitrary origin
     */
    long nanos();

    /**
     * The ticker of the running machine.
     *
     * @return a ticker over {@link System#nanoTime()}
     */
    static Ticker system() {
        return System::nanoTime;
    }
}
