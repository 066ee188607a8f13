package dev.reprise.internal.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NanosTest {

    private static final long MAX = Long.MAX_VALUE;
    private static final long MIN = Long.MIN_VALUE;

    @Test
    void durationsThatFitAreExact() {
        assertThat(Nanos.saturated(Duration.ofSeconds(-3, 7))).isEqualTo(-2_999_999_993L);
        assertThat(Nanos.saturated(Duration.ofNanos(MAX))).isEqualTo(MAX);
        assertThat(Nanos.saturated(Duration.ofNanos(MIN))).isEqualTo(MIN);
    }

    @Test
    void durationsThatDoNotFitStopAtTheEnd() {
        assertThat(Nanos.saturated(Duration.ofNanos(MAX).plusNanos(1))).isEqualTo(MAX);
        assertThat(Nanos.saturated(Duration.ofSeconds(MAX, 999_999_999))).isEqualTo(MAX);
        assertThat(Nanos.saturated(Duration.ofNanos(MIN).minusNanos(1))).isEqualTo(MIN);
        assertThat(Nanos.saturated(Duration.ofSeconds(MIN))).isEqualTo(MIN);
    }

    @Test
    void sumsStopAtTheEnd() {
        assertThat(Nanos.saturatedAdd(2, 3)).isEqualTo(5);
        assertThat(Nanos.saturatedAdd(MAX - 1, 1)).isEqualTo(MAX);
        assertThat(Nanos.saturatedAdd(MAX, 1)).isEqualTo(MAX);
        assertThat(Nanos.saturatedAdd(1, MAX)).isEqualTo(MAX);
        assertThat(Nanos.saturatedAdd(MIN, -1)).isEqualTo(MIN);
        assertThat(Nanos.saturatedAdd(MIN, MIN)).isEqualTo(MIN);
        assertThat(Nanos.saturatedAdd(MIN, MAX)).isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 s",
        "86400000000000, 24 h",
        "5000000000, 5 s",
        "1500000000, 1500 ms",
        "1500, 1500 ns",
        "-1000000, -1 ms",
        "9223372036854775807, 9223372036854775807 ns"
    })
    void textUsesTheLargestUnitThatIsExact(long nanos, String text) {
        assertThat(Nanos.text(nanos)).isEqualTo(text);
    }
}
