package dev.reprise.backoff;

import dev.reprise.time.RandomSource;
import java.util.ArrayList;
import java.util.List;

/** The pauses of one logical call, drawn as a driver draws them. */
final class Delays {

    private Delays() {}

    static List<Long> ofCall(Backoff backoff, int retries, RandomSource random) {
        List<Long> delays = new ArrayList<>();
        long previous = 0;
        for (int retry = 1; retry <= retries; retry++) {
            previous = backoff.delayNanos(retry, previous, random);
            delays.add(previous);
        }
        return delays;
    }
}
