package dev.reprise.examples.storm;

import dev.reprise.time.RandomSource;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The generator mulberry32, which many simulations in JavaScript use: with the same seed it gives the same numbers there and
 * here, so that figures can be compared.
 */
final class Mulberry32 implements RandomSource {

    private static final int STEP = 0x6D2B79F5;
    private static final double UNIT_OF_32_BITS = 1.0 / (1L << 32);

    private final AtomicInteger state;

    Mulberry32(int seed) {
        state = new AtomicInteger(seed);
    }

    @Override
    public double nextDouble() {
        return nextUnsigned() * UNIT_OF_32_BITS;
    }

    /** Returns the next number as it is before it becomes a fraction: 32 bits, not negative. */
    long nextUnsigned() {
        int seed = state.addAndGet(STEP);
        int bits = (seed ^ (seed >>> 15)) * (seed | 1);
        bits ^= bits + (bits ^ (bits >>> 7)) * (bits | 61);
        return Integer.toUnsignedLong(bits ^ (bits >>> 14));
    }
}
