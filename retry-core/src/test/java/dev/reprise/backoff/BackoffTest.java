package dev.reprise.backoff;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.time.RandomSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BackoffTest {

    private static final double ALMOST_ONE = Math.nextDown(1.0);

    private static Backoff exponential() {
        return Backoff.exponential(ofMillis(100), ofSeconds(20));
    }

    static List<Backoff> jittered() {
        return List.of(
                exponential().fullJitter(),
                exponential().equalJitter(),
                exponential().decorrelatedJitter(),
                exponential().additiveJitter(ofMillis(250)),
                Backoff.none().fullJitter(),
                Backoff.none().additiveJitter(ofMillis(250)),
                Backoff.fixed(ofMillis(100)).equalJitter(),
                Backoff.fixed(ofMillis(100)).additiveJitter(Duration.ZERO),
                Backoff.exponential(Duration.ZERO).decorrelatedJitter(),
                Backoff.custom(retry -> ofMillis(retry)).fullJitter(),
                Backoff.DEFAULT);
    }

    @Test
    void noneNeverPauses() {
        assertThat(Delays.ofCall(Backoff.none(), 50, () -> 0.5)).containsOnly(0L);
        assertThat(Delays.ofCall(Backoff.none().fullJitter(), 50, () -> ALMOST_ONE))
                .containsOnly(0L);
    }

    @Test
    void fixedPausesTheSameEachTime() {
        assertThat(millis(Backoff.fixed(ofMillis(300)), 4, 0.5)).containsExactly(300L, 300L, 300L, 300L);
    }

    @Test
    void customPausesAsTheFunctionSaysUpToTheCap() {
        Backoff linear = Backoff.custom(retry -> ofMillis(100L * retry));

        assertThat(millis(linear, 4, 0.5)).containsExactly(100L, 200L, 300L, 400L);
        assertThat(millis(linear.cap(ofMillis(250)), 4, 0.5)).containsExactly(100L, 200L, 250L, 250L);
        assertThat(millis(linear.cap(ofMillis(250)).fullJitter(), 4, 0.5)).containsExactly(50L, 100L, 125L, 125L);
        assertThat(Backoff.custom(retry -> ofSeconds(Long.MAX_VALUE)).delayNanos(1, 0, () -> 0.5))
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void fullJitterDrawsFromZeroToTheWholePause() {
        assertThat(millis(exponential().fullJitter(), 4, 0)).containsExactly(0L, 0L, 0L, 0L);
        assertThat(millis(exponential().fullJitter(), 4, 0.25)).containsExactly(25L, 50L, 100L, 200L);
        assertThat(exponential().fullJitter().delayNanos(20, 0, () -> 0.5))
                .isEqualTo(ofSeconds(10).toNanos());
    }

    @Test
    void equalJitterDrawsFromTheUpperHalf() {
        assertThat(millis(exponential().equalJitter(), 4, 0)).containsExactly(50L, 100L, 200L, 400L);
        assertThat(millis(exponential().equalJitter(), 4, 0.5)).containsExactly(75L, 150L, 300L, 600L);
        assertThat(exponential().equalJitter().delayNanos(20, 0, () -> 0.5))
                .isEqualTo(ofSeconds(15).toNanos());
        assertThat(Backoff.fixed(Duration.ofNanos(5)).equalJitter().delayNanos(1, 0, () -> 0))
                .as("half of an odd pause is rounded up")
                .isEqualTo(3);
    }

    @Test
    void decorrelatedJitterGrowsFromThePauseBefore() {
        Backoff backoff = exponential().decorrelatedJitter();

        assertThat(millis(backoff, 3, 0)).containsExactly(100L, 100L, 100L);
        assertThat(millis(backoff, 4, 0.5)).containsExactly(200L, 350L, 575L, 912L);
        assertThat(backoff.delayNanos(9, ofSeconds(20).toNanos(), () -> 0.5))
                .as("halfway between base and cap")
                .isEqualTo(ofMillis(10_050).toNanos());
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1, 50_000_000, Long.MAX_VALUE})
    void decorrelatedJitterStaysBetweenBaseAndCapWhateverThePauseBefore(long previous) {
        Backoff backoff = exponential().decorrelatedJitter();
        for (double chance : new double[] {0, 0.5, ALMOST_ONE}) {
            assertThat(backoff.delayNanos(2, previous, () -> chance))
                    .isBetween(ofMillis(100).toNanos(), ofSeconds(20).toNanos());
            assertThat(backoff.delayNanos(1, previous, () -> chance))
                    .as("the first pause has none before it")
                    .isBetween(ofMillis(100).toNanos(), ofMillis(300).toNanos());
        }
    }

    @Test
    void additiveJitterAddsBelowItsSpread() {
        Backoff backoff = Backoff.exponential(ofMillis(500), ofSeconds(5)).additiveJitter(ofMillis(250));

        assertThat(millis(backoff, 4, 0)).containsExactly(500L, 1_000L, 2_000L, 4_000L);
        assertThat(millis(backoff, 4, 0.5)).containsExactly(625L, 1_125L, 2_125L, 4_125L);
        assertThat(backoff.delayNanos(1, 0, () -> ALMOST_ONE)).isEqualTo(749_999_999L);
    }

    @Test
    void additiveJitterMakesRoomForItselfBelowTheCap() {
        Backoff backoff = Backoff.exponential(ofMillis(500), ofSeconds(5)).additiveJitter(ofMillis(250));

        assertThat(backoff.delayNanos(30, 0, () -> 0)).isEqualTo(ofMillis(4_750).toNanos());
        assertThat(backoff.delayNanos(30, 0, () -> 0.5))
                .isEqualTo(ofMillis(4_875).toNanos());
        assertThat(backoff.delayNanos(30, 0, () -> ALMOST_ONE)).isEqualTo(4_999_999_999L);
        assertThat(backoff.longestDelay(30)).isEqualTo(ofSeconds(5));
    }

    @ParameterizedTest
    @MethodSource("jittered")
    void onePauseDrawsOneNumber(Backoff backoff) {
        AtomicInteger draws = new AtomicInteger();
        Delays.ofCall(backoff, 40, () -> {
            draws.incrementAndGet();
            return 0.5;
        });

        assertThat(draws).hasValue(40);
    }

    @Test
    void withoutJitterNothingIsDrawn() {
        AtomicInteger draws = new AtomicInteger();
        Delays.ofCall(exponential().fullJitter().noJitter(), 40, () -> draws.incrementAndGet());

        assertThat(draws).hasValue(0);
    }

    @ParameterizedTest
    @MethodSource("jittered")
    void aSeededRunRepeats(Backoff backoff) {
        assertThat(Delays.ofCall(backoff, 40, RandomSource.seeded(3)))
                .isEqualTo(Delays.ofCall(backoff, 40, RandomSource.seeded(3)));
    }

    @ParameterizedTest
    @MethodSource("jittered")
    void noPauseIsLongerThanTheLongest(Backoff backoff) {
        for (long seed = 0; seed < 50; seed++) {
            List<Long> delays = Delays.ofCall(backoff, 40, RandomSource.seeded(seed));
            for (int retry = 1; retry <= delays.size(); retry++) {
                assertThat(delays.get(retry - 1))
                        .as("retry %s of %s", retry, backoff)
                        .isBetween(0L, backoff.longestDelay(retry).toNanos());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("jittered")
    void aRandomSourceOutOfItsRangeCannotPushThePauseOutOfIts(Backoff backoff) {
        for (double wrong : new double[] {1.0, 7.0, -0.1, -1e300, 1e300, Double.NaN, Double.NEGATIVE_INFINITY}) {
            for (int retry : new int[] {1, 5, 40, Integer.MAX_VALUE}) {
                assertThat(backoff.delayNanos(retry, 0, () -> wrong))
                        .isBetween(0L, backoff.longestDelay(retry).toNanos());
            }
        }
    }

    @Test
    void theLastJitterChosenCounts() {
        assertThat(exponential().fullJitter().equalJitter())
                .hasToString(exponential().equalJitter().toString());
        assertThat(exponential().additiveJitter(ofMillis(250)).fullJitter())
                .hasToString(exponential().fullJitter().toString());
    }

    @Test
    void changingASettingLeavesTheOriginalAlone() {
        Backoff original = exponential();
        original.factor(3);
        original.cap(ofMillis(100));
        original.fullJitter();

        assertThat(millis(original, 3, 0.5)).containsExactly(100L, 200L, 400L);
    }

    @Test
    void capKeepsTheJitterAndFactorKeepsTheCap() {
        assertThat(millis(exponential().fullJitter().cap(ofMillis(150)), 3, 0.5))
                .containsExactly(50L, 75L, 75L);
        assertThat(millis(exponential().fullJitter().factor(3).cap(ofMillis(300)), 3, 0.5))
                .containsExactly(50L, 150L, 150L);
    }

    @Test
    void theDefaultPausesAtMostOneAndAHalfSecondsInThreeRetries() {
        assertThat(List.of(
                        Backoff.DEFAULT.longestDelay(1),
                        Backoff.DEFAULT.longestDelay(2),
                        Backoff.DEFAULT.longestDelay(3),
                        Backoff.DEFAULT.longestDelay(30)))
                .containsExactly(ofMillis(200), ofMillis(400), ofMillis(800), ofSeconds(5));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "none | no pause, no jitter",
                "fixed | fixed 1 s, no jitter",
                "default | exponential from 200 ms by factor 2.0 up to 5 s, full jitter",
                "uncapped | exponential from 500 ms by factor 1.5 up to 24 h, additive jitter below 250 ms",
                "decorrelated | exponential from 100 ms by factor 2.0 up to 20 s, decorrelated jitter",
                "custom | custom function up to 3 s, equal jitter"
            })
    void itDescribesItselfInWords(String name, String words) {
        Backoff backoff =
                switch (name) {
                    case "none" -> Backoff.none();
                    case "fixed" -> Backoff.fixed(ofSeconds(1));
                    case "default" -> Backoff.DEFAULT;
                    case "uncapped" ->
                        Backoff.exponential(ofMillis(500)).factor(1.5).additiveJitter(ofMillis(250));
                    case "decorrelated" -> exponential().decorrelatedJitter();
                    default ->
                        Backoff.custom(retry -> ofMillis(1)).cap(ofSeconds(3)).equalJitter();
                };

        assertThat(backoff).hasToString(words);
    }

    private static List<Long> millis(Backoff backoff, int retries, double chance) {
        List<Long> millis = new ArrayList<>();
        for (long nanos : Delays.ofCall(backoff, retries, () -> chance)) {
            millis.add(nanos / 1_000_000);
        }
        return millis;
    }
}
