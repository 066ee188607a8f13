package dev.reprise.http;

import static dev.reprise.http.Responses.lenient;
import static dev.reprise.http.Responses.strict;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class C23_JunkRetryAfterTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "120junk",
                "junk120",
                "0x10",
                "+5",
                "NaN",
                "Infinity",
                "1e999",
                "120s",
                "120 seconds",
                "PT2M",
                "\uff11\uff12\uff10",
                "\u0661\u0662",
                "\u0967\u0968",
                "tomorrow",
                "\u0000",
                "120\u0000",
                "Wed, 30 Feb 2025 00:02:00 GMT",
                "Sun, 30 Feb 2025 00:02:00 GMT",
                "Mon, 01 Jan 2025 00:02:00 GMT",
                "2025-01-01T00:02:00Z",
                "Wed",
                "Wed,",
                "Wed, 01",
                "\"120\"",
                "120;q=1"
            })
    void junkIsAbsent(String value) {
        assertThat(lenient(value)).isNull();
        assertThat(strict(value)).isNull();
    }

    @Test
    void aLoneNumberIsSecondsAndNotAYear() {
        assertThat(lenient("2025")).isEqualTo(Duration.ofSeconds(2025));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9223372037",
                "2147483648000",
                "9223372036854775807",
                "9223372036854775808",
                "99999999999999999999999999999999999999999999",
                "Fri, 31 Dec 9999 23:59:59 GMT"
            })
    void aWaitTooLongToCountIsPresentAndVeryLong(String value) {
        assertThat(lenient(value)).isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
        assertThat(strict(value)).isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
    }

    @Test
    void theLongestExactWaitIsExact() {
        assertThat(lenient("9223372036")).isEqualTo(Duration.ofSeconds(9_223_372_036L));
    }

    @Test
    void endlessDigitsAreRead() {
        assertThat(lenient("0".repeat(100_000) + "7")).isEqualTo(Duration.ofSeconds(7));
        assertThat(lenient("9".repeat(100_000))).isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
    }
}
