package dev.reprise.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpMethodsTest {

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"})
    void idempotentByDefinition(String method) {
        assertThat(HttpMethods.isIdempotent(method)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PATCH", "CONNECT", "PROPFIND", "get", "Put", " GET", "GET ", ""})
    void everythingElseIsNot(String method) {
        assertThat(HttpMethods.isIdempotent(method)).isFalse();
    }
}
