package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Gate;
import dev.reprise.testing.Point;
import dev.reprise.testing.ReceivedRequest;
import dev.reprise.testing.Script;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.Test;

/** A 409 can mean that the first request is still running, or that the state of things forbids it. */
class C08_ConflictTest {

    private final ManualTime time = new ManualTime();
    private final OkHttpClient client = RetryOkHttp.wrap(
            Calls.plain(),
            Calls.policy().sleeper(time).deadline(Duration.ofSeconds(10)).build());
    private final Actions actions = Actions.builder(new InMemoryActionStore())
            .type(
                    "payment",
                    type -> type.profile(IdempotencyProfile.bareHeader("X-Request-Id")
                            .running(answer ->
                                    answer.status() == 409 && answer.bodyText().contains("running"))))
            .build();

    private Request bound(FaultServer server, BusinessAction action) {
        return RetryOkHttp.bind(Calls.post(server, "/pay"), action);
    }

    @Test
    void a_request_that_is_still_running_is_waited_for_with_the_same_key() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(409, "running"), Script.answer(200, "paid"));
            BusinessAction action = actions.open("payment", "order-1");
            Result result = Result.of(client, bound(server, action));
            assertThat(result.body()).isEqualTo("paid");
            assertThat(server.requests()).hasSize(2);
            assertThat(server.requests().stream().map((ReceivedRequest r) -> r.header("X-Request-Id")))
                    .containsOnly(action.key().value());
            assertThat(time.pauses()).hasSize(1).allMatch(pause -> !pause.isZero());
        }
    }

    @Test
    void a_conflict_of_the_domain_is_final() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(409, "seat taken"));
            BusinessAction action = actions.open("payment", "order-1");
            Result result = Result.of(client, bound(server, action));
            assertThat(result.status()).isEqualTo(409);
            assertThat(result.body()).isEqualTo("seat taken");
            assertThat(server.requests()).hasSize(1);
            assertThat(action.state()).isEqualTo(ActionState.REJECTED);
        }
    }

    @Test
    void a_conflict_without_a_key_is_final() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(409, "running"));
            assertThat(Result.of(client, Calls.post(server, "/pay")).status()).isEqualTo(409);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void two_presses_at_once_end_with_the_same_answer_and_one_charge() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.deduplicateBy("X-Request-Id");
            Gate gate = new Gate();
            server.otherwise(Script.answer(200, "paid").holdingAt(Point.COMMITTED, gate));
            BusinessAction action = actions.open("payment", "order-1");
            CompletableFuture<Result> one =
                    CompletableFuture.supplyAsync(() -> Result.of(client, bound(server, action)));
            gate.awaitArrival(Calls.SOON);
            CompletableFuture<Result> two = CompletableFuture.supplyAsync(
                    () -> Result.of(client, bound(server, actions.open("payment", "order-1"))));
            gate.open();
            assertThat(one.get(10, TimeUnit.SECONDS).body()).isEqualTo("paid");
            assertThat(two.get(10, TimeUnit.SECONDS).body()).isEqualTo("paid");
            assertThat(server.ledger().charges()).isEqualTo(1);
            assertThat(server.requests()).hasSize(1);
        }
    }
}
