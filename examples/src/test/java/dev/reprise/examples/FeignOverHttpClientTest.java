package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Outcome;
import dev.reprise.RetryPolicy;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.backoff.Backoff;
import dev.reprise.httpclient.RetryHttpClient;
import dev.reprise.outcome.Effect;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import feign.Feign;
import feign.FeignException;
import feign.Request;
import feign.RequestLine;
import feign.Retryer;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Feign over a wrapped client, with options that Feign's own {@code Http2Client} would answer with a client of its own. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class FeignOverHttpClientTest {

    interface Payments {
        @RequestLine("GET /thing")
        String thing();

        @RequestLine("POST /pay")
        String pay(String body);
    }

    private FaultServer server;
    private Payments payments;

    @BeforeEach
    void start() {
        server = FaultServer.start();
        RetryPolicy policy = RetryPolicy.builder("payments")
                .backoff(Backoff.fixed(Duration.ofMillis(5)))
                .build();
        payments = Feign.builder()
                .client(new FeignOverHttpClient(RetryHttpClient.wrap(HttpClient.newHttpClient(), policy)))
                .options(new Request.Options(3, TimeUnit.SECONDS, 20, TimeUnit.SECONDS, true))
                .retryer(Retryer.NEVER_RETRY)
                .target(Payments.class, server.url(""));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void whatever_the_options_say_a_get_is_sent_again() {
        server.enqueue(Script.answer(503), Script.answer(200, "there"));

        assertThat(payments.thing()).isEqualTo("there");
        assertThat(server.requests()).hasSize(2);
    }

    @Test
    void an_error_stays_an_error_with_its_body() {
        server.otherwise(Script.answer(404, "gone"));

        Throwable failure = catchThrowable(payments::thing);

        assertThat(failure).isInstanceOfSatisfying(FeignException.NotFound.class, e -> assertThat(e.contentUTF8())
                .isEqualTo("gone"));
    }

    @Test
    void a_charge_without_an_answer_is_sent_once() {
        server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));

        Throwable failure = catchThrowable(() -> payments.pay("amount=100"));

        assertThat(failure).isInstanceOf(FeignException.class).hasCauseInstanceOf(UnknownOutcomeException.class);
        assertThat(Outcome.of(failure).effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(server.ledger().charges()).isEqualTo(1);
    }

    @Test
    void an_active_action_makes_it_safe_to_send_again() {
        server.deduplicateBy("X-Request-Id");
        server.enqueue(Script.answer(200, "paid").breakingAt(Point.COMMITTED, Break.CLOSE));
        BusinessAction payment = Actions.builder(new InMemoryActionStore())
                .type("payment", type -> type.profile(IdempotencyProfile.bareHeader("X-Request-Id"))
                        .target("POST", "/pay"))
                .build()
                .open("payment", "order-1");

        try (BusinessAction.Scope scope = payment.activate()) {
            assertThat(scope).isNotNull();
            assertThat(payments.pay("amount=100")).isEqualTo("paid");
        }

        assertThat(server.ledger().charges()).isEqualTo(1);
        assertThat(server.requests()).hasSize(2);
        assertThat(payment.state()).isEqualTo(ActionState.CONFIRMED);
    }
}
