package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.Backoff;
import dev.reprise.event.AttemptStarted;
import dev.reprise.event.RetryListener;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No attempt gets more time than is left, and none gets zero, which OkHttp reads as endless. */
class C35_AttemptTimeTest {

    private final List<Duration> given = new ArrayList<>();

    private OkHttpClient client(Duration deadline, Duration attempt, Duration pause) {
        return RetryOkHttp.wrap(
                Calls.plain(),
                Calls.policy()
                        .maxAttempts(5)
                        .deadline(deadline)
                        .attemptTimeout(attempt)
                        .backoff(Backoff.fixed(pause))
                        .listener(new RetryListener() {
                            @Override
                            public void attemptStarted(AttemptStarted event) {
                                given.add(Duration.ofNanos(event.timeoutNanos()));
                            }
                        })
                        .build());
    }

    @Test
    void the_second_attempt_gets_what_the_first_one_left() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.STALL));
            Duration attempt = Duration.ofMillis(2000);
            Result result =
                    Result.of(client(Duration.ofMillis(3000), attempt, Duration.ofMillis(100)), Calls.get(server, "/"));
            assertThat(server.requests()).hasSize(2);
            assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
            assertThat(given).hasSize(2);
            assertThat(given.get(0)).isEqualTo(attempt);
            assertThat(given.get(1)).isBetween(Duration.ofNanos(1), Duration.ofMillis(900));
            assertThat(result.took()).isLessThan(Duration.ofSeconds(10));
        }
    }

    @Test
    void an_attempt_time_beyond_the_deadline_is_cut_to_it() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.STALL));
            Result result = Result.of(
                    client(Duration.ofMillis(300), Duration.ofSeconds(60), Duration.ofMillis(1)),
                    Calls.get(server, "/"));
            assertThat(server.requests()).hasSize(1);
            assertThat(given.get(0)).isLessThanOrEqualTo(Duration.ofMillis(300));
            assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
            assertThat(result.took()).isLessThan(Duration.ofSeconds(10));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_head_that_drips_does_not_stretch_an_attempt(boolean tls) {
        try (FaultServer server = tls ? FaultServer.startTls() : FaultServer.start()) {
            server.enqueue(Script.answer(200, "slow").drippingFrom(Point.COMMITTED, Duration.ofMillis(100)));
            server.otherwise(Script.answer(200, "quick"));
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain()
                            .newBuilder()
                            .sslSocketFactory(server.sslSocketFactory(), server.trustManager())
                            .build(),
                    Calls.policy().attemptTimeout(Duration.ofMillis(1500)).build());
            Result result = Result.of(client, Calls.get(server, "/"));
            assertThat(result.body()).isEqualTo("quick");
            assertThat(result.attempts()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void an_upload_that_is_not_taken_does_not_stretch_an_attempt(boolean tls) {
        try (FaultServer server = tls ? FaultServer.startTls() : FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.REQUEST_HEAD_READ, Break.STALL));
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain()
                            .newBuilder()
                            .sslSocketFactory(server.sslSocketFactory(), server.trustManager())
                            .build(),
                    Calls.policy().attemptTimeout(Duration.ofMillis(1500)).build());
            Request upload = Calls.get(server, "/file")
                    .newBuilder()
                    .put(RequestBody.create(new byte[8 * 1024 * 1024], null))
                    .build();
            Result result = Result.of(client, upload);
            assertThat(result.status()).isEqualTo(200);
            assertThat(result.attempts()).isEqualTo(2);
            assertThat(result.took()).isLessThan(Duration.ofSeconds(12));
        }
    }
}
