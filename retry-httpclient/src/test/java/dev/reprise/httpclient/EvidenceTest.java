package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.outcome.Effect;
import dev.reprise.testing.Answer;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Opening;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a charge that fails at some point is known to have done. */
class EvidenceTest {

    private static HttpClient once() {
        return RetryHttpClient.wrap(
                Calls.plain(),
                Calls.policy()
                        .maxAttempts(1)
                        .attemptTimeout(Duration.ofSeconds(5))
                        .build());
    }

    @ParameterizedTest
    @CsvSource({
        "REQUEST_STARTED, CLOSE, UNKNOWN",
        "REQUEST_STARTED, RESET, UNKNOWN",
        "REQUEST_HEAD_READ, CLOSE, UNKNOWN",
        "REQUEST_BODY_PARTLY_READ, CLOSE, UNKNOWN",
        "REQUEST_READ, RESET, UNKNOWN",
        "COMMITTED, CLOSE, UNKNOWN",
        "INTERIM_SENT, CLOSE, UNKNOWN",
        "STATUS_LINE_PARTLY_SENT, CLOSE, UNKNOWN",
        "STATUS_LINE_SENT, RESET, UNKNOWN",
        "HEADERS_PARTLY_SENT, CLOSE, UNKNOWN",
        "HEAD_SENT, CLOSE, APPLIED",
        "BODY_PARTLY_SENT, CLOSE, APPLIED",
        "BODY_PARTLY_SENT, RESET, APPLIED"
    })
    void a_connection_that_is_lost(Point point, Break how, Effect effect) {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(200, "0123456789").breakingAt(point, how));
            for (Result.Way way : Result.Way.values()) {
                assertThat(way.of(once(), Calls.post(server, "/pay")).effect()).isEqualTo(effect);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_connection_that_is_closed_before_anything_is_read(Result.Way way) {
        try (FaultServer server = FaultServer.start()) {
            server.onEveryConnect(Opening.breakOff(Break.CLOSE));
            assertThat(way.of(once(), Calls.post(server, "/pay")).effect()).isEqualTo(Effect.UNKNOWN);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_head_that_was_sent_alone_may_have_been_acted_on(Result.Way way) {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.REQUEST_HEAD_READ, Break.CLOSE));
            Result result = way.of(Calls.client(), Calls.post(server, "/pay").expectContinue(true));
            assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
            assertThat(result.attempts()).isEqualTo(1);
            assertThat(server.partialRequests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_answer_to_an_upload_that_was_not_finished_is_an_answer(Result.Way way) {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(
                    Script.answer(Answer.of(413, "too large").closing()).early());
            Result result = way.of(Calls.client(), Calls.post(server, "/pay"));
            assertThat(result.status()).isEqualTo(413);
            assertThat(result.attempts()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void what_is_not_http_is_not_asked_for_again(Result.Way way) {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(Answer.raw("what do you want?\r\n\r\n")));
            Result result = way.of(Calls.client(), Calls.get(server, "/"));
            assertThat(result.failure()).isInstanceOf(ProtocolException.class);
            assertThat(result.attempts()).isEqualTo(1);
            assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_misdirected_request_cannot_be_sent_over_another_connection_at_will(Result.Way way) {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(421, "not me"));
            Result result = way.of(Calls.client(), Calls.post(server, "/pay"));
            assertThat(result.status()).isEqualTo(421);
            assertThat(result.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_proxy_that_refuses_the_tunnel_has_sent_nothing_on(Result.Way way) {
        try (FaultServer proxy = FaultServer.start()) {
            proxy.otherwise(Script.answer(502, "no"));
            HttpClient client = RetryHttpClient.wrap(
                    Calls.plainBuilder()
                            .proxy(ProxySelector.of(new InetSocketAddress("127.0.0.1", proxy.port())))
                            .build(),
                    Calls.policy().build());
            Result result = way.of(client, Calls.post(URI.create("https://pay.test/pay")));
            assertThat(result.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(result.attempts()).isEqualTo(3);
        }
    }

    @Test
    void a_request_without_a_publisher_is_not_seen_to_leave() {
        Result result = Result.Way.SEND.of(
                Calls.client(), java.net.http.HttpRequest.newBuilder(URI.create("http://nowhere.test/")));
        assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(result.attempts()).isEqualTo(3);
    }
}
