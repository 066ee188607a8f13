package dev.reprise.internal.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.action.SendMark;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyAgeTest {

    private static final Instant FIRST = Instant.parse("2026-03-01T00:00:00Z");

    @ParameterizedTest
    @CsvSource({
        // wall time passed, monotonic time passed, attempt, same ticker, lives (lifetime 24 h)
        "PT23H59M, PT23H59M, PT1M, true, true",
        "PT23H59M, PT23H59M, PT1M0.000000001S, true, false",
        "PT24H, PT24H, PT0S, true, true",
        "PT24H1S, PT24H1S, PT0S, true, false",
        "PT1H, PT25H, PT0S, true, false",
        "PT25H, PT1H, PT0S, true, false",
        "PT1H, PT25H, PT0S, false, true",
        "PT1H, PT-5H, PT0S, true, true",
        "PT-0.001S, PT1H, PT0S, true, false",
        "PT-0.001S, PT1H, PT0S, false, false",
    })
    void countsByTheLargerOfBothTimes(Duration wall, Duration ticks, Duration attempt, boolean same, boolean lives) {
        SendMark first = new SendMark(FIRST, Long.MAX_VALUE - 5, "me");
        SendMark now = new SendMark(FIRST.plus(wall), Long.MAX_VALUE - 5 + ticks.toNanos(), "me");

        assertThat(KeyAge.lives(first, now, same, Duration.ofHours(24), attempt))
                .isEqualTo(lives);
    }

    @Test
    void survivesTheLongestDurations() {
        SendMark first = new SendMark(Instant.MIN, Long.MIN_VALUE, "me");
        SendMark now = new SendMark(Instant.MAX, Long.MAX_VALUE, "me");

        assertThat(KeyAge.lives(first, now, true, Duration.ofSeconds(Long.MAX_VALUE), Duration.ofNanos(Long.MAX_VALUE)))
                .isTrue();
        assertThat(KeyAge.lives(first, now, true, Duration.ofDays(1), Duration.ofNanos(Long.MAX_VALUE)))
                .isFalse();
    }
}
