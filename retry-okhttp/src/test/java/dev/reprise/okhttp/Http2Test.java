package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.outcome.Effect;
import dev.reprise.testing.Break;
import dev.reprise.testing.Gate;
import dev.reprise.testing.Http2FaultServer;
import dev.reprise.testing.Http2Script;
import dev.reprise.testing.Point;
import java.io.IOException;
import java.time.Duration;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What HTTP/2 proves, and what it does not. */
class Http2Test {

    private static OkHttpClient client(Http2FaultServer server, RetryPolicy policy) {
        return RetryOkHttp.wrap(
                Calls.plain()
                        .newBuilder()
                        .sslSocketFactory(server.sslContext().getSocketFactory(), server.trustManager())
                        .build(),
                policy);
    }

    private static OkHttpClient client(Http2FaultServer server) {
        return client(server, Calls.policy().maxAttempts(1).build());
    }

    private static Request get(Http2FaultServer server) {
        return new Request.Builder().url(server.url("/")).build();
    }

    private static Request post(Http2FaultServer server) {
        return get(server)
                .newBuilder()
                .post(RequestBody.create("amount=100", Calls.TEXT))
                .build();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_refused_stream_is_sent_again_once_and_free_of_charge(boolean reused) throws IOException {
        try (Http2FaultServer server = Http2FaultServer.start()) {
            OkHttpClient client = client(server);
            if (reused) {
                Calls.text(client, get(server));
            }
            int before = server.applied();
            server.enqueue(Http2Script.resetStreamAt(Point.REQUEST_READ, Http2Script.REFUSED_STREAM));
            Result result = Result.of(client, post(server));
            assertThat(result.status()).isEqualTo(200);
            assertThat(result.attempts()).isEqualTo(1);
            assertThat(server.applied() - before).isEqualTo(1);
        }
    }

    @Test
    void two_refusals_in_a_row_are_not_both_free() {
        try (Http2FaultServer server = Http2FaultServer.start()) {
            server.otherwise(Http2Script.resetStreamAt(Point.REQUEST_READ, Http2Script.REFUSED_STREAM));
            Result result = Result.of(client(server), post(server));
            assertThat(result.failure()).isInstanceOf(IOException.class);
            assertThat(result.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(server.streams()).hasSize(2);
            assertThat(server.applied()).isZero();
        }
    }

    @Test
    void a_goodbye_that_excludes_the_stream_proves_that_it_was_not_processed() {
        try (Http2FaultServer server = Http2FaultServer.start()) {
            server.enqueue(Http2Script.answer(200).goingAwayExcluded(Http2Script.NO_ERROR));
            Result result = Result.of(client(server), post(server));
            assertThat(result.status()).isEqualTo(200);
            assertThat(server.applied()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                Http2Script.INTERNAL_ERROR,
                Http2Script.PROTOCOL_ERROR,
                Http2Script.CANCEL,
                Http2Script.ENHANCE_YOUR_CALM,
                Http2Script.HTTP_1_1_REQUIRED
            })
    void any_other_reset_proves_nothing(int code) throws IOException {
        try (Http2FaultServer server = Http2FaultServer.start()) {
            OkHttpClient client = client(server, Calls.policy().build());
            Calls.text(client, get(server));
            int before = server.streams().size();
            server.enqueue(Http2Script.resetStreamAt(Point.COMMITTED, code));
            Result result = Result.of(client, post(server));
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            assertThat(server.streams()).hasSize(before + 1);
        }
    }

    @Test
    void a_goodbye_that_covers_the_stream_and_a_close_prove_nothing() throws IOException {
        try (Http2FaultServer server = Http2FaultServer.start()) {
            OkHttpClient client = client(server, Calls.policy().build());
            Calls.text(client, get(server));
            int before = server.streams().size();
            server.enqueue(Http2Script.answer(200)
                    .goingAwayCoveredAt(Point.COMMITTED, Http2Script.NO_ERROR)
                    .breakingAt(Point.COMMITTED, Break.CLOSE));
            Result result = Result.of(client, post(server));
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            assertThat(server.streams()).hasSize(before + 1);
        }
    }

    @Test
    void the_deadline_ends_one_stream_and_leaves_the_connection_to_the_others() throws IOException {
        try (Http2FaultServer server = Http2FaultServer.start()) {
            OkHttpClient client = client(server, Calls.policy().build());
            Calls.text(client, get(server));
            RetryPolicy hurried =
                    Calls.policy().deadline(Duration.ofMillis(400)).build();
            Gate gate = new Gate();
            server.enqueue(Http2Script.answer(200).holdingAt(Point.COMMITTED, gate));
            Result result = Result.of(client, RetryOkHttp.with(post(server), hurried));
            assertThat(result.took()).isLessThan(Duration.ofSeconds(8));
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            gate.open();
            assertThat(Result.of(client, get(server)).status()).isEqualTo(200);
            assertThat(server.connections()).hasSize(1);
        }
    }
}
