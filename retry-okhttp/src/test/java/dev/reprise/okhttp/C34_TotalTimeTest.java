package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.Backoff;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.time.Duration;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;

/** One limit over all attempts. */
class C34_TotalTimeTest {

    @Test
    void an_attempt_that_would_start_after_the_deadline_is_not_waited_for() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.STALL));
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain(),
                    Calls.policy()
                            .maxAttempts(100)
                            .deadline(Duration.ofMillis(2000))
                            .attemptTimeout(Duration.ofMillis(600))
                            .backoff(Backoff.fixed(Duration.ofMillis(600)))
                            .build());
            Result result = Result.of(client, Calls.get(server, "/"));
            assertThat(server.requests()).hasSize(2);
            assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
            assertThat(result.took()).isLessThan(Duration.ofSeconds(10));
        }
    }

    @Test
    void without_a_deadline_of_the_users_the_attempts_are_the_limit() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(503));
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain(), Calls.policy().maxAttempts(2).build());
            Result result = Result.of(client, Calls.get(server, "/"));
            assertThat(server.requests()).hasSize(2);
            assertThat(result.ending()).isEqualTo(Ending.ATTEMPTS);
        }
    }
}
