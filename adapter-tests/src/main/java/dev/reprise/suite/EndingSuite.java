package dev.reprise.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.CallRefusedException;
import dev.reprise.RetryPolicy;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.backoff.Backoff;
import dev.reprise.breaker.BreakerSettings;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.event.AttemptStarted;
import dev.reprise.event.RetryListener;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Break;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a call ends, what it counts until then, and that no callback changes it, with every wrapped client. */
@SuppressWarnings("MemberName") // tests of a case begin with its number
public abstract class EndingSuite extends HttpSuite {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void C33_when_the_last_answer_is_returned(int attempts) {
        server.otherwise(Script.answer(503));
        counts(attempts, policy().maxAttempts(attempts).build());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void C33_when_an_exception_is_thrown(int attempts) {
        server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.STALL));
        counts(attempts, policy().maxAttempts(attempts).attemptTimeout(SHORT).build());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void C33_when_the_breaker_opens(int attempts) {
        server.otherwise(Script.answer(503));
        BreakerSettings breaker = BreakerSettings.consecutiveFailures(attempts);
        Result result =
                counts(attempts, policy().maxAttempts(5).breaker(breaker).build());
        assertThat(result.ending()).isEqualTo(Ending.BREAKER);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void C33_when_the_budget_is_used_up(int attempts) {
        server.otherwise(Script.answer(503));
        BudgetSettings budget = BudgetSettings.DEFAULT.ratio(0).floor(attempts - 1);
        Result result = counts(attempts, policy().maxAttempts(5).budget(budget).build());
        assertThat(result.ending()).isEqualTo(Ending.BUDGET);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void C33_when_the_deadline_leaves_no_time_for_the_next_one(int attempts) {
        server.otherwise(Script.answer(503));
        Backoff late = Backoff.custom(retry -> retry < attempts ? Duration.ofMillis(1) : SOON);
        Result result = counts(
                attempts, policy().maxAttempts(5).deadline(SOON).backoff(late).build());
        assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
    }

    private Result counts(int attempts, RetryPolicy policy) {
        Result result = port(policy).send(get());
        assertThat(server.requests()).hasSize(attempts);
        assertThat(result.attempts()).isEqualTo(attempts);
        assertThat(started.stream().map(AttemptStarted::attempt))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, attempts).boxed().toList());
        assertThat(result.learned().history()).hasSize(attempts - 1);
        return result;
    }

    @Test
    void C54_what_an_open_breaker_refuses_is_not_sent_and_says_why_in_words_alone() {
        server.otherwise(Script.answer(503, "secret of another caller"));
        Port port =
                port(policy().breaker(BreakerSettings.consecutiveFailures(1)).build());
        port.send(get());
        Result refused = port.send(pay());
        assertThat(refused.failure())
                .isInstanceOf(CallRefusedException.class)
                .hasMessage("Nothing was sent because earlier attempts failed, the last with HTTP 503"
                        + " (0 attempts, effect NOT_APPLIED: the circuit breaker is open)")
                .hasNoCause()
                .hasNoSuppressedExceptions();
        assertThat(refused.ending()).isEqualTo(Ending.BREAKER);
        assertThat(refused.effect()).isEqualTo(Effect.NOT_APPLIED);
        assertThat(refused.attempts()).isZero();
        assertThat(refused.learned().history()).isEmpty();
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void C54_a_refused_action_stays_open() {
        server.otherwise(Script.answer(503));
        Port port =
                port(policy().breaker(BreakerSettings.consecutiveFailures(1)).build());
        port.send(get());
        BusinessAction action = payment();
        Result refused = port.send(pay().bound(action));
        assertThat(refused.failure()).isInstanceOf(CallRefusedException.class);
        assertThat(refused.ending()).isEqualTo(Ending.BREAKER);
        assertThat(action.state()).isEqualTo(ActionState.OPEN);
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void P09_a_listener_that_throws_changes_nothing() {
        server.enqueue(Script.answer(503), Script.answer(200, "there"));
        RetryPolicy policy = policy().listener(new RetryListener() {
                    @Override
                    public void attemptStarted(AttemptStarted event) {
                        throw new IllegalStateException("mine");
                    }
                })
                .build();
        assertThat(port(policy).send(get()).body()).isEqualTo("there");
    }

    @Test
    void P09_a_repeatability_function_that_throws_raises_nothing() {
        server.otherwise(Script.answer(503));
        RetryPolicy policy = policy().repeatability(request -> {
                    throw new IllegalStateException("mine");
                })
                .build();
        assertThat(port(policy).send(get()).status()).isEqualTo(503);
        assertThat(server.requests()).hasSize(1);
    }
}
