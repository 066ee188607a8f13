package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Outcome;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.Test;

class WrappedClientTest {

    @Test
    void a_get_that_meets_a_503_is_sent_again() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(503), Script.answer(200, "fine"));
            try (Response response =
                    Calls.client().newCall(Calls.get(server, "/")).execute()) {
                assertThat(response.body().string()).isEqualTo("fine");
                assertThat(RetryOkHttp.outcome(response))
                        .returns(2, Outcome::attempts)
                        .returns(Ending.SUCCESS, Outcome::ending);
            }
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void a_charge_whose_answer_is_lost_is_not_sent_again() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.COMMITTED, Break.RESET));
            Throwable failure = catchThrowable(() -> Calls.text(Calls.client(), Calls.post(server, "/pay")));
            assertThat(failure).isInstanceOf(UnknownOutcomeException.class);
            assertThat(Outcome.of(failure)).returns(Effect.UNKNOWN, Outcome::effect);
            assertThat(server.ledger().charges()).isEqualTo(1);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void a_dropped_reused_connection_is_not_hidden_from_the_decision() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient client = Calls.client();
            Calls.text(client, Calls.get(server, "/warm"));
            server.enqueue(Script.breakAt(Point.COMMITTED, Break.CLOSE), Script.answer(200));
            assertThat(catchThrowable(() -> Calls.text(client, Calls.post(server, "/pay"))))
                    .isInstanceOf(UnknownOutcomeException.class);
            assertThat(server.ledger().charges()).isEqualTo(1);
        }
    }

    @Test
    void a_bound_charge_whose_answer_is_lost_is_sent_again_under_the_same_key() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.deduplicateBy("X-Request-Id");
            server.enqueue(
                    Script.answer(200, "paid").breakingAt(Point.COMMITTED, Break.RESET), Script.answer(200, "paid"));
            Actions actions = Calls.actions();
            BusinessAction payment = actions.open("payment", "order-1001");
            Request request = RetryOkHttp.bind(Calls.post(server, "/pay"), payment);
            try (Response response = Calls.client().newCall(request).execute()) {
                assertThat(response.body().string()).isEqualTo("paid");
                assertThat(RetryOkHttp.outcome(response).effect()).isEqualTo(Effect.APPLIED);
            }
            assertThat(server.ledger().charges()).isEqualTo(1);
            assertThat(server.requests())
                    .hasSize(2)
                    .allMatch(r -> payment.key().value().equals(r.header("X-Request-Id")));
            assertThat(payment.state()).isEqualTo(ActionState.CONFIRMED);
        }
    }

    @Test
    void a_settled_action_is_answered_without_sending() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(200, "paid"));
            BusinessAction payment = Calls.actions().open("payment", "order-1001");
            Request request = RetryOkHttp.bind(Calls.post(server, "/pay"), payment);
            OkHttpClient client = Calls.client();
            assertThat(Calls.text(client, request)).isEqualTo("paid");
            assertThat(Calls.text(client, request)).isEqualTo("paid");
            assertThat(server.requests()).hasSize(1);
        }
    }
}
