package dev.reprise.backoff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.time.RandomSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class C31_JitterSpreadsClientsTest {

    private static final int CLIENTS = 1_000;
    private static final long BUCKET = Duration.ofMillis(50).toNanos();

    private static Backoff configured() {
        return Backoff.exponential(Duration.ofMillis(100), Duration.ofSeconds(20));
    }

    @Test
    void fullJitterLeavesNoCrowdedBucket() {
        List<Long> fifth = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
            fifth.add(Delays.ofCall(configured().fullJitter(), 5, RandomSource.system())
                    .get(4));
        }

        assertThat(fifth)
                .allMatch(
                        delay -> delay >= 0 && delay <= Duration.ofMillis(1_600).toNanos());
        assertThat(fullestBucket(fifth)).isLessThanOrEqualTo(CLIENTS / 10);
    }

    @Test
    void noTwoClientsShareAWholeSequence() {
        Set<List<Long>> sequences = new HashSet<>();
        for (int client = 0; client < CLIENTS; client++) {
            sequences.add(Delays.ofCall(configured().fullJitter(), 5, RandomSource.system()));
        }

        assertThat(sequences).hasSize(CLIENTS);
    }

    static List<Backoff> jittered() {
        return List.of(
                configured().fullJitter(),
                configured().equalJitter(),
                configured().decorrelatedJitter(),
                configured().additiveJitter(Duration.ofSeconds(2)));
    }

    @ParameterizedTest
    @MethodSource("jittered")
    void clientsThatHaveReachedTheCapStillDoNotReturnTogether(Backoff backoff) {
        long cap = Duration.ofSeconds(20).toNanos();
        List<Long> late = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
            late.add(Delays.ofCall(backoff, 40, RandomSource.system()).get(39));
        }

        assertThat(late).allMatch(delay -> delay >= 0 && delay <= cap);
        assertThat(fullestBucket(late)).isLessThanOrEqualTo(CLIENTS / 10);
        assertThat(late).filteredOn(delay -> delay == cap).hasSizeLessThan(5);
    }

    @Test
    void theDefaultHasJitter() {
        assertThat(Backoff.DEFAULT.toString()).contains("full jitter");
        assertThat(Delays.ofCall(Backoff.DEFAULT, 5, RandomSource.system()))
                .isNotEqualTo(Delays.ofCall(Backoff.DEFAULT, 5, RandomSource.system()));
    }

    private static long fullestBucket(List<Long> delays) {
        Map<Long, Long> buckets = delays.stream()
                .map(delay -> delay / BUCKET)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        return buckets.values().stream().mapToLong(Long::longValue).max().orElseThrow();
    }
}
