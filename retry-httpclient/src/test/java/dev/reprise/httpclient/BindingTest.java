package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.CallRefusedException;
import dev.reprise.RetryPolicy;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.action.PayloadMode;
import dev.reprise.deadline.Deadline;
import dev.reprise.http.HeaderNames;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How a request becomes a send of an action, and what else can be declared of one. */
class BindingTest {

    private FaultServer server;

    @BeforeEach
    void start() {
        server = FaultServer.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void the_request_carries_key_and_id_until_it_is_sent() {
        BusinessAction action = Calls.actions().open("payment", "order-1");
        HttpRequest request =
                RetryHttpClient.bind(Calls.post(server, "/pay"), action).build();
        assertThat(request.headers().allValues(RetryHttpClient.ACTION_HEADER)).containsExactly(action.id());
        assertThat(request.headers().allValues(HeaderNames.X_REQUEST_ID))
                .containsExactly(action.key().value());
    }

    @ParameterizedTest
    @EnumSource
    void the_id_can_be_kept_for_the_servers_log(Result.Way way) {
        BusinessAction action = Calls.actions().open("payment", "order-1");
        HttpClient client = RetryHttpClient.builder(Calls.plain())
                .policy(Calls.policy().build())
                .keepActionHeader(true)
                .build();
        way.of(client, RetryHttpClient.bind(Calls.post(server, "/pay"), action));
        assertThat(server.requests().get(0).header(RetryHttpClient.ACTION_HEADER))
                .isEqualTo(action.id());
    }

    @Test
    void a_bound_request_is_enough_to_keep_its_action_known() throws Exception {
        HttpRequest request = RetryHttpClient.bind(
                        Calls.post(server, "/pay"), Calls.actions().open("payment", "order-1"))
                .build();
        for (int i = 0; i < 5; i++) {
            System.gc();
        }
        assertThat(Calls.client().send(request, BodyHandlers.ofString()).statusCode())
                .isEqualTo(200);
        assertThat(server.requests().get(0).header(HeaderNames.X_REQUEST_ID)).isNotNull();
    }

    @ParameterizedTest
    @EnumSource
    void an_id_that_is_not_known_is_refused(Result.Way way) {
        Result result =
                way.of(Calls.client(), Calls.post(server, "/pay").header(RetryHttpClient.ACTION_HEADER, "unheard-of"));
        assertThat(result.failure()).isInstanceOf(CallRefusedException.class);
        assertThat(result.attempts()).isZero();
        assertThat(server.accepted()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void a_public_id_without_the_secret_key_is_refused(Result.Way way) {
        BusinessAction action = Calls.actions().open("payment", "order-1");
        RetryHttpClient.bind(Calls.post(server, "/pay"), action);
        HttpRequest.Builder forged = Calls.post(server, "/pay").header(RetryHttpClient.ACTION_HEADER, action.id());
        assertThat(way.of(Calls.client(), forged).failure()).isInstanceOf(CallRefusedException.class);
        HttpRequest.Builder guessed = Calls.post(server, "/pay")
                .header(RetryHttpClient.ACTION_HEADER, action.id())
                .header(HeaderNames.X_REQUEST_ID, "guess");
        assertThat(way.of(Calls.client(), guessed).failure()).isInstanceOf(CallRefusedException.class);
        assertThat(server.accepted()).isZero();
        assertThat(action.state()).isEqualTo(ActionState.OPEN);
    }

    @ParameterizedTest
    @EnumSource
    void on_a_client_that_follows_redirects_it_is_refused(Result.Way way) {
        HttpClient client = RetryHttpClient.wrap(
                Calls.plainBuilder().followRedirects(HttpClient.Redirect.NORMAL).build(),
                Calls.policy().build());
        BusinessAction action = Calls.actions().open("payment", "order-1");
        Result result = way.of(client, RetryHttpClient.bind(Calls.post(server, "/pay"), action));
        assertThat(result.failure()).isInstanceOf(CallRefusedException.class).hasMessageContaining("followRedirects");
        assertThat(way.of(client, Calls.post(server, "/pay")).status()).isEqualTo(200);
        assertThat(server.requests()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void a_bound_request_cannot_be_left_alone(Result.Way way) {
        BusinessAction action = Calls.actions().open("payment", "order-1");
        HttpRequest.Builder request =
                RetryHttpClient.leaveAlone(RetryHttpClient.bind(Calls.post(server, "/pay"), action));
        Result result =
                way.of(RetryHttpClient.wrap(Calls.plain(), Calls.policy().build()), request);
        assertThat(result.failure())
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("leave out bind or leaveAlone");
        assertThat(server.accepted()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void another_key_is_refused_as_such_even_if_the_action_is_in_doubt(Result.Way way) {
        server.enqueue(Script.breakAt(Point.COMMITTED, Break.CLOSE));
        BusinessAction action = Calls.actions().open("payment", "order-1");
        HttpClient once = RetryHttpClient.wrap(
                Calls.plain(), Calls.policy().maxAttempts(1).build());
        way.of(once, RetryHttpClient.bind(Calls.post(server, "/pay"), action));
        HttpRequest.Builder other =
                RetryHttpClient.bind(Calls.post(server, "/pay"), action).setHeader(HeaderNames.X_REQUEST_ID, "other");
        Result result = way.of(once, other);
        assertThat(result.failure()).isInstanceOf(CallRefusedException.class).hasMessageContaining("another value");
        assertThat(result.effect()).as("refused does not mean not done").isEqualTo(Effect.UNKNOWN);
    }

    @ParameterizedTest
    @EnumSource
    void an_active_action_binds_what_matches_its_target(Result.Way way) {
        server.enqueue("POST", "/pay", Script.breakAt(Point.COMMITTED, Break.CLOSE), Script.answer(200, "paid"));
        BusinessAction action = Calls.actions().open("payment", "order-1");
        HttpClient client = Calls.client();
        try (BusinessAction.Scope scope = action.activate()) {
            assertThat(scope).isNotNull();
            assertThat(way.of(client, Calls.post(server, "/token")).status()).isEqualTo(200);
            assertThat(way.of(client, Calls.post(server, "/pay")).body()).isEqualTo("paid");
        }
        assertThat(server.requests("POST", "/token").get(0).header(HeaderNames.X_REQUEST_ID))
                .isNull();
        assertThat(server.requests("POST", "/pay"))
                .hasSize(2)
                .allMatch(request -> action.key().value().equals(request.header(HeaderNames.X_REQUEST_ID)));
        assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
        way.of(client, Calls.post(server, "/pay"));
        assertThat(server.requests("POST", "/pay").get(2).header(HeaderNames.X_REQUEST_ID))
                .isNull();
    }

    @Test
    void it_binds_when_the_client_is_called_and_not_later() throws Exception {
        BusinessAction action = Calls.actions().open("payment", "order-1");
        CompletableFuture<HttpResponse<String>> future;
        try (BusinessAction.Scope scope = action.activate()) {
            assertThat(scope).isNotNull();
            future = Calls.client().sendAsync(Calls.post(server, "/pay").build(), BodyHandlers.ofString());
        }
        assertThat(future.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
    }

    @ParameterizedTest
    @EnumSource
    void a_key_in_the_body_must_be_there(Result.Way way) {
        Actions actions = Actions.builder(new InMemoryActionStore())
                .type("payment", type -> type.profile(IdempotencyProfile.payloadField()))
                .build();
        BusinessAction action = actions.open("payment", "order-1");
        assertThat(way.of(Calls.client(), RetryHttpClient.bind(Calls.post(server, "/pay"), action))
                        .failure())
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("does not contain");
        HttpRequest.Builder with = HttpRequest.newBuilder(server.uri("/pay"))
                .POST(HttpRequest.BodyPublishers.ofString("key=" + action.key().value()));
        assertThat(way.of(Calls.client(), RetryHttpClient.bind(with, action)).status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource
    void a_canonical_text_stands_for_a_body_that_changes(Result.Way way) {
        server.enqueue(Script.breakAt(Point.COMMITTED, Break.CLOSE));
        server.otherwise(Script.answer(200));
        BusinessAction action = Actions.builder(new InMemoryActionStore())
                .type("payment", type -> type.profile(IdempotencyProfile.bareHeader(HeaderNames.X_REQUEST_ID))
                        .fingerprint(PayloadMode.CANONICAL_TEXT))
                .build()
                .open("payment", "order-1");
        HttpClient once = RetryHttpClient.wrap(
                Calls.plain(), Calls.policy().maxAttempts(1).build());
        assertThat(way.of(once, RetryHttpClient.bind(Calls.post(server, "/pay?at=1"), action))
                        .failure())
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContainingAll("fingerprint(CANONICAL_TEXT)", "bind(.., text)");
        assertThat(way.of(
                                once,
                                RetryHttpClient.bind(
                                        Calls.post(server, "/pay"),
                                        Calls.actions().open("payment", "order-1"),
                                        "order-1 100"))
                        .failure())
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContainingAll("fingerprint(REQUEST)", "bind(.., text)");
        assertThat(server.accepted()).isZero();
        assertThat(way.of(once, RetryHttpClient.bind(Calls.post(server, "/pay?at=1"), action, "order-1 100"))
                        .failure())
                .isInstanceOf(UnknownOutcomeException.class);
        assertThat(way.of(once, RetryHttpClient.bind(Calls.post(server, "/pay?at=2"), action, "order-1 100"))
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource
    void a_request_can_have_a_policy_a_repeatability_and_a_deadline_of_its_own(Result.Way way) {
        server.otherwise(Script.answer(503));
        RetryPolicy five = Calls.policy().maxAttempts(5).build();
        HttpRequest.Builder request = Calls.post(server, "/pay");
        RetryHttpClient.with(request, five);
        RetryHttpClient.with(request, Repeatability.IDEMPOTENT);
        Result result = way.of(Calls.client(), request);
        assertThat(result.attempts()).isEqualTo(5);
        server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.STALL));
        HttpRequest.Builder soon =
                RetryHttpClient.with(Calls.get(server, "/"), Deadline.after(Duration.ofMillis(200), System::nanoTime));
        assertThat(way.of(Calls.client(), soon).ending()).isEqualTo(Ending.DEADLINE);
        assertThat(server.requests()).allMatch(received -> received.header("X-Reprise-Note") == null);
    }

    @ParameterizedTest
    @EnumSource
    void a_request_can_be_left_alone(Result.Way way) {
        server.otherwise(Script.answer(503, "busy"));
        Result result = way.of(Calls.client(), RetryHttpClient.leaveAlone(Calls.get(server, "/")));
        assertThat(result.body()).isEqualTo("busy");
        assertThat(result.outcome()).isNull();
        assertThat(server.requests()).hasSize(1);
        assertThat(server.requests().get(0).header("X-Reprise-Note")).isNull();
    }

    @Test
    void a_note_that_nobody_made_is_refused() {
        Throwable failure = catchThrowable(() -> Calls.client()
                .send(Calls.get(server, "/").header("X-Reprise-Note", "1000000").build(), BodyHandlers.ofString()));
        assertThat(failure).isInstanceOf(CallRefusedException.class);
        assertThat(server.accepted()).isZero();
    }
}
