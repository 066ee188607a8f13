package dev.reprise.http;

import static dev.reprise.http.Responses.lenient;
import static dev.reprise.http.Responses.strict;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class C20_NegativeRetryAfterTest {

    @ParameterizedTest
    @ValueSource(strings = {"-1", "-0", "-9223372036854775808", "-1.5", "- 1"})
    void aSignMakesTheValueAbsent(String value) {
        assertThat(lenient(value)).isNull();
        assertThat(strict(value)).isNull();
    }
}
