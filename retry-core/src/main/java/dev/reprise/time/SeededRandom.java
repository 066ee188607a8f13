package dev.reprise.time;

import java.util.concurrent.atomic.AtomicLong;

/**
 * SplitMix64. {@link java.util.Random} would not do: its first numbers for the seeds 0, 1, 2, … are nearly the same,
 * and a simulation that numbers its clients would see them in step.
 */
final class SeededRandom implements RandomSource {

    private static final long STEP = 0x9E3779B97F4A7C15L;
    private static final double UNIT_OF_53_BITS = 1.0 / (1L << 53);

    private final AtomicLong state;

    SeededRandom(long seed) {
        state = new AtomicLong(seed);
    }

    @Override
    public double nextDouble() {
        return (mixed(state.addAndGet(STEP)) >>> 11) * UNIT_OF_53_BITS;
    }

    private static long mixed(long value) {
        long bits = value;
        bits = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
        return bits ^ (bits >>> 31);
    }
}
