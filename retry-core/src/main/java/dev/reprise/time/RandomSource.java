package dev.reprise.time;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Where jitter gets its chance from. Not for secrets.
 *
 * <p>Implementations must be safe for use by several threads.
 */
@FunctionalInterface
public interface RandomSource {

    /**
     * Draws a number.
     *
     * @return a value from 0 (inclusive) to 1 (exclusive), evenly distributed
     */
    double nextDouble();

    /**
     * Chance that differs between processes and threads. The default everywhere.
     *
     * @return a source that draws from {@link ThreadLocalRandom}
     */
    static RandomSource system() {
        return () -> ThreadLocalRandom.current().nextDouble();
    }

    /**
     * Chance that repeats: the same seed gives the same numbers in the same order, on every Java version and platform.
     * When several threads draw from one source, each number goes to one of them, in an order that is not defined.
     * Neighbouring seeds give unrelated numbers.
     *
     * @param seed any value
     * @return a new source at the beginning of the seed's sequence
     */
    static RandomSource seeded(long seed) {
        return new SeededRandom(seed);
    }
}
