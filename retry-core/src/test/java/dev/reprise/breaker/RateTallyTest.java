package dev.reprise.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RateTallyTest {

    static IntStream seeds() {
        return IntStream.range(0, 50);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theCountsAreThoseOfTheLastCallsAndAFailureThatReachesTheRateTells(int seed) {
        Random random = new Random(seed);
        int length = 1 + random.nextInt(20);
        Trip.Rate trip = new Trip.Rate(1 + random.nextInt(1_000_000), length, 1 + random.nextInt(length));
        RateTally tally = new RateTally(trip);
        Deque<Integer> last = new ArrayDeque<>();
        double successes = random.nextDouble();

        for (int step = 0; step < 500; step++) {
            int result = random.nextDouble() < successes ? 0 : 1 + random.nextInt(2);
            last.add(result);
            if (last.size() > length) {
                last.remove();
            }
            int failures = (int) last.stream().filter(r -> r > 0).count();
            boolean reached = last.size() >= trip.minimumCalls()
                    && failures * 1_000_000L >= (long) trip.perMillion() * last.size();

            if (result == 0) {
                tally.success();
            } else {
                Counts told = tally.failure(result == 2 ? Permit.Kind.UNKNOWN : Permit.Kind.FAILED, "failure " + step);
                assertThat(told != null).as("opens in step %d", step).isEqualTo(reached);
                assertThat(tally.counts().lastFailure()).isEqualTo("failure " + step);
            }

            assertThat(tally.counts().calls()).isEqualTo(last.size());
            assertThat(tally.counts().failures()).isEqualTo(failures);
            assertThat(tally.counts().unknowns())
                    .isEqualTo((int) last.stream().filter(r -> r == 2).count());
        }
    }
}
