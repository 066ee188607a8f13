package dev.reprise.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpDateTest {

    private static final Instant NOW = Instant.parse("2025-01-01T00:00:00Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Sun, 06 Nov 1994 08:49:37 GMT | 1994-11-06T08:49:37Z",
                "Sunday, 06-Nov-94 08:49:37 GMT | 1994-11-06T08:49:37Z",
                "Sun Nov  6 08:49:37 1994 | 1994-11-06T08:49:37Z",
                "Sun Nov 06 08:49:37 1994 | 1994-11-06T08:49:37Z",
                "Thu, 29 Feb 2024 23:59:59 GMT | 2024-02-29T23:59:59Z",
                "Thursday, 29-Feb-24 00:00:00 GMT | 2024-02-29T00:00:00Z",
                "Thu Feb 29 00:00:00 2024 | 2024-02-29T00:00:00Z",
                "Wed, 31 Dec 2025 00:00:00 GMT | 2025-12-31T00:00:00Z",
                "Sat, 01 Jan 0000 00:00:00 GMT | 0000-01-01T00:00:00Z",
                "Fri, 31 Dec 9999 23:59:59 GMT | 9999-12-31T23:59:59Z"
            })
    void theThreeFormsAreRead(String text, Instant moment) {
        assertThat(HttpDate.parse(text, NOW)).isEqualTo(moment);
    }

    @ParameterizedTest
    @CsvSource({"Mon, Jan", "Tue, Feb", "Wed, Mar", "Thu, Apr", "Fri, May", "Sat, Jun"})
    void dayAndMonthNamesHaveTheirOwnPlaces(String day, String month) {
        assertThat(HttpDate.isDayName(day)).isTrue();
        assertThat(HttpDate.isDayName(month)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Sat, 31 Dec 2016 23:59:60 GMT | 2017-01-01T00:00:00Z",
                "Saturday, 31-Dec-16 23:59:60 GMT | 2017-01-01T00:00:00Z",
                "Sat Dec 31 23:59:60 2016 | 2017-01-01T00:00:00Z",
                "Wed, 01 Jan 2025 00:02:60 GMT | 2025-01-01T00:03:00Z"
            })
    void aLeapSecondIsTheNextMinutesFirst(String text, Instant moment) {
        assertThat(HttpDate.parse(text, NOW)).isEqualTo(moment);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Wed, 01 Jan 2025 00:02:61 GMT",
                "Wed, 01 Jan 2025 00:60:00 GMT",
                "Wed, 01 Jan 2025 24:00:00 GMT",
                "Wed, 00 Jan 2025 00:02:00 GMT",
                "Wed, 32 Jan 2025 00:02:00 GMT",
                "Sat, 29 Feb 2025 00:02:00 GMT",
                "Sun, 30 Feb 2025 00:02:00 GMT",
                "Thu, 01 Jan 2025 00:02:00 GMT",
                "Thursday, 01-Jan-25 00:02:00 GMT",
                "Thu Jan  1 00:02:00 2025",
                "Wed Feb 30 00:02:00 2025",
                "Wednesday, 30-Feb-25 00:02:00 GMT",
                "Wed, 01 Foo 2025 00:02:00 GMT",
                "Foo, 01 Jan 2025 00:02:00 GMT",
                "Wednesday, 01 Jan 2025 00:02:00 GMT",
                "Wed, 01-Jan-25 00:02:00 GMT",
                "Wednesday, 01-Jan-2025 00:02:00 GMT",
                "Wed, 1 Jan 2025 00:02:00 GMT",
                "Wed, 01 Jan 25 00:02:00 GMT",
                "Wed, 01 Jan 2025 0:02:00 GMT",
                "Wed, 01 Jan 2025 00:02 GMT",
                "01 Jan 2025 00:02:00 GMT",
                "Wed, 01 Jan 2025 00:02:00",
                "Wed, 01 Jan 2025 00:02:00 UTC",
                "Wed, 01 Jan 2025 00:02:00 +0000",
                "Wed, 01 Jan 2025 00:02:00 +0100",
                "Wed, 01 Jan 2025 00:02:00 CET",
                "Wed, 01 Jan 2025 00:02:00 GMT+1",
                "wed, 01 jan 2025 00:02:00 gmt",
                "Wed,01 Jan 2025 00:02:00 GMT",
                "Wed,  01 Jan 2025 00:02:00 GMT",
                "Wed, 01 Jan 2025 00:02:00 GMT junk",
                "Wed Jan 1 00:02:00 2025",
                "Wed Jan  1 00:02:00 2025 GMT",
                "Mi, 01 Jan 2025 00:02:00 GMT",
                "Wed, \u0660\u0661 Jan 2025 00:02:00 GMT",
                "Wed, 01 Jan \uff12\uff10\uff12\uff15 00:02:00 GMT"
            })
    void whatIsNoDateIsAbsent(String text) {
        assertThat(HttpDate.parse(text, NOW)).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2025-01-01T00:00:00Z | Tuesday, 01-Jan-74 00:00:00 GMT | ",
                "2025-01-01T00:00:00Z | Monday, 01-Jan-74 00:00:00 GMT | 2074-01-01T00:00:00Z",
                "2025-01-01T00:00:00Z | Tuesday, 01-Jan-75 00:00:00 GMT | 2075-01-01T00:00:00Z",
                "2025-01-01T00:00:00Z | Wednesday, 01-Jan-75 00:00:01 GMT | 1975-01-01T00:00:01Z",
                "2025-01-01T00:00:00Z | Thursday, 01-Jan-76 00:00:00 GMT | 1976-01-01T00:00:00Z",
                "2025-01-01T00:00:00Z | Friday, 31-Dec-99 23:59:59 GMT | 1999-12-31T23:59:59Z",
                "2025-01-01T00:00:00Z | Tuesday, 29-Feb-00 00:00:00 GMT | 2000-02-29T00:00:00Z",
                "2025-06-01T00:00:00Z | Tuesday, 01-Jan-75 00:00:00 GMT | 2075-01-01T00:00:00Z",
                "2099-12-31T23:59:00Z | Friday, 01-Jan-00 00:01:00 GMT | 2100-01-01T00:01:00Z",
                "1999-12-31T23:59:00Z | Saturday, 01-Jan-00 00:01:00 GMT | 2000-01-01T00:01:00Z"
            })
    void aTwoDigitYearIsAtMostFiftyYearsAhead(Instant now, String text, Instant moment) {
        assertThat(HttpDate.parse(text, now)).isEqualTo(moment);
    }

    @Test
    void theYearIsChosenBeforeTheDayOfTheWeekIsChecked() {
        assertThat(HttpDate.parse("Sunday, 06-Nov-94 08:49:37 GMT", NOW)).isNotNull();
        assertThat(HttpDate.parse("Saturday, 06-Nov-94 08:49:37 GMT", NOW))
                .as("a Saturday in 2094 only")
                .isNull();
    }
}
