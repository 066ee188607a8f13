package dev.reprise.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.ActionSettledException;
import dev.reprise.CallRefusedException;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.action.StatusAnswer;
import dev.reprise.action.StatusQuery;
import dev.reprise.http.HeaderNames;
import dev.reprise.http.HttpAnswer;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Answer;
import dev.reprise.testing.Break;
import dev.reprise.testing.Gate;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a business action and its one key and payload, with every wrapped client. */
@SuppressWarnings("MemberName") // tests of a case begin with its number
public abstract class BoundSuite extends HttpSuite {

    @Test
    void P02_all_sends_of_an_action_are_alike() {
        server.deduplicateBy(HeaderNames.X_REQUEST_ID);
        server.enqueue(
                Script.breakAt(Point.COMMITTED, Break.RESET), Script.answer(503).notApplying());
        server.otherwise(Script.answer(200, "paid"));
        BusinessAction action = payment();
        Result result = port().send(pay().bound(action));
        assertThat(result.status()).isEqualTo(200);
        assertThat(keys(HeaderNames.X_REQUEST_ID))
                .hasSize(3)
                .containsOnly(action.key().value());
        assertThat(server.requests()).allMatch(request -> request.bodyText().equals(Call.BODY));
        assertThat(server.ledger().charges()).isEqualTo(1);
        assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
    }

    @Test
    void P02_another_payload_is_refused_before_a_byte_leaves() {
        server.enqueue(Script.breakAt(Point.COMMITTED, Break.RESET));
        server.otherwise(Script.answer(503));
        BusinessAction action = payment();
        assertThat(port().send(pay().bound(action)).failure()).isInstanceOf(UnknownOutcomeException.class);
        int before = server.requests().size();
        Result other = port().send(pay().body("amount=200").bound(action));
        assertThat(other.ending()).isEqualTo(Ending.PAYLOAD_MISMATCH);
        assertThat(other.effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(server.requests()).hasSize(before);
    }

    @Test
    void P02_a_request_with_another_key_is_refused() {
        Result result =
                port().send(pay().header(HeaderNames.X_REQUEST_ID, "mine").bound(payment()));
        assertThat(result.failure()).isInstanceOf(CallRefusedException.class);
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void P02_a_settled_action_is_not_sent_again() {
        server.otherwise(Script.answer(200, "paid"));
        BusinessAction action = payment();
        assertThat(port().send(pay().bound(action)).body()).isEqualTo("paid");
        Result again = port().send(pay().bound(action));
        assertThat(again.body()).isEqualTo("paid");
        assertThat(again.ending()).isEqualTo(Ending.ALREADY_SETTLED);
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void P02_two_presses_at_once_are_one_charge() throws Exception {
        Gate gate = new Gate();
        server.otherwise(Script.answer(200, "paid").holdingAt(Point.COMMITTED, gate));
        BusinessAction action = payment();
        Port port = port();
        CompletableFuture<Result> first = CompletableFuture.supplyAsync(() -> port.send(pay().bound(action)));
        gate.awaitArrival(SOON);
        CompletableFuture<Result> second = CompletableFuture.supplyAsync(() -> port.send(pay().bound(action)));
        gate.open();
        assertThat(first.get(10, TimeUnit.SECONDS).body()).isEqualTo("paid");
        assertThat(second.get(10, TimeUnit.SECONDS).body()).isEqualTo("paid");
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void P02_a_request_that_still_runs_is_asked_for_with_the_same_key() {
        server.enqueue(
                Script.answer(Answer.of(409, "a request with this key is in progress"))
                        .notApplying(),
                Script.answer(200, "paid"));
        BusinessAction action = payment();
        assertThat(port().send(pay().bound(action)).body()).isEqualTo("paid");
        assertThat(keys(HeaderNames.X_REQUEST_ID))
                .hasSize(2)
                .containsOnly(action.key().value());
    }

    @Test
    void C36_a_bound_body_that_drips_is_cut_at_the_deadline() {
        server.otherwise(Script.answer(Answer.endless(200)).drippingFrom(Point.HEAD_SENT, Duration.ofMillis(20)));
        BusinessAction action = payment();
        Result result = port(policy().deadline(SHORT).build()).send(pay().bound(action));
        assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(result.took()).isLessThan(SOON);
        server.awaitClientClosed(1, SOON);
        assertThat(server.requests()).hasSize(1);
        // The default settlement needs no body, so the 200 settles the action although its body is lost.
        assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
    }

    @Test
    void C36_a_bound_body_that_stalls_is_cut_at_the_deadline() {
        server.otherwise(Script.answer(202, "half of it").breakingAt(Point.BODY_PARTLY_SENT, Break.STALL));
        BusinessAction action = payment();
        Result result = port(policy().deadline(SHORT).build()).send(pay().bound(action));
        assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
        assertThat(result.took()).isLessThan(SOON);
        assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
    }

    @ParameterizedTest
    @CsvSource({
        "400, REJECTED",
        "402, REJECTED",
        "422, REJECTED",
        "200, CONFIRMED",
        "201, CONFIRMED",
        "202, IN_DOUBT",
        "302, IN_DOUBT",
        "401, OPEN",
        "500, IN_DOUBT",
        "503, IN_DOUBT"
    })
    void P12_an_action_is_left_as_the_answer_says(int status, ActionState state) {
        server.otherwise(Script.answer(status, "answer"));
        BusinessAction action = payment();
        port().send(pay().bound(action));
        assertThat(action.state()).isEqualTo(state);
    }

    @Test
    void P12_a_query_that_finds_it_applied_is_believed() {
        server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
        Actions actions = Actions.builder(new InMemoryActionStore())
                .type(
                        "payment",
                        type -> type.statusQuery(StatusQuery.of(
                                Duration.ofSeconds(1), question -> StatusAnswer.applied(HttpAnswer.of(201)))))
                .build();
        BusinessAction action = actions.open("payment", "order-1");
        Result result = port().send(pay().bound(action));
        assertThat(result.status()).isEqualTo(201);
        assertThat(result.ending()).isEqualTo(Ending.APPLIED_BY_QUERY);
        assertThat(server.requests()).hasSize(1);
        assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
    }

    @Test
    void P12_a_query_that_finds_it_refused_is_believed() {
        server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
        Actions actions = Actions.builder(new InMemoryActionStore())
                .type(
                        "payment",
                        type -> type.statusQuery(
                                StatusQuery.of(Duration.ofSeconds(1), question -> StatusAnswer.refused())))
                .build();
        BusinessAction action = actions.open("payment", "order-1");
        Result result = port().send(pay().bound(action));
        assertThat(result.failure()).isInstanceOf(ActionSettledException.class);
        assertThat(action.state()).isEqualTo(ActionState.REJECTED);
    }
}
