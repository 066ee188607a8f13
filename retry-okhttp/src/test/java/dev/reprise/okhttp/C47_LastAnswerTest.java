package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.AttemptSummary;
import dev.reprise.backoff.Backoff;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Answer;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Script;
import java.time.Duration;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;

/** The server's last word reaches the caller. */
class C47_LastAnswerTest {

    private final ManualTime time = new ManualTime();

    @Test
    void when_the_attempts_are_used_up() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(503, "one"), Script.answer(503, "two"), Script.answer(503, "three"));
            Result result = Result.of(Calls.client(), Calls.get(server, "/"));
            assertThat(result.status()).isEqualTo(503);
            assertThat(result.body()).isEqualTo("three");
            assertThat(result.ending()).isEqualTo(Ending.ATTEMPTS);
            assertThat(result.outcome().history().stream().map(AttemptSummary::number))
                    .containsExactly(1, 2);
        }
    }

    @Test
    void when_the_deadline_leaves_no_time_for_another() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(503, "one"));
            OkHttpClient client = client(Backoff.fixed(Duration.ofSeconds(20)));
            Result result = Result.of(client, Calls.get(server, "/"));
            assertThat(result.body()).isEqualTo("one");
            assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
        }
    }

    @Test
    void when_the_time_ran_out_during_the_pause() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(503, "one"));
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain(),
                    Calls.policy()
                            .ticker(time)
                            .deadline(Duration.ofSeconds(10))
                            // A machine that was suspended.
                            .sleeper(nanos -> time.advance(Duration.ofHours(1)))
                            .build());
            Result result = Result.of(client, Calls.get(server, "/"));
            assertThat(result.status()).isEqualTo(503);
            assertThat(result.body()).isEqualTo("one");
            assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void when_the_server_asks_for_too_long_a_wait() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(
                    Script.answer(503, "one"),
                    Script.answer(Answer.of(503, "two").header("Retry-After", "3600")));
            Result result = Result.of(client(Backoff.fixed(Duration.ofMillis(1))), Calls.get(server, "/"));
            assertThat(result.body()).isEqualTo("two");
            assertThat(result.ending()).isEqualTo(Ending.RETRY_AFTER_TOO_LONG);
        }
    }

    private OkHttpClient client(Backoff backoff) {
        return RetryOkHttp.wrap(
                Calls.plain(),
                Calls.policy()
                        .sleeper(time)
                        .deadline(Duration.ofSeconds(10))
                        .backoff(backoff)
                        .build());
    }
}
