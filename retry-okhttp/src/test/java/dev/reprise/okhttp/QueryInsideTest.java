package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.action.StatusAnswer;
import dev.reprise.action.StatusQuery;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;

/** A status query that sends the action it asks about does not wait for the call that waits for it. */
class QueryInsideTest {

    @Test
    void the_send_inside_is_refused_and_the_query_goes_on() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
            OkHttpClient client = Calls.client();
            AtomicReference<BusinessAction> asked = new AtomicReference<>();
            AtomicReference<Result> inside = new AtomicReference<>();
            Actions actions = Actions.builder(new InMemoryActionStore())
                    .type(
                            "payment",
                            type -> type.statusQuery(StatusQuery.of(Duration.ofMillis(1), question -> {
                                inside.set(
                                        Result.of(client, RetryOkHttp.bind(Calls.post(server, "/pay"), asked.get())));
                                return StatusAnswer.applied();
                            })))
                    .build();
            asked.set(actions.open("payment", "order-1"));
            Result result = Result.of(client, RetryOkHttp.bind(Calls.post(server, "/pay"), asked.get()));
            assertThat(result.ending()).isEqualTo(Ending.APPLIED_BY_QUERY);
            assertThat(result.took()).isLessThan(Duration.ofSeconds(20));
            assertThat(inside.get().ending()).isEqualTo(Ending.NESTED);
            assertThat(inside.get().effect()).isEqualTo(Effect.UNKNOWN);
            assertThat(asked.get().state()).isEqualTo(ActionState.CONFIRMED);
            assertThat(server.ledger().charges()).isEqualTo(1);
        }
    }

    @Test
    void functions_of_the_policy_that_throw_errors_or_give_nothing_do_not_reach_the_caller() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(503));
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain(),
                    Calls.policy()
                            .repeatability(request -> {
                                throw new NoClassDefFoundError("gone");
                            })
                            .scope(request -> null)
                            .build());
            Result result = Result.of(client, Calls.get(server, "/"));
            assertThat(result.status()).isEqualTo(503);
            assertThat(result.attempts()).isEqualTo(1);
        }
    }
}
