package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.ResultLostException;
import dev.reprise.RetryPolicy;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.outcome.Effect;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the application's own interceptors answer, hide or send by other means is not taken for what the server did. */
class OwnInterceptorsTest {

    private final Actions actions = Calls.actions();

    @ParameterizedTest
    @ValueSource(ints = {200, 503})
    void a_fallback_for_a_lost_answer_leaves_the_action_in_doubt(int status) {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
            BusinessAction action = actions.open("payment", "order-1");
            Result result = Result.of(client(fallback(status)), RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 503})
    void a_fallback_for_a_lost_answer_reaches_the_caller_with_an_unknown_effect(int status) {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
            Result result = Result.of(client(fallback(status)), Calls.post(server, "/pay"));
            assertThat(result.status()).isEqualTo(status);
            assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
            assertThat(server.ledger().charges()).isEqualTo(1);
        }
    }

    @Test
    void a_fallback_of_another_status_than_the_servers_settles_nothing() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(503).applying());
            BusinessAction action = actions.open("payment", "order-1");
            OkHttpClient client = client(chain -> {
                chain.proceed(chain.request()).close();
                return made(chain.request(), 200);
            });
            Result.of(client, RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
        }
    }

    @Test
    void an_answer_that_is_built_anew_from_the_servers_counts_as_the_servers() {
        try (FaultServer server = FaultServer.start()) {
            BusinessAction action = actions.open("payment", "order-1");
            OkHttpClient client = client(chain -> {
                try (Response answer = chain.proceed(chain.request())) {
                    return made(chain.request(), answer.code());
                }
            });
            Result result = Result.of(client, RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            assertThat(result.status()).isEqualTo(200);
            assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
        }
    }

    @Test
    void an_answer_whose_body_an_interceptor_has_closed_is_still_retried() throws IOException {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(503, "later"));
            try (Response response =
                    client(closing()).newCall(Calls.get(server, "/")).execute()) {
                assertThat(response.code()).isEqualTo(200);
            }
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void a_charge_whose_answer_an_interceptor_has_closed_is_confirmed_and_its_answer_lost() {
        try (FaultServer server = FaultServer.start()) {
            server.deduplicateBy("X-Request-Id");
            BusinessAction action = actions.open("payment", "order-1");
            Result result = Result.of(client(closing()), RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            assertThat(result.failure()).isInstanceOf(ResultLostException.class);
            assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
            assertThat(server.ledger().charges()).isEqualTo(1);
        }
    }

    @Test
    void a_charge_that_an_interceptor_sends_with_another_client_is_sent_once() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
            OkHttpClient other = Calls.plain();
            OkHttpClient client = client(chain -> other.newCall(chain.request()).execute());
            Result result = Result.of(client, Calls.post(server, "/pay"));
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            assertThat(server.ledger().charges()).isEqualTo(1);
        }
    }

    @Test
    void so_is_one_that_an_interceptor_sends_with_another_client_and_that_was_added_after_wrapping() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
            OkHttpClient other = Calls.plain();
            OkHttpClient client = Calls.client()
                    .newBuilder()
                    .addInterceptor(chain -> other.newCall(chain.request()).execute())
                    .build();
            Result result = Result.of(client, Calls.post(server, "/pay"));
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            assertThat(server.ledger().charges()).isEqualTo(1);
        }
    }

    @Test
    void an_interceptor_that_reads_the_request_body_leaves_the_proof_that_nothing_was_sent() {
        try (FaultServer server = FaultServer.start()) {
            server.stopListening();
            OkHttpClient client = client(chain -> {
                chain.request().body().writeTo(new Buffer());
                return chain.proceed(chain.request());
            });
            Result result = Result.of(client, Calls.post(server, "/pay"));
            assertThat(result.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(result.attempts()).isEqualTo(3);
        }
    }

    @Test
    void an_interceptor_that_fails_before_the_body_was_asked_for_has_sent_nothing() {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient client = client(chain -> {
                throw new IOException("no token");
            });
            Result result = Result.of(client, Calls.post(server, "/pay"));
            assertThat(result.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(result.attempts()).isEqualTo(3);
        }
    }

    @Test
    void an_answer_that_an_interceptor_brings_from_elsewhere_does_not_make_other_calls_doubtful() {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient other = Calls.plain();
            OkHttpClient client = client(chain -> chain.request().method().equals("GET")
                    ? other.newCall(chain.request()).execute()
                    : chain.proceed(chain.request()));
            assertThat(Result.of(client, Calls.get(server, "/")).status()).isEqualTo(200);
            server.stopListening();
            client.connectionPool().evictAll();
            assertThat(Result.of(client, Calls.post(server, "/pay")).effect()).isEqualTo(Effect.NOT_APPLIED);
        }
    }

    private static OkHttpClient client(Interceptor own) {
        RetryPolicy policy = Calls.policy().build();
        return RetryOkHttp.wrap(Calls.plain().newBuilder().addInterceptor(own).build(), policy);
    }

    private static Interceptor fallback(int status) {
        return chain -> {
            try {
                return chain.proceed(chain.request());
            } catch (IOException lost) {
                return made(chain.request(), status);
            }
        };
    }

    private static Interceptor closing() {
        return chain -> {
            Response answer = chain.proceed(chain.request());
            answer.close();
            return answer;
        };
    }

    private static Response made(Request request, int status) {
        return new Response.Builder()
                .request(request)
                .protocol(Protocol.HTTP_1_1)
                .code(status)
                .message("made here")
                .body(ResponseBody.create("made here", Calls.TEXT))
                .build();
    }
}
