package dev.reprise.breaker;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.reprise.time.RandomSource;
import dev.reprise.time.Ticker;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BreakerSettingsTest {

    private static final BreakerSettings SETTINGS = BreakerSettings.DEFAULT;

    @Test
    void settingsTellWhatTheyAre() {
        assertThat(SETTINGS)
                .hasToString("opens for 30 s (jitter up to 10 %) on 50 % failures of the last 10 calls (at least 5),"
                        + " 1 probe of at most 60 s");
        assertThat(BreakerSettings.consecutiveFailures(3)
                        .openFor(ofMillis(1_500))
                        .openJitter(0)
                        .halfOpenProbes(2)
                        .probeLimit(ofHours(24)))
                .hasToString("opens for 1500 ms (jitter up to 0 %) on 3 failures in a row, 2 probes of at most 24 h");
    }

    @Test
    void settingsAreEqualByTheirValues() {
        assertThat(BreakerSettings.failureRate(0.5, 10, 5))
                .isEqualTo(SETTINGS)
                .hasSameHashCodeAs(SETTINGS)
                .isNotSameAs(SETTINGS);
        assertThat(List.of(
                        SETTINGS,
                        BreakerSettings.failureRate(0.6, 10, 5),
                        BreakerSettings.failureRate(0.5, 11, 5),
                        BreakerSettings.failureRate(0.5, 10, 6),
                        BreakerSettings.consecutiveFailures(5),
                        SETTINGS.openFor(ofSeconds(31)),
                        SETTINGS.openJitter(0.2),
                        SETTINGS.halfOpenProbes(2),
                        SETTINGS.probeLimit(ofSeconds(61))))
                .doesNotHaveDuplicates();
    }

    @Test
    void aRateIsRoundedToTheNearestMillionthAboveZero() {
        assertThat(BreakerSettings.failureRate(1.0 / 3, 10, 5)).isEqualTo(BreakerSettings.failureRate(0.333333, 10, 5));
        assertThat(BreakerSettings.failureRate(0.0000001, 10, 5))
                .isEqualTo(BreakerSettings.failureRate(0.000001, 10, 5));
    }

    static List<Arguments> mistakes() {
        return List.of(
                mistake(() -> BreakerSettings.consecutiveFailures(0), "consecutive failures", "0"),
                mistake(() -> BreakerSettings.failureRate(0, 10, 5), "failure rate", "0.0"),
                mistake(() -> BreakerSettings.failureRate(1.1, 10, 5), "failure rate", "1.1"),
                mistake(() -> BreakerSettings.failureRate(Double.NaN, 10, 5), "failure rate", "NaN"),
                mistake(() -> BreakerSettings.failureRate(0.5, 0, 1), "last calls", "0"),
                mistake(() -> BreakerSettings.failureRate(0.5, 1_001, 1), "last calls", "1001", "1000"),
                mistake(() -> BreakerSettings.failureRate(0.5, 10, 0), "minimum number of calls", "0"),
                mistake(() -> BreakerSettings.failureRate(0.5, 10, 11), "minimum", "11", "last calls", "10"),
                mistake(() -> SETTINGS.openFor(Duration.ZERO), "open time", "0 s"),
                mistake(() -> SETTINGS.openFor(ofMillis(-1)), "open time", "-1 ms"),
                mistake(() -> SETTINGS.openFor(ofHours(24).plusNanos(1)), "open time", "86400000000001 ns", "24 h"),
                mistake(() -> SETTINGS.openFor(ofSeconds(Long.MAX_VALUE)), "open time", "24 h"),
                mistake(() -> SETTINGS.openJitter(-0.1), "jitter", "-0.1"),
                mistake(() -> SETTINGS.openJitter(1.1), "jitter", "1.1"),
                mistake(() -> SETTINGS.openJitter(Double.NaN), "jitter", "NaN"),
                mistake(() -> SETTINGS.halfOpenProbes(0), "probes", "0"),
                mistake(() -> SETTINGS.halfOpenProbes(101), "probes", "101", "100"),
                mistake(() -> SETTINGS.probeLimit(ofNanos(0)), "probe limit", "0 s"));
    }

    private static Arguments mistake(ThrowingCallable call, String... words) {
        return Arguments.of(call, words);
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeIsRefusedByNameAndValue(ThrowingCallable call, String[] words) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessageContainingAll(words);
    }

    @Test
    @SuppressWarnings("NullAway")
    void nullIsRefused() {
        Ticker ticker = Ticker.system();
        RandomSource random = RandomSource.system();
        BreakerListener nobody = (from, to) -> {};
        assertThatNullPointerException()
                .isThrownBy(() -> SETTINGS.openFor(null))
                .withMessageContaining("open time");
        assertThatNullPointerException()
                .isThrownBy(() -> CircuitBreaker.of(null))
                .withMessageContaining("settings");
        assertThatNullPointerException()
                .isThrownBy(() -> CircuitBreaker.of(SETTINGS, null, random, nobody))
                .withMessageContaining("ticker");
        assertThatNullPointerException()
                .isThrownBy(() -> CircuitBreaker.of(SETTINGS, ticker, null, nobody))
                .withMessageContaining("random");
        assertThatNullPointerException()
                .isThrownBy(() -> CircuitBreaker.of(SETTINGS, ticker, random, null))
                .withMessageContaining("listener");
    }
}
