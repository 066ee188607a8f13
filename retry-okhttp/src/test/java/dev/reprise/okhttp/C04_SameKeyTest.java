package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.ReceivedRequest;
import dev.reprise.testing.Script;
import java.util.List;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.Test;

/** The key belongs to the action, not to an attempt. */
class C04_SameKeyTest {

    private final Actions actions = Calls.actions();
    private final OkHttpClient client = Calls.client();

    @Test
    void three_attempts_carry_one_key_and_make_one_charge() {
        try (FaultServer server = FaultServer.start()) {
            server.deduplicateBy("X-Request-Id");
            server.enqueue(
                    Script.answer(200, "paid").breakingAt(Point.COMMITTED, Break.CLOSE),
                    Script.answer(503),
                    Script.answer(200, "paid"));
            BusinessAction action = actions.open("payment", "order-42:capture");
            Result result = Result.of(client, bound(server, action));
            assertThat(result.body()).isEqualTo("paid");
            assertThat(keys(server)).hasSize(3).containsOnly(action.key().value());
            assertThat(server.ledger().charges()).isEqualTo(1);
            assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
        }
    }

    @Test
    void a_new_call_for_a_settled_action_sends_nothing_and_brings_the_kept_answer() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(200, "paid"));
            Result.of(client, bound(server, actions.open("payment", "order-42:capture")));
            Result again = Result.of(client, bound(server, actions.open("payment", "order-42:capture")));
            assertThat(again.status()).isEqualTo(200);
            assertThat(again.body()).isEqualTo("paid");
            assertThat(again.attempts()).isZero();
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void a_new_call_after_three_failures_carries_the_same_key() {
        try (FaultServer server = FaultServer.start()) {
            server.deduplicateBy("X-Request-Id");
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
            Result first = Result.of(client, bound(server, actions.open("payment", "order-42:capture")));
            assertThat(first.failure()).isInstanceOf(UnknownOutcomeException.class);
            server.otherwise(Script.answer(200));
            Result second = Result.of(client, bound(server, actions.open("payment", "order-42:capture")));
            assertThat(second.status()).isEqualTo(200);
            assertThat(keys(server)).hasSize(4);
            assertThat(keys(server).stream().distinct()).hasSize(1);
            assertThat(server.ledger().charges()).isEqualTo(1);
        }
    }

    @Test
    void another_action_has_another_key() {
        try (FaultServer server = FaultServer.start()) {
            Result.of(client, bound(server, actions.open("payment", "order-42:capture")));
            Result.of(client, bound(server, actions.open("payment", "order-43:capture")));
            assertThat(keys(server)).hasSize(2).doesNotHaveDuplicates();
        }
    }

    @Test
    void sends_after_the_first_are_numbered_over_all_calls_of_the_action() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
            Result.of(client, bound(server, actions.open("payment", "order-1")));
            Result.of(client, bound(server, actions.open("payment", "order-1")));
            assertThat(server.requests().stream().map(request -> request.header("X-Retry-Attempt")))
                    .containsExactly(null, "2", "3", "4", "5", "6");
        }
    }

    private static Request bound(FaultServer server, BusinessAction action) {
        return RetryOkHttp.bind(Calls.post(server, "/pay"), action);
    }

    private static List<String> keys(FaultServer server) {
        return server.requests().stream()
                .map((ReceivedRequest request) -> request.header("X-Request-Id"))
                .toList();
    }
}
