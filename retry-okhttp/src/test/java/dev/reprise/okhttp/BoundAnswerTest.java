package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.ResultLostException;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.action.StatusAnswer;
import dev.reprise.action.StatusQuery;
import dev.reprise.http.HttpAnswer;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Answer;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a bound call does with what comes back. */
class BoundAnswerTest {

    private final Actions actions = Calls.actions();
    private final BusinessAction action = actions.open("payment", "order-1");

    private Request bound(FaultServer server) {
        return RetryOkHttp.bind(Calls.post(server, "/pay"), action);
    }

    @Test
    void an_answer_cut_off_half_way_is_asked_for_again_under_the_same_key() {
        try (FaultServer server = FaultServer.start()) {
            server.deduplicateBy("X-Request-Id");
            server.enqueue(Script.answer(200, "paid in full").breakingAt(Point.BODY_PARTLY_SENT, Break.CLOSE));
            Result result = Result.of(Calls.client(), bound(server));
            assertThat(result.body()).isEqualTo("paid in full");
            assertThat(server.requests()).hasSize(2);
            assertThat(server.ledger().charges()).isEqualTo(1);
        }
    }

    @Test
    void an_answer_that_is_always_cut_off_is_lost_and_the_action_confirmed() {
        try (FaultServer server = FaultServer.start()) {
            server.deduplicateBy("X-Request-Id");
            server.otherwise(Script.answer(200, "paid in full").breakingAt(Point.BODY_PARTLY_SENT, Break.CLOSE));
            Result result = Result.of(Calls.client(), bound(server));
            assertThat(result.failure()).isInstanceOf(ResultLostException.class);
            assertThat(result.effect()).isEqualTo(Effect.APPLIED);
            assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 64 * 1024, 1024 * 1024, 3 * 1024 * 1024})
    void a_body_of_any_size_arrives_whole(int size) throws Exception {
        byte[] body = new byte[size];
        new Random(1).nextBytes(body);
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(
                    Answer.of(200, body).header("X-Extra", "1").header("Content-Type", "application/octet-stream")));
            try (Response response = Calls.client().newCall(bound(server)).execute()) {
                assertThat(response.header("X-Extra")).isEqualTo("1");
                assertThat(response.body().contentType()).hasToString("application/octet-stream");
                assertThat(response.body().contentLength()).isEqualTo(size);
                assertThat(response.body().bytes()).isEqualTo(body);
            }
            assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
        }
    }

    @Test
    void an_answer_that_leaves_the_action_in_doubt_is_thrown_with_the_exception() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(202, "queued"));
            Result result = Result.of(Calls.client(), bound(server));
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            HttpAnswer answer = ((UnknownOutcomeException) result.failure()).answer();
            assertThat(answer.status()).isEqualTo(202);
            assertThat(answer.bodyText()).isEqualTo("queued");
            assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
        }
    }

    @Test
    void or_returned_where_that_is_wanted() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(202, "queued"));
            OkHttpClient client = RetryOkHttp.builder(Calls.plain())
                    .policy(Calls.policy().build())
                    .answerInDoubt(true)
                    .build();
            Result result = Result.of(client, bound(server));
            assertThat(result.status()).isEqualTo(202);
            assertThat(result.body()).isEqualTo("queued");
            assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
        }
    }

    @Test
    void a_refusal_is_the_servers_word() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(402, "no money"));
            Result result = Result.of(Calls.client(), bound(server));
            assertThat(result.status()).isEqualTo(402);
            assertThat(result.body()).isEqualTo("no money");
            assertThat(action.state()).isEqualTo(ActionState.REJECTED);
        }
    }

    @Test
    void a_kept_answer_has_status_headers_and_body() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(Answer.of(201, "paid")
                    .header("X-Receipt", "77")
                    .header("Content-Type", "text/plain; charset=utf-8")));
            Calls.text(Calls.client(), bound(server));
            try (Response response = Calls.client().newCall(bound(server)).execute()) {
                assertThat(response.code()).isEqualTo(201);
                assertThat(response.header("X-Receipt")).isEqualTo("77");
                assertThat(response.body().string()).isEqualTo("paid");
                assertThat(RetryOkHttp.outcome(response).ending()).isEqualTo(Ending.ALREADY_SETTLED);
            }
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void without_a_key_the_status_is_asked_for_before_anything_is_sent_again() {
        AtomicInteger asked = new AtomicInteger();
        Actions queried = Actions.builder(new InMemoryActionStore())
                .type(
                        "payment",
                        type -> type.statusQuery(StatusQuery.of(Duration.ofSeconds(1), question -> {
                            asked.incrementAndGet();
                            return StatusAnswer.applied(
                                    HttpAnswer.of(200).withBody("paid".getBytes(StandardCharsets.UTF_8), true));
                        })))
                .build();
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.RESET));
            BusinessAction payment = queried.open("payment", "order-1");
            Result result = Result.of(Calls.client(), RetryOkHttp.bind(Calls.post(server, "/pay"), payment));
            assertThat(result.body()).isEqualTo("paid");
            assertThat(result.ending()).isEqualTo(Ending.APPLIED_BY_QUERY);
            assertThat(asked).hasValue(1);
            assertThat(server.requests()).hasSize(1);
            assertThat(server.requests().get(0).header("X-Request-Id")).isNull();
            assertThat(payment.state()).isEqualTo(ActionState.CONFIRMED);
        }
    }

    @Test
    void a_call_inside_a_send_of_the_same_action_is_part_of_it() {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient inner = Calls.client();
            OkHttpClient outer = RetryOkHttp.wrap(
                    Calls.plain()
                            .newBuilder()
                            .addInterceptor(chain -> inner.newCall(RetryOkHttp.bind(Calls.post(server, "/pay"), action))
                                    .execute())
                            .build(),
                    Calls.policy().build());
            Result.of(outer, bound(server));
            assertThat(server.requests())
                    .hasSize(1)
                    .allMatch(request -> action.key().value().equals(request.header("X-Request-Id")));
        }
    }

    @Test
    void and_its_doubt_is_the_sends_doubt() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
            OkHttpClient inner = Calls.client();
            OkHttpClient outer = RetryOkHttp.wrap(
                    Calls.plain()
                            .newBuilder()
                            .addInterceptor(chain -> inner.newCall(RetryOkHttp.bind(Calls.post(server, "/pay"), action))
                                    .execute())
                            .build(),
                    Calls.policy().build());
            Result result = Result.of(outer, bound(server));
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
            assertThat(server.requests()).hasSize(1);
        }
    }
}
