package dev.reprise.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class C10_UnusableKeysTest {

    static Stream<Arguments> unusable() {
        return Stream.of(
                Arguments.of("", "empty"),
                Arguments.of("   ", "space"),
                Arguments.of("k".repeat(256), "256"),
                Arguments.of("abc\r\nX-Evil: 1", "control"),
                Arguments.of("abc\n", "control"),
                Arguments.of("abc\u007f", "control"),
                Arguments.of("a b", "space"),
                Arguments.of("clé", "ASCII"),
                Arguments.of("zzz\u0130", "ASCII"));
    }

    @ParameterizedTest
    @MethodSource("unusable")
    void areRefusedWithoutBeingShown(String value, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdempotencyKey.of(value))
                .withMessageContaining(why)
                .satisfies(e -> {
                    if (!value.isBlank()) {
                        assertThat(e.getMessage()).doesNotContain(value.substring(0, Math.min(3, value.length())));
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "order-42:capture", "8e03978e-40d5-43e8-bc93-6894a57f9324", "!\"\\~"})
    void anyVisibleAsciiIsUsable(String value) {
        assertThat(IdempotencyKey.of(value).value()).isEqualTo(value);
        assertThat(IdempotencyKey.of("k".repeat(255)).value()).hasSize(255);
    }

    @Test
    void aKeyShowsAShortHashOnly() {
        IdempotencyKey key = IdempotencyKey.of("idem-raw-1");

        assertThat(key.toString()).matches("key#[0-9a-f]{8}").doesNotContain("idem");
        assertThat(key).hasToString(IdempotencyKey.of("idem-raw-1").toString());
        assertThat(key.toString()).isNotEqualTo(IdempotencyKey.of("idem-raw-2").toString());
    }

    @Test
    void keysAreEqualByValue() {
        assertThat(IdempotencyKey.of("a1"))
                .isEqualTo(IdempotencyKey.of("a1"))
                .hasSameHashCodeAs(IdempotencyKey.of("a1"));
        assertThat(IdempotencyKey.of("a1"))
                .isNotEqualTo(IdempotencyKey.of("a2"))
                .isNotEqualTo("a1");
    }
}
