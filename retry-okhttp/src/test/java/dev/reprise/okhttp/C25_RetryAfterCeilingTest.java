package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.Backoff;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Answer;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Script;
import java.time.Duration;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A wait that is longer than the caller wants ends the call, and the caller learns how long it would have been. */
class C25_RetryAfterCeilingTest {

    private final ManualTime time = new ManualTime();

    private OkHttpClient client(Duration backoff) {
        return RetryOkHttp.wrap(
                Calls.plain(),
                Calls.policy()
                        .sleeper(time)
                        .deadline(Duration.ofHours(2))
                        .retryAfterCeiling(Duration.ofSeconds(60))
                        .backoff(Backoff.fixed(backoff))
                        .build());
    }

    @ParameterizedTest
    @CsvSource({"429, 59", "429, 60", "503, 59", "503, 60"})
    void up_to_the_ceiling_it_is_waited_for(int status, long seconds) {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(Answer.of(status).header("Retry-After", "" + seconds)), Script.answer(200));
            assertThat(Result.of(client(Duration.ofMillis(100)), Calls.get(server, "/"))
                            .status())
                    .isEqualTo(200);
            assertThat(time.pauses()).hasSize(1);
            assertThat(time.pauses().get(0)).isBetween(Duration.ofSeconds(seconds), Duration.ofSeconds(60));
        }
    }

    @ParameterizedTest
    @CsvSource({"429, 61", "429, 3600", "503, 61", "503, 3600"})
    void above_it_the_answer_is_handed_over_at_once(int status, long seconds) {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(Answer.of(status, "busy").header("Retry-After", "" + seconds)));
            Result result = Result.of(client(Duration.ofMillis(100)), Calls.get(server, "/"));
            assertThat(result.status()).isEqualTo(status);
            assertThat(result.body()).isEqualTo("busy");
            assertThat(result.ending()).isEqualTo(Ending.RETRY_AFTER_TOO_LONG);
            assertThat(result.outcome().retryAfter()).isEqualTo(Duration.ofSeconds(seconds));
            assertThat(time.pauses()).isEmpty();
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void a_longer_backoff_of_ones_own_is_kept() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(Answer.of(503).header("Retry-After", "2")), Script.answer(200));
            Result.of(client(Duration.ofSeconds(5)), Calls.get(server, "/"));
            assertThat(time.pauses()).containsExactly(Duration.ofSeconds(5));
        }
    }
}
