package dev.reprise.deadline;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.reprise.time.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadlineTest {

    private final AtomicLong now = new AtomicLong(1_000);
    private final Ticker ticker = now::get;

    @Test
    void whatIsLeftShrinksWithTheTicker() {
        Deadline deadline = Deadline.after(ofSeconds(5), ticker);

        assertThat(deadline.isBounded()).isTrue();
        assertThat(deadline.remainingNanos()).isEqualTo(5_000_000_000L);
        now.addAndGet(4_500_000_000L);
        assertThat(deadline.remaining()).isEqualTo(ofMillis(500));
        assertThat(deadline.isExpired()).isFalse();
        now.addAndGet(499_999_999);
        assertThat(deadline.remaining()).isEqualTo(ofNanos(1));
        assertThat(deadline.isExpired()).isFalse();
    }

    @Test
    void itIsOverFromTheMomentItNames() {
        Deadline deadline = Deadline.after(ofSeconds(5), ticker);

        now.addAndGet(5_000_000_000L);
        assertThat(deadline.isExpired()).isTrue();
        assertThat(deadline.remainingNanos()).isZero();
        now.addAndGet(3);
        assertThat(deadline.isExpired()).isTrue();
        assertThat(deadline.remainingNanos()).isEqualTo(-3);
        assertThat(deadline.remaining()).isEqualTo(Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -5_000_000_000L, -1, 0, Long.MAX_VALUE - 1, Long.MAX_VALUE})
    void anyReadingOfTheTickerWillDo(long start) {
        now.set(start);
        Deadline deadline = Deadline.after(ofSeconds(5), ticker);
        Deadline later = Deadline.after(ofSeconds(6), ticker);

        assertThat(deadline.remaining()).isEqualTo(ofSeconds(5));
        assertThat(later.earlier(deadline)).isSameAs(deadline);
        now.addAndGet(4_999_999_999L);
        assertThat(deadline.isExpired()).isFalse();
        now.addAndGet(1);
        assertThat(deadline.isExpired()).isTrue();
        assertThat(later.isExpired()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE})
    void aDurationTooLongToCountIsKeptAsAVeryLongOne(long start) {
        now.set(start);
        Deadline deadline = Deadline.after(ofSeconds(Long.MAX_VALUE), ticker);

        assertThat(deadline.isBounded()).isTrue();
        assertThat(deadline.remaining()).isGreaterThan(Duration.ofDays(50_000));
        assertThat(deadline.isExpired()).isFalse();
        now.addAndGet(-1_000);
        assertThat(deadline.isExpired()).as("a ticker that slipped back").isFalse();
        assertThat(deadline.earlier(Deadline.after(ofSeconds(1), ticker)).remaining())
                .isEqualTo(ofSeconds(1));
    }

    @Test
    void noneNeverComes() {
        assertThat(Deadline.none().isBounded()).isFalse();
        assertThat(Deadline.none().isExpired()).isFalse();
        assertThat(Deadline.none().remainingNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(Deadline.none().remaining()).isEqualTo(ofNanos(Long.MAX_VALUE));
        assertThat(Deadline.none().earlier(Deadline.none())).isSameAs(Deadline.none());
    }

    @Test
    void theEarlierOfTwoRules() {
        Deadline soon = Deadline.after(ofSeconds(1), ticker);
        Deadline late = Deadline.after(ofSeconds(2), ticker);

        assertThat(soon.earlier(late)).isSameAs(soon);
        assertThat(late.earlier(soon)).isSameAs(soon);
        assertThat(late.earlier(Deadline.none())).isSameAs(late);
        assertThat(Deadline.none().earlier(late)).isSameAs(late);
        Deadline equal = Deadline.after(ofSeconds(1), ticker);
        assertThat(soon.earlier(equal)).isSameAs(soon);
    }

    @Test
    void deadlinesOfDifferentTickersCompareByWhatIsLeft() {
        Deadline here = Deadline.after(ofSeconds(2), ticker);
        AtomicLong elsewhere = new AtomicLong(Long.MAX_VALUE);
        Deadline there = Deadline.after(ofSeconds(3), elsewhere::get);

        assertThat(here.earlier(there)).isSameAs(here);
        elsewhere.addAndGet(2_000_000_000L);
        assertThat(here.earlier(there)).isSameAs(there);
        assertThat(there.earlier(here)).isSameAs(there);
    }

    @Test
    void withoutATickerItCountsRealTime() {
        Deadline deadline = Deadline.after(Duration.ofHours(1));

        assertThat(deadline.remaining()).isBetween(Duration.ofMinutes(30), Duration.ofHours(1));
    }

    @Test
    @SuppressWarnings("NullAway")
    void nullIsRefused() {
        assertThatNullPointerException().isThrownBy(() -> Deadline.after(null)).withMessageContaining("duration");
        assertThatNullPointerException()
                .isThrownBy(() -> Deadline.after(ofSeconds(1), null))
                .withMessageContaining("ticker");
    }

    @Test
    void itTellsWhatIsLeft() {
        Deadline deadline = Deadline.after(ofMillis(1_500), ticker);

        assertThat(deadline).hasToString("deadline in 1500 ms");
        now.addAndGet(1_500_000_000L);
        assertThat(deadline).hasToString("deadline over");
        assertThat(Deadline.none()).hasToString("no deadline");
    }
}
