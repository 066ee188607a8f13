package dev.reprise.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyShapeTest {

    @Test
    void uuidsAreOfVersion4() {
        assertThat(KeyShape.UUID.newKey().value())
                .matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    }

    @Test
    void hexIs32LowerCaseDigits() {
        assertThat(KeyShape.HEX32.newKey().value()).matches("[0-9a-f]{32}");
    }

    @Test
    void noKeyIsMadeTwice() {
        Set<String> made = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            made.add(KeyShape.UUID.newKey().value());
            made.add(KeyShape.HEX32.newKey().value());
        }
        assertThat(made).hasSize(2_000);
    }

    @ParameterizedTest
    @CsvSource({"01, 128", "0123456789abcdef, 32", "0123456789ABCDEFGHIJKLMNOPQRSTUV, 26", "0123456789, 39"})
    void aShapeOfOnesOwnIsAsShortAs128BitsAllow(String alphabet, int length) {
        assertThat(KeyShape.of(length, alphabet).newKey().value())
                .hasSize(length)
                .matches("[" + alphabet + "]+");
        assertThat(KeyShape.of(255, alphabet).newKey().value()).hasSize(length);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyShape.of(length - 1, alphabet))
                .withMessageContaining("maxLength is " + (length - 1));
    }

    @ParameterizedTest
    @CsvSource({"0, 0123456789abcdef", "256, 0123456789abcdef", "64, a", "64, abca", "64, 'ab cdefgh'", "64, 'abcdé'"})
    void unusableShapesAreRefused(int maxLength, String alphabet) {
        assertThatIllegalArgumentException().isThrownBy(() -> KeyShape.of(maxLength, alphabet));
    }
}
