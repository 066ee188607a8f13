package dev.reprise.http;

import static dev.reprise.http.HeaderNames.RETRY_AFTER_MS;
import static dev.reprise.http.HeaderNames.X_MS_RETRY_AFTER_MS;
import static dev.reprise.http.Responses.CLOCK;
import static dev.reprise.http.Responses.headers;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.http.RetryAfter.Mode;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class C27_MillisecondHeadersTest {

    private static final List<String> VENDOR = List.of(X_MS_RETRY_AFTER_MS, RETRY_AFTER_MS);

    private static @Nullable Duration read(List<String> vendorNames, Function<String, List<String>> headers) {
        return RetryAfter.read(headers, vendorNames, CLOCK, Mode.LENIENT);
    }

    @Test
    void theStandardFieldIsInSeconds() {
        assertThat(read(VENDOR, headers("Retry-After", "60"))).isEqualTo(Duration.ofMillis(60_000));
        assertThat(read(List.of(), headers("Retry-After", "60"))).isEqualTo(Duration.ofMillis(60_000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"retry-after-ms", "Retry-After-Ms", "x-ms-retry-after-ms"})
    void aVendorFieldIsInMillisecondsAndReadOnlyWhereAsked(String name) {
        assertThat(read(VENDOR, headers(name, "500"))).isEqualTo(Duration.ofMillis(500));
        assertThat(read(List.of(), headers(name, "500"))).isNull();
    }

    @ParameterizedTest
    @CsvSource({"1500, 1, 1500", "500, 1, 500", "1, 1, 1", "59001, 60, 59001", "2500, 2, 2500"})
    void theFinerValueOfTheSameWishCounts(String millis, String seconds, long waitMillis) {
        Function<String, List<String>> both = headers(RETRY_AFTER_MS, millis, "Retry-After", seconds);

        assertThat(read(VENDOR, both)).isEqualTo(Duration.ofMillis(waitMillis));
        assertThat(read(List.of(), both)).isEqualTo(Duration.ofSeconds(Long.parseLong(seconds)));
    }

    @ParameterizedTest
    @CsvSource({"60, 60, 60000", "59000, 60, 60000", "0, 1, 1000", "500, 2, 2000"})
    void aStandardFieldThatAsksForMoreThanRoundingExplainsIsNotUndercut(
            String millis, String seconds, long waitMillis) {
        assertThat(read(VENDOR, headers(RETRY_AFTER_MS, millis, "Retry-After", seconds)))
                .isEqualTo(Duration.ofMillis(waitMillis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-5", "", "soon", "5s", "+5", "1,5"})
    void anUnreadableVendorFieldIsPassedOver(String millis) {
        assertThat(read(VENDOR, headers(RETRY_AFTER_MS, millis, "Retry-After", "1")))
                .isEqualTo(Duration.ofSeconds(1));
        assertThat(RetryAfter.parseMillis(List.of(millis))).isNull();
    }

    @Test
    void anUnreadableStandardFieldDoesNotHideTheVendors() {
        assertThat(read(VENDOR, headers(RETRY_AFTER_MS, "700", "Retry-After", "soon")))
                .isEqualTo(Duration.ofMillis(700));
    }

    @ParameterizedTest
    @ValueSource(strings = {"9999999999999999", "9223372036855", "99999999999999999999999999"})
    void aWaitTooLongToCountIsPresentAndVeryLong(String millis) {
        Function<String, List<String>> alone = headers(RETRY_AFTER_MS, millis);

        assertThat(read(VENDOR, alone)).isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
        assertThat(read(List.of(), alone)).isNull();
    }

    @Test
    void ofTwoVendorFieldsTheLongerCounts() {
        assertThat(read(VENDOR, headers(RETRY_AFTER_MS, "700", X_MS_RETRY_AFTER_MS, "300")))
                .isEqualTo(Duration.ofMillis(700));
        assertThat(read(VENDOR, headers(RETRY_AFTER_MS, "300", X_MS_RETRY_AFTER_MS, "700")))
                .isEqualTo(Duration.ofMillis(700));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "' 12\t', 12000000",
        "1.5, 1500000",
        "0.0000001, 1",
        "'5, 30', 30000000",
    })
    void millisecondsAreReadLikeSeconds(String millis, long nanos) {
        assertThat(RetryAfter.parseMillis(List.of(millis))).isEqualTo(Duration.ofNanos(nanos));
    }

    @Test
    void ofSeveralLinesTheLongestCounts() {
        assertThat(RetryAfter.parseMillis(List.of("5", "30", "7"))).isEqualTo(Duration.ofMillis(30));
        assertThat(RetryAfter.parseMillis(List.of())).isNull();
    }
}
