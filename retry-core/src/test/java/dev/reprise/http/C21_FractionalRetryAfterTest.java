package dev.reprise.http;

import static dev.reprise.http.Responses.lenient;
import static dev.reprise.http.Responses.strict;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class C21_FractionalRetryAfterTest {

    @ParameterizedTest
    @CsvSource({
        "2.0, 2000000000",
        "1.5, 1500000000",
        "0.5, 500000000",
        "0.0, 0",
        "00.10, 100000000",
        "0.000000001, 1",
        "0.0000000001, 1",
        "1.9999999991, 2000000000",
        "1.9999999990, 1999999999",
        "99999999999999999999.5, 9223372036854775807",
        "9223372036.8547758071, 9223372036854775807"
    })
    void digitsWithAPointAreRoundedUpToNanoseconds(String value, long nanos) {
        assertThat(lenient(value)).isEqualTo(Duration.ofNanos(nanos));
        assertThat(strict(value)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.", ".5", "1,5", "1e3", ".", "1.5.2", "1.-5", "1. 5", "1.5s", "0,5", "1,500"})
    void whatOnlyLooksLikeAFractionIsAbsent(String value) {
        assertThat(lenient(value)).isNull();
        assertThat(strict(value)).isNull();
    }
}
