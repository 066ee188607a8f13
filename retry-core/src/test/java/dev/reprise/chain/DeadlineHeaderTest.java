package dev.reprise.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeadlineHeaderTest {

    private static final DeadlineHeader MILLIS = DeadlineHeader.milliseconds("X-Request-Timeout-Ms");
    private static final DeadlineHeader GRPC = DeadlineHeader.grpc();

    @ParameterizedTest
    @CsvSource({
        "PT-1S, 0",
        "PT0S, 0",
        "PT0.000999999S, 0",
        "PT0.001S, 1",
        "PT0.001999999S, 1",
        "PT1.5S, 1500",
        "PT24H, 86400000",
        "PT2562047H47M16.854775807S, 9223372036854",
        "PT876000000H, 9223372036854" // longer than a long has nanoseconds
    })
    void millisecondsAreRoundedDown(Duration left, String value) {
        assertThat(MILLIS.write(left)).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "PT-1S, 1n", // the form has no zero
        "PT0S, 1n",
        "PT0.000000001S, 1n",
        "PT0.099999999S, 99999999n",
        "PT0.1S, 100000u",
        "PT0.1000009S, 100000u",
        "PT99.999999999S, 99999999u",
        "PT100S, 100000m",
        "PT30S, 30000000u",
        "PT99999.9999S, 99999999m",
        "PT100000S, 100000S",
        "PT27777H46M39.9S, 99999999S",
        "PT27777H46M40S, 1666666M",
        "PT1666666H39M59S, 99999999M",
        "PT1666666H40M, 1666666H",
        "PT2562047H47M16.8S, 2562047H"
    })
    void grpcHasTheFinestUnitThatFitsInEightDigits(Duration left, String value) {
        assertThat(GRPC.write(left)).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "0, PT0S",
        "000, PT0S",
        "1, PT0.001S",
        "007, PT0.007S",
        "1500, PT1.5S",
        "' 1500\t', PT1.5S",
        "000000000000001500, PT1.5S",
        "999999999999999999, PT2562047H47M16.854775807S" // the end of long
    })
    void millisecondsAreRead(String value, Duration left) {
        assertThat(MILLIS.read(value)).isEqualTo(left);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                " ",
                "-1",
                "+1",
                "-0",
                "1.5",
                "1e3",
                "0x10",
                "1_000",
                "1 000",
                "1500ms",
                "500, 200",
                "500,500",
                "٣٤", // digits, though not ASCII ones
                "１５",
                "0000000000000001500", // 19 digits
                "9223372036854775808",
                "99999999999999999999999999",
                "NaN",
                "\u00a05",
                "Infinity"
            })
    void whatIsNoNumberOfMillisecondsCountsAsAbsent(String value) {
        assertThat(MILLIS.read(value)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "0n, PT0S",
        "00000000H, PT0S",
        "1n, PT0.000000001S",
        "1u, PT0.000001S",
        "1m, PT0.001S",
        "1S, PT1S",
        "1M, PT1M",
        "1H, PT1H",
        "00000015S, PT15S",
        "' 5S ', PT5S",
        "99999999n, PT0.099999999S",
        "99999999M, PT1666666H39M",
        "99999999H, PT2562047H47M16.854775807S" // the end of long
    })
    void grpcIsRead(String value, Duration left) {
        assertThat(GRPC.read(value)).isEqualTo(left);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                " ",
                "S",
                "1",
                "100",
                "-1S",
                "+1S",
                "1.5S",
                "1s",
                "1h",
                "1N",
                "1U",
                "1D",
                "1 S",
                "1SS",
                "1S, 1S",
                "1S,2S",
                "٣S",
                "123456789n",
                "000000001S",
                "99999999999999999999S",
                "S1"
            })
    void whatIsNotOfGrpcsFormCountsAsAbsent(String value) {
        assertThat(GRPC.read(value)).isNull();
    }

    @Test
    void noReaderEverBelievesThatThereIsMore() {
        SplittableRandom random = new SplittableRandom(42);
        for (int i = 0; i < 100_000; i++) {
            // Every order of magnitude alike.
            Duration left = Duration.ofNanos(Math.max(1, random.nextLong() >>> random.nextInt(1, 64)));
            assertThat(MILLIS.read(MILLIS.write(left)))
                    .isLessThanOrEqualTo(left)
                    .isGreaterThan(left.minusMillis(1));
            Duration grpc = GRPC.read(GRPC.write(left));
            assertThat(grpc).isLessThanOrEqualTo(left);
            assertThat(left.minus(grpc))
                    .as("what rounding may take of %s", left)
                    .isLessThanOrEqualTo(left.dividedBy(100_000));
        }
    }

    @Test
    void namesAreFieldNames() {
        assertThat(GRPC.name()).isEqualTo("grpc-timeout");
        assertThat(DeadlineHeader.grpc("Connect-Timeout").name()).isEqualTo("Connect-Timeout");
        for (String bad : new String[] {"", "two words", "X:Y", "Zeit-ü", "a\r\nb"}) {
            assertThatThrownBy(() -> DeadlineHeader.milliseconds(bad))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("deadline header");
            assertThatThrownBy(() -> DeadlineHeader.grpc(bad)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void itSaysWhatItIs() {
        assertThat(MILLIS).hasToString("X-Request-Timeout-Ms in milliseconds");
        assertThat(GRPC).hasToString("grpc-timeout in gRPC's form");
    }
}
