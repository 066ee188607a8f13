package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.ReceivedRequest;
import dev.reprise.testing.Script;
import java.util.List;
import java.util.UUID;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An interceptor that gives each request an id of its own, in the field that carries the key, does not make a new charge of each send. */
class Promise02_KeyPutBackTest {

    private static final String FIELD = "X-Request-Id";

    private final Actions actions = Calls.actions();

    @ParameterizedTest
    @ValueSource(strings = {"replaced", "doubled", "removed"})
    void the_key_of_an_action_is_put_back(String how) {
        try (FaultServer server = FaultServer.start()) {
            server.deduplicateBy(FIELD);
            server.enqueue(Script.answer(200).breakingAt(Point.COMMITTED, Break.CLOSE), Script.answer(200));
            BusinessAction action = actions.open("payment", "order-1");
            OkHttpClient client = RetryOkHttp.wrap(with(how), Calls.policy().build());
            Result result = Result.of(client, RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            assertThat(result.status()).isEqualTo(200);
            assertThat(keys(server))
                    .hasSize(2)
                    .containsOnly(List.of(action.key().value()));
            assertThat(server.ledger().charges()).isEqualTo(1);
            assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
        }
    }

    @Test
    void so_is_the_key_of_a_request_whose_policy_names_the_field() {
        try (FaultServer server = FaultServer.start()) {
            server.deduplicateBy(FIELD);
            server.enqueue(Script.answer(200).breakingAt(Point.COMMITTED, Break.CLOSE), Script.answer(200));
            OkHttpClient client = RetryOkHttp.wrap(
                    with("replaced"), Calls.policy().keyHeader(FIELD).build());
            Request request = Calls.post(server, "/pay")
                    .newBuilder()
                    .header(FIELD, "mine")
                    .build();
            assertThat(Result.of(client, request).status()).isEqualTo(200);
            assertThat(keys(server)).hasSize(2).containsOnly(List.of("mine"));
            assertThat(server.ledger().charges()).isEqualTo(1);
        }
    }

    @Test
    void what_an_interceptor_sends_besides_gets_no_key() {
        try (FaultServer server = FaultServer.start()) {
            BusinessAction action = actions.open("payment", "order-1");
            Interceptor refreshing = chain -> {
                Request token = new Request.Builder().url(server.url("/token")).build();
                chain.proceed(token).close();
                return chain.proceed(chain.request());
            };
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain().newBuilder().addInterceptor(refreshing).build(),
                    Calls.policy().build());
            Result.of(client, RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            assertThat(server.requests("GET", "/token").get(0).headers(FIELD)).isEmpty();
            assertThat(server.requests("POST", "/pay").get(0).headers(FIELD))
                    .containsExactly(action.key().value());
        }
    }

    private static OkHttpClient with(String how) {
        return Calls.plain()
                .newBuilder()
                .addInterceptor(chain -> {
                    Request.Builder changed = chain.request().newBuilder();
                    String own = UUID.randomUUID().toString();
                    switch (how) {
                        case "replaced" -> changed.header(FIELD, own);
                        case "doubled" -> changed.addHeader(FIELD, own);
                        default -> changed.removeHeader(FIELD);
                    }
                    return chain.proceed(changed.build());
                })
                .build();
    }

    private static List<List<String>> keys(FaultServer server) {
        return server.requests("POST", "/pay").stream()
                .map((ReceivedRequest request) -> request.headers(FIELD))
                .toList();
    }
}
