package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Outcome;
import dev.reprise.RetryPolicy;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.http.HeaderNames;
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
import feign.http2client.Http2Client;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Feign over a wrapped client: what works, and what does not. */
class FeignTest {

    interface Shop {
        @RequestLine("GET /thing")
        String thing();

        @RequestLine("POST /pay")
        String pay(String body);
    }

    private FaultServer server;

    @BeforeEach
    void start() {
        server = FaultServer.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** A client with the settings of Feign's defaults: only such a one does Feign take as it is. */
    private static HttpClient client(RetryPolicy.Builder policy) {
        return RetryHttpClient.wrap(
                Calls.plainBuilder().connectTimeout(Duration.ofSeconds(10)).build(), policy.build());
    }

    /** Feign must neither follow redirects nor retry: both are decided by the wrapped client. */
    private Feign.Builder feign(HttpClient client) {
        return Feign.builder()
                .client(new Http2Client(client))
                .options(new Request.Options(10, TimeUnit.SECONDS, 60, TimeUnit.SECONDS, false))
                .retryer(Retryer.NEVER_RETRY);
    }

    private Shop shop(HttpClient client) {
        return feign(client).target(Shop.class, server.url(""));
    }

    @Test
    void with_the_same_settings_a_get_is_sent_again() {
        server.enqueue(Script.answer(503), Script.answer(200, "there"));
        assertThat(shop(client(Calls.policy())).thing()).isEqualTo("there");
        assertThat(server.requests()).hasSize(2);
    }

    @Test
    void with_other_settings_feign_silently_builds_a_client_of_its_own() {
        server.enqueue(Script.answer(503), Script.answer(200, "there"));
        Shop shop = feign(client(Calls.policy()))
                .options(new Request.Options(9, TimeUnit.SECONDS, 60, TimeUnit.SECONDS, false))
                .target(Shop.class, server.url(""));
        assertThat(catchThrowable(shop::thing)).isInstanceOf(FeignException.ServiceUnavailable.class);
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void a_charge_without_an_answer_is_sent_once() {
        server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
        Throwable failure = catchThrowable(() -> shop(client(Calls.policy())).pay("amount=100"));
        assertThat(failure).isInstanceOf(FeignException.class).hasCauseInstanceOf(UnknownOutcomeException.class);
        assertThat(Outcome.of(failure).effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void unless_feigns_own_retryer_sends_it_again() {
        server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
        Shop shop = feign(client(Calls.policy()))
                .retryer(new Retryer.Default(1, 1, 2))
                .target(Shop.class, server.url(""));
        assertThat(catchThrowable(() -> shop.pay("amount=100"))).isInstanceOf(FeignException.class);
        // Why NEVER_RETRY has to be set.
        assertThat(server.ledger().charges()).isEqualTo(2);
    }

    @Test
    void an_active_action_makes_it_safe_to_send_again() {
        server.deduplicateBy(HeaderNames.X_REQUEST_ID);
        server.enqueue(Script.answer(200, "paid").breakingAt(Point.COMMITTED, Break.CLOSE));
        BusinessAction action = Calls.actions().open("payment", "order-1");
        try (BusinessAction.Scope scope = action.activate()) {
            assertThat(scope).isNotNull();
            assertThat(shop(client(Calls.policy())).pay("amount=100")).isEqualTo("paid");
        }
        assertThat(server.ledger().charges()).isEqualTo(1);
        assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
    }
}
