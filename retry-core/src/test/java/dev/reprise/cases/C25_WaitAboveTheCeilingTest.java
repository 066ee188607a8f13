package dev.reprise.cases;

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

/** A wish up to the ceiling is honoured to the second; a longer one is handed to the caller instead of being cut. */
class C25_WaitAboveTheCeilingTest {

    private final FakeTime time = new FakeTime();

    private RetryPolicy.Builder policy() {
        return Policies.plain(time).retryAfterCeiling(Duration.ofSeconds(60));
    }

    @ParameterizedTest
    @CsvSource({"429, 59", "429, 60", "503, 59", "503, 60"})
    void upToTheCeilingItIsWaitedFor(int status, int seconds) {
        FakeTransport transport =
                new FakeTransport(time, status(status, "Retry-After", String.valueOf(seconds)), status(200));

        transport.call(policy().build(), Facts.of("GET"));

        assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @CsvSource({"429, 61", "429, 3600", "503, 61", "503, 3600"})
    void aboveItTheCallerGetsTheAnswerAndTheWish(int status, int seconds) {
        FakeTransport transport =
                new FakeTransport(time, status(status, "Retry-After", String.valueOf(seconds)), status(200));

        FakeTransport.Ended ended = transport.call(policy().build(), Facts.of("GET"));

        assertThat(transport.requests()).isEqualTo(1);
        assertThat(time.sleeps()).isEmpty();
        assertThat(ended.answer().status()).isEqualTo(status);
        assertThat(ended.ending()).isEqualTo(Ending.RETRY_AFTER_TOO_LONG);
        assertThat(ended.outcome().retryAfter()).isEqualTo(Duration.ofSeconds(seconds));
        assertThat(ended.outcome()).asString().contains("(" + Duration.ofSeconds(seconds) + ")");
    }

    @Test
    void jitterNeitherPushesAPermittedWaitOverTheCeilingNorMakesItMissIt() {
        FakeTransport transport = new FakeTransport(time, status(503, "Retry-After", "60"), status(200));

        transport.call(policy().retryAfterJitter(1).random(() -> 0.99).build(), Facts.of("GET"));

        assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(60));
    }

    @Test
    void aWishBelowTheBackoffDoesNotShortenIt() {
        FakeTransport transport = new FakeTransport(time, status(503, "Retry-After", "1"), status(200));

        transport.call(policy().backoff(Backoff.fixed(Duration.ofSeconds(5))).build(), Facts.of("GET"));

        assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(5));
    }
}
