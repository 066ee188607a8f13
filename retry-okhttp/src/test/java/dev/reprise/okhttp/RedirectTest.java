package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.testing.Answer;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Script;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A key is a secret of one origin. */
class RedirectTest {

    private final BusinessAction action = Calls.actions().open("payment", "order-1");

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void a_bound_send_is_not_followed_to_another_origin(int status) throws Exception {
        try (FaultServer server = FaultServer.start();
                FaultServer other = FaultServer.start()) {
            server.otherwise(Script.answer(Answer.of(status, "go").header("Location", other.url("/pay"))));
            Request request = RetryOkHttp.bind(Calls.post(server, "/pay"), action);
            try (Response response = Calls.client().newCall(request).execute()) {
                assertThat(response.code()).isEqualTo(status);
                assertThat(response.header("Location")).isEqualTo(other.url("/pay"));
                assertThat(response.body().string()).isEqualTo("go");
            }
            assertThat(other.accepted()).isZero();
            assertThat(server.requests()).hasSize(1);
            assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
        }
    }

    @Test
    void nor_to_another_port_or_scheme_of_the_same_host() throws Exception {
        try (FaultServer server = FaultServer.start();
                FaultServer tls = FaultServer.startTls()) {
            server.otherwise(Script.answer(Answer.of(307).header("Location", tls.url("/pay"))));
            try (Response response = Calls.client()
                    .newCall(RetryOkHttp.bind(Calls.post(server, "/pay"), action))
                    .execute()) {
                assertThat(response.code()).isEqualTo(307);
            }
            assertThat(tls.accepted()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {307, 308})
    void on_the_same_origin_it_keeps_its_key(int status) {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(Answer.of(status).header("Location", "/v2/pay")));
            Result result = Result.of(Calls.client(), RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            assertThat(server.requests("POST", "/v2/pay"))
                    .hasSize(1)
                    .allMatch(request -> action.key().value().equals(request.header("X-Request-Id")));
            assertThat(result.attempts()).isEqualTo(1);
        }
    }

    @Test
    void what_is_found_behind_a_redirect_settles_nothing_by_default() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(Answer.of(303).header("Location", "/login")));
            Result.of(Calls.client(), RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            assertThat(server.requests("GET", "/login")).hasSize(1);
            assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
        }
    }

    @Test
    void an_unbound_request_is_followed_as_ever() {
        try (FaultServer server = FaultServer.start();
                FaultServer other = FaultServer.start()) {
            server.otherwise(Script.answer(Answer.of(307).header("Location", other.url("/pay"))));
            assertThat(Result.of(Calls.client(), Calls.post(server, "/pay")).status())
                    .isEqualTo(200);
            assertThat(other.ledger().charges()).isEqualTo(1);
        }
    }
}
