package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Outcome;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.backoff.Backoff;
import dev.reprise.http.HeaderNames;
import dev.reprise.outcome.Effect;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.net.http.HttpClient;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

/** Spring's RestClient over a wrapped client. It calls {@code sendAsync} and hands bodies over as publishers of its own. */
class SpringRestClientTest {

    private FaultServer server;

    @BeforeEach
    void start() {
        server = FaultServer.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private RestClient rest(HttpClient client) {
        return rest(new JdkClientHttpRequestFactory(client));
    }

    private RestClient rest(JdkClientHttpRequestFactory factory) {
        return RestClient.builder()
                .requestFactory(factory)
                .baseUrl(server.url(""))
                .build();
    }

    @Test
    void a_get_is_sent_again() {
        server.enqueue(Script.answer(503, "busy"), Script.answer(200, "there"));
        assertThat(rest(Calls.client()).get().uri("/thing").retrieve().body(String.class))
                .isEqualTo("there");
        assertThat(server.requests("GET", "/thing")).hasSize(2);
    }

    @Test
    void an_error_stays_an_error_with_its_body() {
        server.otherwise(Script.answer(503, "busy"));
        Throwable failure = catchThrowable(
                () -> rest(Calls.client()).get().uri("/thing").retrieve().body(String.class));
        assertThat(failure).isInstanceOfSatisfying(HttpServerErrorException.class, error -> assertThat(
                        error.getResponseBodyAsString())
                .isEqualTo("busy"));
        assertThat(server.requests()).hasSize(3);
    }

    @Test
    void a_charge_without_an_answer_is_sent_once() {
        server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
        Throwable failure = catchThrowable(() -> rest(Calls.client())
                .post()
                .uri("/pay")
                .body("amount=100")
                .retrieve()
                .toBodilessEntity());
        assertThat(failure)
                .isInstanceOf(ResourceAccessException.class)
                .hasCauseInstanceOf(UnknownOutcomeException.class);
        assertThat(Outcome.of(failure).effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void an_active_action_makes_it_safe_to_send_again() {
        server.deduplicateBy(HeaderNames.X_REQUEST_ID);
        server.enqueue(Script.breakAt(Point.COMMITTED, Break.CLOSE));
        server.otherwise(Script.answer(200, "paid"));
        BusinessAction action = Calls.actions().open("payment", "order-1");
        try (BusinessAction.Scope scope = action.activate()) {
            assertThat(scope).isNotNull();
            assertThat(rest(Calls.client())
                            .post()
                            .uri("/pay")
                            .body("amount=100")
                            .retrieve()
                            .toBodilessEntity()
                            .getStatusCode()
                            .value())
                    .isEqualTo(200);
        }
        assertThat(server.ledger().charges()).isEqualTo(1);
        assertThat(server.requests()).hasSize(2).allMatch(request -> request.bodyText()
                .equals("amount=100"));
        assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
    }

    @Test
    void its_read_timeout_spans_all_attempts_and_cancels_what_is_under_way() {
        server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.STALL));
        JdkClientHttpRequestFactory factory = new JdkClientHttpRequestFactory(Calls.client());
        factory.setReadTimeout(Duration.ofMillis(400));
        Throwable failure = catchThrowable(
                () -> rest(factory).get().uri("/thing").retrieve().toBodilessEntity());
        assertThat(failure).isInstanceOf(ResourceAccessException.class);
        server.awaitClientClosed(1, Calls.SOON);
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void its_read_timeout_ends_a_pause_too() {
        server.otherwise(Script.answer(503));
        JdkClientHttpRequestFactory factory = new JdkClientHttpRequestFactory(RetryHttpClient.wrap(
                Calls.plain(),
                Calls.policy()
                        .backoff(Backoff.fixed(Duration.ofSeconds(20)))
                        .deadline(Duration.ofMinutes(5))
                        .build()));
        factory.setReadTimeout(Duration.ofMillis(400));
        Throwable failure = catchThrowable(
                () -> rest(factory).get().uri("/thing").retrieve().toBodilessEntity());
        assertThat(failure).isInstanceOf(ResourceAccessException.class);
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void an_upload_is_sent_again_where_bodies_are_recorded() {
        server.enqueue(Script.answer(503));
        Throwable once = catchThrowable(() -> rest(Calls.client())
                .put()
                .uri("/file")
                .body("content")
                .retrieve()
                .toBodilessEntity());
        assertThat(once).isInstanceOf(HttpServerErrorException.class);
        HttpClient recording = RetryHttpClient.builder(Calls.plain())
                .policy(Calls.policy().build())
                .recordBodies(100_000)
                .build();
        server.enqueue(Script.answer(503));
        rest(recording).put().uri("/file").body("content").retrieve().toBodilessEntity();
        assertThat(server.requests()).hasSize(3).allMatch(request -> request.bodyText()
                .equals("content"));
    }
}
