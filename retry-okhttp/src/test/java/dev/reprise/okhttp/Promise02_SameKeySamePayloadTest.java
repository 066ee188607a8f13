package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.outcome.Effect;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.ReceivedRequest;
import dev.reprise.testing.Script;
import java.util.List;
import okhttp3.OkHttpClient;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Wherever the sends of an action break, they carry one key and one payload, and what is said of the action is true. */
class Promise02_SameKeySamePayloadTest {

    static List<Arguments> faults() {
        // TLS has its turn in the first promise; what is tested here lies above it.
        return Promise01_SentOnceTest.faults().stream()
                .filter(fault -> Boolean.FALSE.equals(fault.get()[0]))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("faults")
    void wherever_they_break(boolean tls, boolean reused, Point point, Break how) throws Exception {
        try (FaultServer server = tls ? FaultServer.startTls() : FaultServer.start()) {
            server.deduplicateBy("X-Request-Id");
            OkHttpClient client = Promise01_SentOnceTest.client(server, tls, how);
            if (reused) {
                Calls.text(client, Calls.get(server, "/warm"));
            }
            Script broken = Script.answer(200, "paid in full").breakingAt(point, how);
            server.enqueue(broken, broken);
            server.otherwise(Script.answer(200, "paid in full"));
            Actions actions = Calls.actions();
            BusinessAction action = actions.open("payment", "order-1");
            for (int press = 0; press < 2; press++) {
                Result result = Result.of(client, RetryOkHttp.bind(Calls.post(server, "/pay"), action));
                assertTrue(server, action, result);
            }
            for (ReceivedRequest request : server.requests("POST", "/pay")) {
                assertThat(request.header("X-Request-Id"))
                        .isEqualTo(action.key().value());
                assertThat(request.bodyText()).isEqualTo("amount=100");
            }
            assertThat(server.ledger().charges()).isEqualTo(1);
            assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
        }
    }

    private static void assertTrue(FaultServer server, BusinessAction action, Result result) {
        int charges = server.ledger().charges();
        if (result.effect() == Effect.APPLIED || action.state() == ActionState.CONFIRMED) {
            assertThat(charges).isEqualTo(1);
        }
        if (result.effect() == Effect.NOT_APPLIED || action.state() == ActionState.OPEN) {
            assertThat(charges).isZero();
        }
        if (result.status() == 200) {
            assertThat(result.body()).isEqualTo("paid in full");
        }
    }
}
