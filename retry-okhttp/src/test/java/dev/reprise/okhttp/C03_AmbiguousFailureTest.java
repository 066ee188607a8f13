package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.event.AttemptStarted;
import dev.reprise.event.RetryListener;
import dev.reprise.outcome.Effect;
import dev.reprise.testing.Break;
import dev.reprise.testing.DeadPort;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.ReceivedRequest;
import dev.reprise.testing.Script;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Never sent, and sent without an answer, are two things. */
class C03_AmbiguousFailureTest {

    private static final Duration SHORT = Duration.ofMillis(500);

    /** Requests of one kind, and how often an ambiguous one of them is sent. */
    enum Kind {
        UNKEYED_POST(1),
        KEYED_POST(3),
        GET(3);

        private final int sends;

        Kind(int sends) {
            this.sends = sends;
        }

        Request to(String url) {
            Request.Builder request = new Request.Builder().url(url);
            if (this == GET) {
                return request.build();
            }
            if (this == KEYED_POST) {
                request.header("Idempotency-Key", "key-1");
            }
            return request.post(RequestBody.create("amount=100", Calls.TEXT)).build();
        }
    }

    private final List<AttemptStarted> started = new ArrayList<>();

    private RetryPolicy policy() {
        return Calls.policy()
                .keyHeader("Idempotency-Key")
                .listener(new RetryListener() {
                    @Override
                    public void attemptStarted(AttemptStarted event) {
                        started.add(event);
                    }
                })
                .build();
    }

    private OkHttpClient client() {
        return RetryOkHttp.wrap(
                Calls.plain()
                        .newBuilder()
                        .connectTimeout(SHORT)
                        .readTimeout(SHORT)
                        .build(),
                policy());
    }

    @ParameterizedTest
    @EnumSource
    void a_refused_connection_is_tried_again(Kind kind) {
        try (DeadPort port = DeadPort.refusing()) {
            Result result = Result.of(client(), kind.to(port.url("/pay")));
            assertThat(result.failure()).isInstanceOf(ConnectException.class);
            assertThat(result.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(started).hasSize(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_connect_that_takes_too_long_is_tried_again(Kind kind) {
        try (DeadPort port = DeadPort.silent()) {
            Result result = Result.of(client(), kind.to(port.url("/pay")));
            assertThat(result.failure()).isInstanceOf(SocketTimeoutException.class);
            assertThat(result.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(started).hasSize(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_reset_after_the_whole_request(Kind kind) {
        ambiguous(kind, Script.breakAt(Point.COMMITTED, Break.RESET));
    }

    @ParameterizedTest
    @EnumSource
    void silence_after_the_whole_request(Kind kind) {
        ambiguous(kind, Script.breakAt(Point.COMMITTED, Break.STALL));
    }

    private void ambiguous(Kind kind, Script script) {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(script);
            Result result = Result.of(client(), kind.to(server.url("/pay")));
            assertThat(server.requests()).hasSize(kind.sends);
            assertThat(started).hasSize(kind.sends);
            assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
            assertThat(result.failure() instanceof UnknownOutcomeException).isEqualTo(kind != Kind.GET);
            if (kind == Kind.KEYED_POST) {
                assertThat(keys(server)).containsOnly("key-1");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_504_is_handed_over_and_its_effect_is_unknown(Kind kind) {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(504, "gave up waiting"));
            Result result = Result.of(client(), kind.to(server.url("/pay")));
            assertThat(server.requests()).hasSize(kind.sends);
            assertThat(result.status()).isEqualTo(504);
            assertThat(result.body()).isEqualTo("gave up waiting");
            assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
        }
    }

    @Test
    void doubt_stays_when_a_later_attempt_is_refused() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.COMMITTED, Break.CLOSE).stoppingListening());
            Result result = Result.of(client(), Kind.KEYED_POST.to(server.url("/pay")));
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
            assertThat(result.attempts()).isEqualTo(3);
            assertThat(server.ledger().charges()).isEqualTo(1);
        }
    }

    private static List<String> keys(FaultServer server) {
        return server.requests().stream()
                .map((ReceivedRequest request) -> request.header("Idempotency-Key"))
                .toList();
    }
}
