package dev.reprise.http;

import static dev.reprise.http.Responses.CLOCK;
import static dev.reprise.http.Responses.headers;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.http.RetryAfter.Mode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAfterSkewTest {

    private static @Nullable Duration read(String retryAfter, String... dates) {
        return RetryAfter.parse(List.of(retryAfter), List.of(dates), CLOCK, Mode.LENIENT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Wed, 01 Jan 2025 00:00:00 GMT | Wed, 01 Jan 2025 00:02:00 GMT",
                "Wed, 01 Jan 2025 01:00:00 GMT | Wed, 01 Jan 2025 01:02:00 GMT",
                "Tue, 31 Dec 2024 23:00:00 GMT | Tue, 31 Dec 2024 23:02:00 GMT",
                "Tue, 31 Dec 2024 00:00:00 GMT | Tue, 31 Dec 2024 00:02:00 GMT",
                "Thu, 02 Jan 2025 00:00:00 GMT | Thu, 02 Jan 2025 00:02:00 GMT",
                "Tuesday, 31-Dec-24 23:00:00 GMT | Tue, 31 Dec 2024 23:02:00 GMT",
                "Tue Dec 31 23:00:00 2024 | Tue, 31 Dec 2024 23:02:00 GMT"
            })
    void aWrongLocalClockDoesNotMatter(String date, String retryAfter) {
        assertThat(read(retryAfter, date)).isEqualTo(Duration.ofSeconds(120));
    }

    @Test
    void aDateBeforeTheServersOwnClockHasPassed() {
        assertThat(read("Wed, 01 Jan 2025 00:59:00 GMT", "Wed, 01 Jan 2025 01:00:00 GMT"))
                .isEqualTo(Duration.ZERO);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Mon, 30 Dec 2024 23:59:59 GMT",
                "Thu, 02 Jan 2025 00:00:01 GMT",
                "Thu, 01 Jan 1970 00:00:00 GMT",
                "Fri, 31 Dec 9999 23:59:59 GMT",
                "Mon, 31 Dec 2024 23:00:00 GMT",
                "1735686000",
                "''"
            })
    void aDateThatIsStaleOrUnreadableIsNotBelieved(String date) {
        assertThat(read("Wed, 01 Jan 2025 00:02:00 GMT", date)).isEqualTo(Duration.ofSeconds(120));
    }

    @Test
    void contradictingDatesAreNotBelieved() {
        String one = "Tue, 31 Dec 2024 23:00:00 GMT";
        String other = "Tue, 31 Dec 2024 22:00:00 GMT";

        assertThat(read("Wed, 01 Jan 2025 00:02:00 GMT", one, other)).isEqualTo(Duration.ofSeconds(120));
        assertThat(read("Wed, 01 Jan 2025 00:02:00 GMT", one, " " + one)).isEqualTo(Duration.ofSeconds(3_720));
    }

    @ParameterizedTest
    @CsvSource({"3600, 120", "60, 3660", "0, 3720", "-60, 3720", "soon, 3720", "999999999999999999999, 120"})
    void aStoredResponseIsAsOldAsItSays(String age, long seconds) {
        assertThat(RetryAfter.read(
                        headers(
                                "Date", "Tue, 31 Dec 2024 23:00:00 GMT",
                                "Age", age,
                                "Retry-After", "Wed, 01 Jan 2025 00:02:00 GMT"),
                        List.of(),
                        CLOCK,
                        Mode.LENIENT))
                .isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void secondsCountFromReceiptWhateverTheDate() {
        assertThat(read("120", "Tue, 31 Dec 2024 23:00:00 GMT")).isEqualTo(Duration.ofSeconds(120));
    }

    @Test
    void theLocalClockIsReadToTheNanosecond() {
        Clock late = Clock.fixed(Instant.parse("2025-01-01T00:00:00.000000001Z"), ZoneOffset.UTC);

        assertThat(RetryAfter.parse(List.of("Wed, 01 Jan 2025 00:02:00 GMT"), List.of(), late, Mode.LENIENT))
                .isEqualTo(Duration.ofSeconds(120).minusNanos(1));
    }

    @Test
    void theWallClockIsNotReadForSeconds() {
        Clock untouchable = new Clock() {
            @Override
            public ZoneId getZone() {
                throw new AssertionError("not to be read");
            }

            @Override
            public Clock withZone(ZoneId zone) {
                throw new AssertionError("not to be read");
            }

            @Override
            public Instant instant() {
                throw new AssertionError("not to be read");
            }
        };

        assertThat(RetryAfter.read(
                        headers("Date", "Tue, 31 Dec 2024 23:00:00 GMT", "Retry-After", "120"),
                        List.of(),
                        untouchable,
                        Mode.LENIENT))
                .isEqualTo(Duration.ofSeconds(120));
    }
}
