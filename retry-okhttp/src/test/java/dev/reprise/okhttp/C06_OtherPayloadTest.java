package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.CallRefusedException;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.action.PayloadMode;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import okhttp3.MultipartBody;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One key, one payload. */
class C06_OtherPayloadTest {

    private final OkHttpClient client = Calls.client();

    private static Actions actions(PayloadMode mode) {
        return Actions.builder(new InMemoryActionStore())
                .type("payment", type -> type.profile(IdempotencyProfile.ietfDraft())
                        .fingerprint(mode))
                .build();
    }

    @ParameterizedTest
    @CsvSource({"/pay, amount=999", "/pay?now, amount=100", "/other, amount=100"})
    void another_body_or_target_under_the_same_key_is_refused_before_a_byte_leaves(String target, String body) {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.COMMITTED, Break.CLOSE).stoppingListening());
            BusinessAction action = actions(PayloadMode.REQUEST).open("payment", "order-1");
            Result.of(client, RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            server.listenAgain();
            int before = server.accepted();
            Result result = Result.of(client, RetryOkHttp.bind(Calls.post(server, target, body), action));
            assertThat(result.ending()).isEqualTo(Ending.PAYLOAD_MISMATCH);
            assertThat(result.failure())
                    .isInstanceOf(CallRefusedException.class)
                    .hasMessageContaining(action.id())
                    .hasMessageContaining("first sent with another payload");
            assertThat(result.failure().toString()).doesNotContain("999").doesNotContain("amount");
            assertThat(server.accepted()).isEqualTo(before);
        }
    }

    @Test
    void the_first_payload_is_still_good() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.COMMITTED, Break.CLOSE).stoppingListening());
            BusinessAction action = actions(PayloadMode.REQUEST).open("payment", "order-1");
            Result.of(client, RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            server.listenAgain();
            Result.of(client, RetryOkHttp.bind(Calls.post(server, "/pay", "amount=999"), action));
            Result result = Result.of(client, RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            assertThat(result.status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({"422", "400"})
    void a_server_that_says_so_is_not_asked_again_and_the_key_stays(int status) {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(status, "{\"type\":\"idempotency_error\"}"));
            Actions actions = Actions.builder(new InMemoryActionStore())
                    .type(
                            "payment",
                            type -> type.profile(IdempotencyProfile.ietfDraft()
                                    .payloadMismatch(answer -> answer.status() == 422
                                            || answer.bodyText().contains("idempotency_error"))))
                    .build();
            BusinessAction action = actions.open("payment", "order-1");
            String key = action.key().value();
            Result result = Result.of(client, RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            assertThat(server.requests()).hasSize(1);
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
            assertThat(actions.open("payment", "order-1").key().value()).isEqualTo(key);
        }
    }

    @Test
    void a_text_of_the_callers_stands_for_bodies_that_differ_from_send_to_send() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.COMMITTED, Break.CLOSE).stoppingListening());
            BusinessAction action = actions(PayloadMode.CANONICAL_TEXT).open("payment", "order-1");
            Result.of(client, RetryOkHttp.bind(multipart(server), action, "pay 100"));
            server.listenAgain();
            assertThat(Result.of(client, RetryOkHttp.bind(multipart(server), action, "pay 999"))
                            .ending())
                    .isEqualTo(Ending.PAYLOAD_MISMATCH);
            assertThat(Result.of(client, RetryOkHttp.bind(multipart(server), action, "pay 100"))
                            .status())
                    .isEqualTo(200);
        }
    }

    private static Request multipart(FaultServer server) {
        return new Request.Builder()
                .url(server.url("/pay"))
                .post(new MultipartBody.Builder()
                        .addFormDataPart("amount", "100")
                        .build())
                .build();
    }

    @Test
    void another_key_in_the_header_of_the_request_is_refused() {
        try (FaultServer server = FaultServer.start()) {
            BusinessAction action = actions(PayloadMode.REQUEST).open("payment", "order-1");
            Request request = Calls.post(server, "/pay")
                    .newBuilder()
                    .header("Idempotency-Key", "mine")
                    .build();
            Result result = Result.of(client, RetryOkHttp.bind(request, action));
            assertThat(result.failure())
                    .isInstanceOf(CallRefusedException.class)
                    .hasMessageNotContaining("mine");
            assertThat(server.accepted()).isZero();
        }
    }

    @Test
    void another_key_in_the_header_is_refused_as_such_even_if_the_action_is_in_doubt() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.COMMITTED, Break.CLOSE).stoppingListening());
            BusinessAction action = actions(PayloadMode.REQUEST).open("payment", "order-1");
            Result.of(client, RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            Request other = Calls.post(server, "/pay")
                    .newBuilder()
                    .header("Idempotency-Key", "mine")
                    .build();
            Result result = Result.of(client, RetryOkHttp.bind(other, action));
            assertThat(result.failure())
                    .isInstanceOf(CallRefusedException.class)
                    .hasMessageContaining("another value in Idempotency-Key");
            assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
        }
    }

    @Test
    void a_body_without_the_key_is_refused_where_the_key_is_a_field_of_it() {
        try (FaultServer server = FaultServer.start()) {
            Actions actions = Actions.builder(new InMemoryActionStore())
                    .type("payment", type -> type.profile(IdempotencyProfile.payloadField()))
                    .build();
            BusinessAction action = actions.open("payment", "order-1");
            Result refused = Result.of(client, RetryOkHttp.bind(Calls.post(server, "/pay", "no=key"), action));
            assertThat(refused.failure()).isInstanceOf(CallRefusedException.class);
            assertThat(server.accepted()).isZero();
            String body = "out_trade_no=" + action.key().value();
            Result sent = Result.of(client, RetryOkHttp.bind(Calls.post(server, "/pay", body), action));
            assertThat(sent.status()).isEqualTo(200);
        }
    }
}
