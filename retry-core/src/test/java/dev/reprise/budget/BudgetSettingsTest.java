package dev.reprise.budget;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BudgetSettingsTest {

    private static final BudgetSettings SETTINGS = BudgetSettings.DEFAULT;

    @Test
    void theDefaultIsTenPercentOfTenSecondsAndTenRetries() {
        assertThat(SETTINGS.ratio()).isEqualTo(0.1);
        assertThat(SETTINGS.floor()).isEqualTo(10);
        assertThat(SETTINGS.window()).isEqualTo(ofSeconds(10));
        assertThat(SETTINGS.isUnlimited()).isFalse();
        assertThat(SETTINGS).hasToString("10 % of the calls of the last 10 s and 10 retries");
    }

    @Test
    void eachChangeLeavesTheRestAndTheOriginalAlone() {
        BudgetSettings changed = SETTINGS.ratio(0.000001).floor(0).window(ofMillis(1_500));

        assertThat(changed.ratio()).isEqualTo(0.000001);
        assertThat(changed.floor()).isZero();
        assertThat(changed.window()).isEqualTo(ofMillis(1_500));
        assertThat(changed).hasToString("0.0001 % of the calls of the last 1500 ms and 0 retries");
        assertThat(SETTINGS.ratio()).isEqualTo(0.1);
    }

    @Test
    void settingsAreEqualByTheirValues() {
        BudgetSettings same = BudgetSettings.none().ratio(0.1).floor(10);

        assertThat(same).isEqualTo(SETTINGS).hasSameHashCodeAs(SETTINGS);
        assertThat(List.of(
                        SETTINGS.ratio(0.2),
                        SETTINGS.floor(11),
                        SETTINGS.window(ofSeconds(11)),
                        BudgetSettings.none(),
                        BudgetSettings.unlimited()))
                .doesNotHaveDuplicates()
                .doesNotContain(SETTINGS);
    }

    @Test
    void bothEndsHaveANameOfTheirOwn() {
        assertThat(BudgetSettings.none()).hasToString("none");
        assertThat(BudgetSettings.unlimited()).hasToString("unlimited");
        assertThat(BudgetSettings.unlimited().isUnlimited()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "0.1,      0,                   0",
        "0.1,      9,                   0",
        "0.1,      10,                  1",
        "0.1,      19,                  1",
        "0.1,      1000000,             100000",
        "0.29,     100,                 29",
        "0.000001, 999999,              0",
        "0.000001, 1000000,             1",
        "0.333333, 3000003,             999999",
        "0.333333, 3000004,             1000000",
        "1,        9223372036854775797, 9223372036854775797",
        "0.5,      9223372036854775807, 4611686018427387903"
    })
    void aShareIsCountedInWholeRetriesWithoutRounding(double ratio, long calls, long retries) {
        assertThat(SETTINGS.floor(0).ratio(ratio).retriesFor(calls)).isEqualTo(retries);
        assertThat(SETTINGS.floor(10).ratio(ratio).retriesFor(calls)).isEqualTo(retries + 10);
    }

    @ParameterizedTest
    @CsvSource({"0.3333333333333333, 0.333333", "0.0000005, 0.000001", "0.0000004, 0", "0.9999999, 1"})
    void aRatioIsRoundedToTheNearestMillionth(double ratio, double kept) {
        assertThat(SETTINGS.ratio(ratio).ratio()).isEqualTo(kept);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, Double.NaN, Double.NEGATIVE_INFINITY})
    void whoAsksForLessThanNothingIsNotTalkedIntoABudgetWithoutABound(double ratio) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SETTINGS.ratio(ratio))
                .withMessageNotContaining("unlimited");
    }

    static List<Arguments> mistakes() {
        return List.of(
                mistake(() -> SETTINGS.ratio(-0.1), "ratio", "-0.1"),
                mistake(() -> SETTINGS.ratio(1.000001), "ratio", "1.000001", "unlimited()"),
                mistake(() -> SETTINGS.ratio(Double.NaN), "ratio", "NaN"),
                mistake(() -> SETTINGS.ratio(Double.POSITIVE_INFINITY), "ratio", "Infinity"),
                mistake(() -> SETTINGS.floor(-1), "floor", "-1"),
                mistake(() -> SETTINGS.window(ofMillis(999)), "window", "999 ms", "1 s"),
                mistake(() -> SETTINGS.window(ofHours(1).plusNanos(1)), "window", "3600000000001 ns", "1 h"),
                mistake(() -> SETTINGS.window(Duration.ofSeconds(Long.MAX_VALUE)), "window", "1 h"),
                mistake(() -> BudgetSettings.unlimited().ratio(0.1), "unlimited", "ratio", "0.1"),
                mistake(() -> BudgetSettings.unlimited().floor(3), "unlimited", "floor", "3"),
                mistake(() -> BudgetSettings.unlimited().window(ofSeconds(3)), "unlimited", "window", "3 s"));
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
        assertThatNullPointerException().isThrownBy(() -> SETTINGS.window(null)).withMessageContaining("window");
        assertThatNullPointerException().isThrownBy(() -> RetryBudget.of(null)).withMessageContaining("settings");
        assertThatNullPointerException()
                .isThrownBy(() -> RetryBudget.of(SETTINGS, null))
                .withMessageContaining("ticker");
    }
}
