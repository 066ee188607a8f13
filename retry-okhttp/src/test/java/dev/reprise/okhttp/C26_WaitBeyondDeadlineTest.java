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

/** A pause after which nothing could be sent in time is not begun. */
class C26_WaitBeyondDeadlineTest {

    private final ManualTime time = new ManualTime();

    private OkHttpClient client(Duration backoff) {
        return RetryOkHttp.wrap(
                Calls.plain(),
                Calls.policy()
                        .ticker(time)
                        .sleeper(time)
                        .retryAfterJitter(0)
                        .deadline(Duration.ofSeconds(10))
                        .backoff(Backoff.fixed(backoff))
                        .build());
    }

    /** Answers after two seconds. */
    private Script busy(String retryAfter) {
        return Script.answering(request -> {
            time.advance(Duration.ofSeconds(2));
            Answer answer = Answer.of(503, "busy");
            return retryAfter == null ? answer : answer.header("Retry-After", retryAfter);
        });
    }

    @ParameterizedTest
    @CsvSource({"30, 100, RETRY_AFTER_TOO_LONG", "8, 100, RETRY_AFTER_TOO_LONG", ", 9000, DEADLINE"})
    void the_answer_is_handed_over_at_once(String retryAfter, long backoffMillis, Ending ending) {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(busy(retryAfter));
            Result result = Result.of(client(Duration.ofMillis(backoffMillis)), Calls.get(server, "/"));
            assertThat(result.status()).isEqualTo(503);
            assertThat(result.body()).isEqualTo("busy");
            assertThat(result.ending()).isEqualTo(ending);
            assertThat(time.pauses()).isEmpty();
            assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(2));
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void a_wait_that_leaves_a_second_is_waited() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(busy("7"), Script.answer(200, "there"));
            assertThat(Result.of(client(Duration.ofMillis(100)), Calls.get(server, "/"))
                            .body())
                    .isEqualTo("there");
            assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(9));
        }
    }
}
