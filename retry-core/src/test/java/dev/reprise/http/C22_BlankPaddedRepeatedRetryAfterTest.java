package dev.reprise.http;

import static dev.reprise.http.Responses.lenient;
import static dev.reprise.http.Responses.strict;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class C22_BlankPaddedRepeatedRetryAfterTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "\t", ",", " , "})
    void blankIsAbsent(String value) {
        assertThat(lenient(value)).isNull();
        assertThat(strict(value)).isNull();
    }

    @Test
    void noLineIsAbsent() {
        assertThat(lenient()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {"'  120\t',120", "0,0", "000,0", "00120,120", "'\t0 ',0"})
    void paddingAndLeadingZerosDoNotMatterAndZeroIsPresent(String value, long seconds) {
        assertThat(lenient(value)).isEqualTo(Duration.ofSeconds(seconds));
        assertThat(strict(value)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u00a0120", "120\u2003", "\n120", "120\r", "\u000b120", "1 20"})
    void onlySpacesAndTabsAreTakenOff(String value) {
        assertThat(lenient(value)).isNull();
    }

    static List<Arguments> repeated() {
        String twoMinutes = "Wed, 01 Jan 2025 00:02:00 GMT";
        String threeMinutes = "Wed, 01 Jan 2025 00:03:00 GMT";
        return List.of(
                Arguments.of(30, new String[] {"5", "30"}),
                Arguments.of(30, new String[] {"30", "5"}),
                Arguments.of(30, new String[] {"5, 30"}),
                Arguments.of(30, new String[] {"30 ,5"}),
                Arguments.of(30, new String[] {"5,\t30"}),
                Arguments.of(30, new String[] {"5, 30, 7"}),
                Arguments.of(5, new String[] {", 5"}),
                Arguments.of(5, new String[] {"5 ,"}),
                Arguments.of(120, new String[] {"120", "120"}),
                Arguments.of(120, new String[] {"120, 120"}),
                Arguments.of(120, new String[] {"5", twoMinutes}),
                Arguments.of(300, new String[] {"300", twoMinutes}),
                Arguments.of(120, new String[] {"5, " + twoMinutes}),
                Arguments.of(180, new String[] {twoMinutes + ", " + threeMinutes}),
                Arguments.of(180, new String[] {"Wednesday, 01-Jan-25 00:03:00 GMT, " + twoMinutes + ", 5"}),
                Arguments.of(180, new String[] {"Wed Jan  1 00:03:00 2025, 5"}));
    }

    @ParameterizedTest
    @MethodSource("repeated")
    void ofSeveralValuesTheLongestCounts(long seconds, String[] lines) {
        assertThat(lenient(lines)).isEqualTo(Duration.ofSeconds(seconds));
        assertThat(strict(lines)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void whatIsUnreadableBesideAReadableValueIsPassedOver() {
        assertThat(lenient("soon", "5")).isEqualTo(Duration.ofSeconds(5));
        assertThat(lenient("5, soon")).isEqualTo(Duration.ofSeconds(5));
        assertThat(lenient("", "0")).isEqualTo(Duration.ZERO);
        assertThat(lenient("-7", "soon")).isNull();
    }
}
