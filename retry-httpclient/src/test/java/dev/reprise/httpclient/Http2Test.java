package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.outcome.Effect;
import dev.reprise.testing.Break;
import dev.reprise.testing.Gate;
import dev.reprise.testing.Http2FaultServer;
import dev.reprise.testing.Http2Script;
import dev.reprise.testing.Point;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What HTTP/2 proves, and what it does not. */
class Http2Test {

    private static HttpClient client(Http2FaultServer server, RetryPolicy policy) {
        return RetryHttpClient.wrap(
                HttpClient.newBuilder().sslContext(server.sslContext()).build(), policy);
    }

    private static HttpClient client(Http2FaultServer server) {
        return client(server, Calls.policy().build());
    }

    private static HttpRequest.Builder get(Http2FaultServer server) {
        return HttpRequest.newBuilder(server.uri("/"));
    }

    private static HttpRequest.Builder post(Http2FaultServer server) {
        return Calls.post(server.uri("/pay"));
    }

    @ParameterizedTest
    @EnumSource
    void an_answer_comes_over_it(Result.Way way) {
        try (Http2FaultServer server = Http2FaultServer.start()) {
            server.enqueue(Http2Script.answer(503, "busy"), Http2Script.answer(200, "there"));
            Result result = way.of(client(server), get(server));
            assertThat(result.body()).isEqualTo("there");
            assertThat(result.attempts()).isEqualTo(2);
            assertThat(server.connections()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_refused_stream_is_sent_again(Result.Way way) {
        try (Http2FaultServer server = Http2FaultServer.start()) {
            server.enqueue(Http2Script.resetStreamAt(Point.REQUEST_READ, Http2Script.REFUSED_STREAM));
            Result result = way.of(client(server), post(server));
            assertThat(result.status()).isEqualTo(200);
            assertThat(server.applied()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_stream_that_is_refused_again_and_again_was_certainly_not_processed(Result.Way way) {
        try (Http2FaultServer server = Http2FaultServer.start()) {
            server.otherwise(Http2Script.resetStreamAt(Point.REQUEST_READ, Http2Script.REFUSED_STREAM));
            Result result = way.of(client(server), post(server));
            assertThat(result.failure()).isNotInstanceOf(UnknownOutcomeException.class);
            assertThat(result.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(result.attempts()).isEqualTo(3);
            assertThat(server.applied()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_refusal_after_the_answer_began_proves_nothing(Result.Way way) {
        try (Http2FaultServer server = Http2FaultServer.start()) {
            server.otherwise(Http2Script.answer(200, "0123456789")
                    .resettingStreamAt(Point.BODY_PARTLY_SENT, Http2Script.REFUSED_STREAM));
            Result result = way.of(client(server), post(server));
            assertThat(result.effect()).isEqualTo(Effect.APPLIED);
            assertThat(server.streams()).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SEND, 1", "SEND, 2", "SEND, 8", "SEND, 11", "SEND, 13",
        "SEND_ASYNC, 1", "SEND_ASYNC, 2", "SEND_ASYNC, 8", "SEND_ASYNC, 11", "SEND_ASYNC, 13"
    })
    void any_other_reset_proves_nothing(Result.Way way, int code) {
        try (Http2FaultServer server = Http2FaultServer.start()) {
            HttpClient client = client(server);
            assertThat(way.of(client, get(server)).status()).isEqualTo(200);
            int before = server.streams().size();
            server.enqueue(Http2Script.resetStreamAt(Point.COMMITTED, code));
            Result result = way.of(client, post(server));
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            assertThat(server.streams()).hasSize(before + 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_goodbye_that_covers_the_stream_proves_nothing(Result.Way way) {
        try (Http2FaultServer server = Http2FaultServer.start()) {
            server.enqueue(Http2Script.answer(200)
                    .goingAwayCoveredAt(Point.COMMITTED, Http2Script.NO_ERROR)
                    .breakingAt(Point.COMMITTED, Break.CLOSE));
            Result result = way.of(client(server), post(server));
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            assertThat(server.streams()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_goodbye_that_excludes_the_stream_never_leads_to_a_second_charge(Result.Way way) {
        try (Http2FaultServer server = Http2FaultServer.start()) {
            server.enqueue(Http2Script.answer(200).goingAwayExcluded(Http2Script.NO_ERROR));
            Result result = way.of(client(server), post(server));
            // Older clients do not tell it from one that covers the stream, newer ones send again by themselves.
            boolean sentAgain = result.status() == 200;
            assertThat(sentAgain || result.failure() instanceof UnknownOutcomeException)
                    .isTrue();
            assertThat(server.applied()).isEqualTo(sentAgain ? 1 : 0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_bound_charge_survives_a_reset(Result.Way way) {
        try (Http2FaultServer server = Http2FaultServer.start()) {
            server.enqueue(Http2Script.resetStreamAt(Point.COMMITTED, Http2Script.INTERNAL_ERROR));
            BusinessAction action = Calls.actions().open("payment", "order-1");
            Result result = way.of(client(server), RetryHttpClient.bind(post(server), action));
            assertThat(result.status()).isEqualTo(200);
            assertThat(result.attempts()).isEqualTo(2);
            assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
        }
    }

    @ParameterizedTest
    @EnumSource
    void the_deadline_ends_one_stream_and_leaves_the_connection_to_the_others(Result.Way way) {
        try (Http2FaultServer server = Http2FaultServer.start()) {
            HttpClient client = client(server);
            assertThat(way.of(client, get(server)).status()).isEqualTo(200);
            RetryPolicy hurried =
                    Calls.policy().deadline(Duration.ofMillis(400)).build();
            Gate gate = new Gate();
            server.enqueue(Http2Script.answer(200).holdingAt(Point.COMMITTED, gate));
            Result result = way.of(client, RetryHttpClient.with(post(server), hurried));
            assertThat(result.took()).isLessThan(Calls.SOON);
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            gate.open();
            assertThat(way.of(client, get(server)).status()).isEqualTo(200);
            assertThat(server.connections()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_stream_that_could_not_be_opened_was_certainly_not_processed(Result.Way way) throws Exception {
        try (Http2FaultServer server = Http2FaultServer.start()) {
            server.maxConcurrentStreams(1);
            Gate gate = new Gate();
            HttpClient client = client(server);
            // After a whole answer the client has certainly read the limit, too.
            assertThat(way.of(client, get(server)).status()).isEqualTo(200);
            server.enqueue(Http2Script.answer(200).holdingAt(Point.COMMITTED, gate));
            CompletableFuture<HttpResponse<String>> first =
                    client.sendAsync(get(server).build(), BodyHandlers.ofString());
            gate.awaitArrival(Calls.SOON);
            Result result = way.of(client, post(server));
            assertThat(result.failure()).hasMessageContaining("too many concurrent streams");
            assertThat(result.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(result.attempts()).isEqualTo(3);
            assertThat(server.streams()).hasSize(2);
            gate.open();
            assertThat(first.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        }
    }
}
