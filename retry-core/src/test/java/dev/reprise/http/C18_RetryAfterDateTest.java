package dev.reprise.http;

import static dev.reprise.http.Responses.CLOCK;
import static dev.reprise.http.Responses.headers;
import static dev.reprise.http.Responses.lenient;
import static dev.reprise.http.Responses.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.http.RetryAfter.Mode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class C18_RetryAfterDateTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Wed, 01 Jan 2025 00:02:00 GMT",
                "Wednesday, 01-Jan-25 00:02:00 GMT",
                "Wed Jan  1 00:02:00 2025",
                "Wed Jan 01 00:02:00 2025",
                "\t Wed, 01 Jan 2025 00:02:00 GMT  "
            })
    void eachDateFormIsUnderstoodInBothModes(String value) {
        assertThat(lenient(value)).isEqualTo(Duration.ofSeconds(120));
        assertThat(strict(value)).isEqualTo(Duration.ofSeconds(120));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Retry-After", "retry-after", "RETRY-AFTER"})
    void theFieldIsFoundInAnySpelling(String name) {
        assertThat(RetryAfter.read(headers(name, "Wed, 01 Jan 2025 00:02:00 GMT"), List.of(), CLOCK, Mode.LENIENT))
                .isEqualTo(Duration.ofSeconds(120));
    }

    @ParameterizedTest
    @ValueSource(strings = {"de-DE", "zh-CN", "tr-TR", "ar-EG-u-nu-arab", "th-TH-u-ca-buddhist"})
    void theMachinesLanguageDoesNotMatter(String language) {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(language));
        try {
            assertThat(lenient("Wed, 01 Jan 2025 00:02:00 GMT")).isEqualTo(Duration.ofSeconds(120));
            assertThat(lenient("Wednesday, 01-Jan-25 00:02:00 GMT")).isEqualTo(Duration.ofSeconds(120));
            assertThat(lenient("Wed Jan  1 00:02:00 2025")).isEqualTo(Duration.ofSeconds(120));
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Wed, 01 Jan 2025 00:00:00 GMT", "Tue, 31 Dec 2024 23:59:59 GMT", "Sun Nov  6 08:49:37 1994"})
    void aDateThatHasPassedIsAPresentWaitOfZero(String value) {
        assertThat(lenient(value)).isEqualTo(Duration.ZERO);
    }
}
