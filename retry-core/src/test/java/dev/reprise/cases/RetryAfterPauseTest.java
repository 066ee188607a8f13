package dev.reprise.cases;

import static dev.reprise.testkit.FakeTransport.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.http.HttpRules;
import dev.reprise.outcome.Ending;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the Retry-After cases are about in the end: how long the call really pauses. */
class RetryAfterPauseTest {

    private static final Duration[] OWN_BACKOFF = {Duration.ofMillis(100), Duration.ofMillis(200)};

    private final FakeTime time = new FakeTime();

    private List<Duration> pausesAfter(String name, String... values) {
        FakeTransport transport = new FakeTransport(time, status(503, Map.of(name, List.of(values)), ""), status(200));
        transport.call(Policies.plain(time).build(), Facts.of("GET"));
        return time.sleeps();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Retry-After", "retry-after", "RETRY-AFTER"})
    void C18_aDateIsWaitedFor(String name) {
        assertThat(pausesAfter(name, "Wed, 01 Jan 2025 00:02:00 GMT")).containsExactly(Duration.ofMinutes(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "-0", "-9223372036854775808"})
    void C20_aNegativeValueIsAbsentAndTheAnswerSurvives(String value) {
        FakeTransport transport = new FakeTransport(time, status(503, "Retry-After", value));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.of("GET"));

        assertThat(time.sleeps()).containsExactly(OWN_BACKOFF);
        assertThat(ended.answer().status()).isEqualTo(503);
        assertThat(ended.outcome().retryAfter()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"2.0, 2000", "1.5, 1500", "0.5, 500", "1., 100", ".5, 100", "'1,5', 100", "1e3, 100"})
    void C21_aFractionIsReadAndRoundedUp(String value, long millis) {
        assertThat(pausesAfter("Retry-After", value)).containsExactly(Duration.ofMillis(millis));
    }

    @Test
    void C21_strictlyItIsAbsent() {
        FakeTransport transport = new FakeTransport(time, status(503, "Retry-After", "2.0"), status(200));

        transport.call(
                Policies.plain(time)
                        .httpRules(HttpRules.builder().strictRetryAfter(true).build())
                        .build(),
                Facts.of("GET"));

        assertThat(time.sleeps()).containsExactly(Policies.BASE);
    }

    @ParameterizedTest
    @CsvSource({"'', 100", "'   ', 100", "'  120\t', 120000", "0, 100", "000, 100", "00120, 120000", "'5, 30', 30000"})
    void C22_blankIsAbsentAndZeroKeepsToTheBackoff(String value, long millis) {
        assertThat(pausesAfter("Retry-After", value)).containsExactly(Duration.ofMillis(millis));
    }

    @Test
    void C22_ofTwoLinesTheLongerCounts() {
        assertThat(pausesAfter("Retry-After", "5", "30")).containsExactly(Duration.ofSeconds(30));
    }

    @Test
    void C22_zeroIsAWishThatTheCallerCanRead() {
        FakeTransport transport = new FakeTransport(time, status(503, "Retry-After", "0"));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.of("GET"));

        assertThat(ended.outcome().retryAfter()).isZero();
        assertThat(transport.requests()).as("attempts still count").isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"120junk, 100", "+5, 100", "NaN, 100", "1e999, 100", "tomorrow, 100", "2025, 2025000"})
    void C23_junkIsAbsent(String value, long millis) {
        assertThat(pausesAfter("Retry-After", value)).containsExactly(Duration.ofMillis(millis));
    }

    @Test
    void C23_aHugeNumberIsAWaitThatIsTooLong() {
        FakeTransport transport =
                new FakeTransport(time, status(503, "Retry-After", "99999999999999999999999999"), status(200));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.of("GET"));

        assertThat(ended.ending()).isEqualTo(Ending.RETRY_AFTER_TOO_LONG);
        assertThat(time.sleeps()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-,                60, 60000, 60000",
                "500,              -,  500,   100",
                "1500,             1,  1500,  1000",
                "-5,               1,  1000,  1000",
                "9999999999999999, -,  -,     100"
            })
    void C27_millisecondHeadersCountWhereTheyAreDeclared(
            String millisHeader, String seconds, Long declared, long undeclared) {
        Map<String, List<String>> headers = new java.util.TreeMap<>();
        if (millisHeader != null) {
            headers.put("retry-after-ms", List.of(millisHeader));
        }
        if (seconds != null) {
            headers.put("Retry-After", List.of(seconds));
        }
        FakeTransport with = new FakeTransport(time, status(503, headers, ""), status(200));
        with.call(
                Policies.plain(time)
                        .httpRules(HttpRules.builder()
                                .millisecondHeaders("retry-after-ms")
                                .build())
                        .build(),
                Facts.of("GET"));
        FakeTime other = new FakeTime();
        FakeTransport without = new FakeTransport(other, status(503, headers, ""), status(200));
        without.call(Policies.plain(other).build(), Facts.of("GET"));

        assertThat(time.sleeps()).isEqualTo(declared == null ? List.of() : List.of(Duration.ofMillis(declared)));
        assertThat(with.requests()).isEqualTo(declared == null ? 1 : 2);
        assertThat(other.sleeps()).containsExactly(Duration.ofMillis(undeclared));
    }
}
