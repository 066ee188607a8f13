package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.UnknownOutcomeException;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Answer;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.io.EOFException;
import java.net.InetAddress;
import java.util.List;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What OkHttp sends again by itself reaches the server once through a wrapped client. */
class C01_HiddenResendTest {

    @Test
    void an_unwrapped_client_charges_twice_so_there_is_something_to_prevent() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient stock = Calls.plain();
            Calls.text(stock, Calls.get(server, "/warm"));
            server.enqueue(Script.breakAt(Point.COMMITTED, Break.CLOSE));
            Result result = Result.of(stock, Calls.post(server, "/pay"));
            assertThat(result.status()).isEqualTo(200);
            assertThat(server.ledger().charges()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "COMMITTED, CLOSE",
        "COMMITTED, HALF_CLOSE",
        "COMMITTED, RESET",
        "REQUEST_BODY_PARTLY_READ, CLOSE",
        "INTERIM_SENT, CLOSE",
        "STATUS_LINE_PARTLY_SENT, CLOSE",
        "HEADERS_PARTLY_SENT, RESET"
    })
    void a_charge_over_a_reused_connection_that_breaks_is_sent_once(Point point, Break how) throws Exception {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient client = Calls.client();
            Calls.text(client, Calls.get(server, "/warm"));
            server.enqueue(Script.breakAt(point, how));
            Result result = Result.of(client, Calls.post(server, "/pay"));
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            assertThat(result.attempts()).isEqualTo(1);
            assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
            assertThat(result.ending()).isEqualTo(Ending.UNKNOWN_OUTCOME);
            assertThat(server.requests("POST", "/pay").size()
                            + server.partialRequests().size())
                    .isEqualTo(1);
            assertThat(server.ledger().charges()).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void a_charge_is_sent_to_one_address_of_a_host_that_has_several() {
        try (FaultServer server = FaultServer.start()) {
            server.alsoListenOn("127.0.0.2");
            server.alsoListenOn("127.0.0.3");
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
            Result result = Result.of(severalAddresses(), toHost(server));
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            assertThat(server.ledger().charges()).isEqualTo(1);
        }
    }

    @Test
    void an_address_that_refuses_to_connect_still_leads_to_the_next_one() {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain()
                            .newBuilder()
                            .dns(host -> List.of(address("127.0.0.9"), address("127.0.0.1")))
                            .build(),
                    Calls.policy().build());
            Result result = Result.of(client, toHost(server));
            assertThat(result.status()).isEqualTo(200);
            assertThat(result.attempts()).isEqualTo(1);
            assertThat(server.ledger().charges()).isEqualTo(1);
        }
    }

    @Test
    void what_surfaces_is_the_break_of_the_exchange_and_not_the_connect_that_was_refused_after_it() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient client = Calls.client();
            Calls.text(client, Calls.get(server, "/warm"));
            server.enqueue(Script.breakAt(Point.COMMITTED, Break.CLOSE).stoppingListening());
            Result result = Result.of(client, Calls.post(server, "/pay"));
            assertThat(result.failure())
                    .isInstanceOf(UnknownOutcomeException.class)
                    .hasRootCauseInstanceOf(EOFException.class);
            assertThat(server.ledger().charges()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"503, 0", "408, 0", "408, "})
    void a_status_that_okhttp_answers_by_sending_again_is_left_to_the_decision(int status, String retryAfter) {
        try (FaultServer server = FaultServer.start()) {
            Answer answer = Answer.of(status, "later");
            server.otherwise(Script.answer(retryAfter == null ? answer : answer.header("Retry-After", retryAfter)));
            Result result = Result.of(Calls.client(), Calls.post(server, "/pay"));
            assertThat(result.status()).isEqualTo(status);
            assertThat(result.body()).isEqualTo("later");
            assertThat(result.attempts()).isEqualTo(1);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"503, 0", "503, 7", "408, 0", "408, 7", "503, 99999999999999999999"})
    void the_field_that_was_hidden_from_okhttp_is_there_for_the_caller(int status, String retryAfter) throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(Answer.of(status).header("Retry-After", retryAfter)));
            try (var response =
                    Calls.client().newCall(Calls.post(server, "/pay")).execute()) {
                assertThat(response.headers("Retry-After")).containsExactly(retryAfter);
            }
        }
    }

    @Test
    void a_get_that_okhttp_would_send_again_is_counted_as_an_attempt() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(Answer.of(503).header("Retry-After", "0")));
            Result result = Result.of(Calls.client(), Calls.get(server, "/"));
            assertThat(result.attempts()).isEqualTo(3);
            assertThat(server.requests()).hasSize(3);
        }
    }

    @Test
    void a_get_that_meets_a_dead_reused_connection_is_sent_again_at_once_and_free_of_charge() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain(), Calls.policy().maxAttempts(1).build());
            Calls.text(client, Calls.get(server, "/warm"));
            server.enqueue(Script.breakAt(Point.COMMITTED, Break.CLOSE), Script.answer(200, "here"));
            Result result = Result.of(client, Calls.get(server, "/"));
            assertThat(result.body()).isEqualTo("here");
            assertThat(result.attempts()).isEqualTo(1);
            assertThat(server.requests("GET", "/")).hasSize(2);
            assertThat(server.requests("GET", "/").get(1).position()).isEqualTo(1);
        }
    }

    private static OkHttpClient severalAddresses() {
        return RetryOkHttp.wrap(
                Calls.plain()
                        .newBuilder()
                        .dns(host -> List.of(address("127.0.0.1"), address("127.0.0.2"), address("127.0.0.3")))
                        .build(),
                Calls.policy().build());
    }

    private static Request toHost(FaultServer server) {
        return Calls.post(server, "/pay")
                .newBuilder()
                .url(server.url("pay.test", "/pay"))
                .build();
    }

    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (java.net.UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
