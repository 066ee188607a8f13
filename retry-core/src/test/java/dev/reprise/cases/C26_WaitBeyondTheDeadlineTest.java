package dev.reprise.cases;

import static dev.reprise.testkit.FakeTransport.after;
import static dev.reprise.testkit.FakeTransport.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.backoff.Backoff;
import dev.reprise.outcome.Ending;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A pause that would end at or after the deadline is not begun. */
class C26_WaitBeyondTheDeadlineTest {

    private static final Duration TWO = Duration.ofSeconds(2);

    private final FakeTime time = new FakeTime();

    private RetryPolicy.Builder policy() {
        return Policies.plain(time).deadline(Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @CsvSource({"30", "8"})
    void aWishThatReachesTheDeadlineEndsTheCallAtOnce(String seconds) {
        FakeTransport transport = new FakeTransport(time, after(TWO, status(503, "Retry-After", seconds)), status(200));

        FakeTransport.Ended ended = transport.call(policy().build(), Facts.of("GET"));

        assertThat(time.elapsed()).isEqualTo(TWO);
        assertThat(transport.requests()).isEqualTo(1);
        assertThat(ended.answer().status()).isEqualTo(503);
        assertThat(ended.ending()).isEqualTo(Ending.RETRY_AFTER_TOO_LONG);
        assertThat(ended.ending().reason()).contains("deadline");
    }

    @Test
    void soDoesABackoffThatReachesIt() {
        FakeTransport transport = new FakeTransport(time, after(TWO, status(503)), status(200));

        FakeTransport.Ended ended = transport.call(
                policy().backoff(Backoff.fixed(Duration.ofSeconds(9))).build(), Facts.of("GET"));

        assertThat(time.elapsed()).isEqualTo(TWO);
        assertThat(ended.answer().status()).isEqualTo(503);
        assertThat(ended.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(ended.ending().reason()).isEqualTo("the deadline leaves no time for an attempt");
    }

    @Test
    void aWishThatLeavesASecondIsHonoured() {
        FakeTransport transport = new FakeTransport(time, after(TWO, status(503, "Retry-After", "7")), status(200));

        FakeTransport.Ended ended = transport.call(policy().build(), Facts.of("GET"));

        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(transport.seen().get(1).at()).isEqualTo(Duration.ofSeconds(9));
        assertThat(transport.seen().get(1).limitNanos())
                .isEqualTo(Duration.ofSeconds(1).toNanos());
    }

    @Test
    void jitterOnTopDoesNotReachTheDeadlineEither() {
        FakeTransport transport = new FakeTransport(time, after(TWO, status(503, "Retry-After", "7")), status(200));

        FakeTransport.Ended ended =
                transport.call(policy().retryAfterJitter(1).random(() -> 0.99).build(), Facts.of("GET"));

        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(time.sleeps().get(0)).isBetween(Duration.ofSeconds(7), Duration.ofMillis(7950));
    }
}
