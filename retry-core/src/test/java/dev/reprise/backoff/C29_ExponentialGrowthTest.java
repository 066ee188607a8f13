package dev.reprise.backoff;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.time.RandomSource;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class C29_ExponentialGrowthTest {

    private static final RandomSource NO_CHANCE = () -> {
        throw new AssertionError("nothing may be drawn without jitter");
    };

    @ParameterizedTest
    @CsvSource({
        "1, 100",
        "2, 200",
        "3, 400",
        "4, 800",
        "5, 1600",
        "6, 3200",
        "7, 6400",
        "8, 12800",
        "9, 20000",
        "32, 20000",
        "33, 20000",
        "34, 20000",
        "58, 20000",
        "63, 20000",
        "64, 20000",
        "65, 20000",
        "1025, 20000",
        "2147483647, 20000"
    })
    void doublesUpToTheCapAndStaysThere(int retry, long millis) {
        Backoff backoff = Backoff.exponential(Duration.ofMillis(100), Duration.ofSeconds(20));

        assertThat(backoff.delayNanos(retry, 0, NO_CHANCE)).isEqualTo(MILLISECONDS.toNanos(millis));
        assertThat(backoff.longestDelay(retry)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @CsvSource({
        "5000, 1, 5000",
        "5000, 2, 10000",
        "5000, 13, 20480000",
        "5000, 19, 86400000",
        "5000, 20, 86400000",
        "5000, 21, 86400000",
        "2000, 1, 2000",
        "2000, 16, 65536000",
        "2000, 17, 86400000",
        "2000, 33, 86400000",
        "2000, 34, 86400000",
        "2000, 35, 86400000",
        "2000, 2147483647, 86400000",
        "0, 1, 0",
        "0, 1025, 0",
        "0, 2147483647, 0"
    })
    void withoutACapStopsAtTheDocumentedMaximum(long baseMillis, int retry, long millis) {
        Backoff backoff = Backoff.exponential(Duration.ofMillis(baseMillis));

        assertThat(backoff.delayNanos(retry, 0, NO_CHANCE)).isEqualTo(MILLISECONDS.toNanos(millis));
    }

    @ParameterizedTest
    @CsvSource({
        "1.0, 1, 100000000",
        "1.0, 2147483647, 100000000",
        "1.5, 1, 100000000",
        "1.5, 2, 150000000",
        "1.5, 3, 225000000",
        "1.5, 4, 337500000",
        "1.5, 14, 19461950684",
        "1.5, 15, 20000000000",
        "1.5, 2147483647, 20000000000",
        "1.7976931348623157E308, 1, 100000000",
        "1.7976931348623157E308, 2, 20000000000",
        "1.7976931348623157E308, 3, 20000000000"
    })
    void growsByOtherFactors(double factor, int retry, long nanos) {
        Backoff backoff = Backoff.exponential(Duration.ofMillis(100), Duration.ofSeconds(20))
                .factor(factor);

        assertThat(backoff.delayNanos(retry, 0, NO_CHANCE)).isEqualTo(nanos);
    }

    @Test
    void aCapBeyondAnyNanosecondCountIsReachedWithoutWrapping() {
        Backoff endless = Backoff.exponential(Duration.ofSeconds(2), Duration.ofSeconds(Long.MAX_VALUE));

        assertThat(endless.delayNanos(32, 0, NO_CHANCE)).isEqualTo(2_000_000_000L << 31);
        assertThat(endless.delayNanos(34, 0, NO_CHANCE)).isEqualTo(Long.MAX_VALUE);
        assertThat(endless.delayNanos(Integer.MAX_VALUE, 0, NO_CHANCE)).isEqualTo(Long.MAX_VALUE);
    }

    static List<Backoff> growing() {
        Duration base = Duration.ofMillis(100);
        Duration cap = Duration.ofSeconds(20);
        return List.of(
                Backoff.exponential(base, cap),
                Backoff.exponential(base, cap).factor(1.0),
                Backoff.exponential(base, cap).factor(1.0000001),
                Backoff.exponential(base, cap).factor(1.5),
                Backoff.exponential(base),
                Backoff.exponential(Duration.ofNanos(1)).factor(1.1),
                Backoff.exponential(Duration.ofNanos(3), Duration.ofSeconds(Long.MAX_VALUE)),
                Backoff.exponential(Duration.ZERO),
                Backoff.fixed(base),
                Backoff.none());
    }

    @ParameterizedTest
    @MethodSource("growing")
    void neverDecreases(Backoff backoff) {
        long previous = 0;
        for (int retry = 1; retry <= 3_000; retry++) {
            long delay = backoff.delayNanos(retry, previous, NO_CHANCE);
            assertThat(delay).as("retry %s of %s", retry, backoff).isGreaterThanOrEqualTo(previous);
            previous = delay;
        }
        assertThat(backoff.delayNanos(Integer.MAX_VALUE, previous, NO_CHANCE)).isGreaterThanOrEqualTo(previous);
    }

    @Test
    void jitterAddsNoOverflowOfItsOwn() {
        Duration base = Duration.ofMillis(100);
        Duration forever = Duration.ofSeconds(Long.MAX_VALUE);
        List<Backoff> jittered = List.of(
                Backoff.exponential(base, forever).fullJitter(),
                Backoff.exponential(base, forever).equalJitter(),
                Backoff.exponential(base, forever).decorrelatedJitter(),
                Backoff.exponential(base, forever).additiveJitter(forever),
                Backoff.fixed(forever).additiveJitter(forever),
                Backoff.custom(retry -> forever).additiveJitter(Duration.ofMillis(250)));

        for (Backoff backoff : jittered) {
            for (double chance : new double[] {0, 0.5, Math.nextDown(1.0)}) {
                long previous = Long.MAX_VALUE;
                for (int retry : new int[] {1, 2, 34, 58, 63, 64, 65, 1_025, Integer.MAX_VALUE}) {
                    previous = backoff.delayNanos(retry, previous, () -> chance);
                    assertThat(previous).as("retry %s of %s", retry, backoff).isNotNegative();
                }
            }
            assertThat(NANOSECONDS.toDays(
                            backoff.longestDelay(Integer.MAX_VALUE).toNanos()))
                    .as("%s", backoff)
                    .isGreaterThan(100_000);
        }
    }
}
