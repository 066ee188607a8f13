package dev.reprise.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.AttemptSummary;
import dev.reprise.RetryPolicy;
import dev.reprise.backoff.Backoff;
import dev.reprise.breaker.BreakerSettings;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Answer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** That the last answer is readable and none holds its connection during a pause, with every wrapped client. */
@SuppressWarnings("MemberName") // tests of a case begin with its number
public abstract class AnswerSuite extends HttpSuite {

    @Test
    void P08_a_short_answer_gives_its_connection_back() {
        server.enqueue(Script.answer(503, "one"), Script.answer(503, "two"), Script.answer(200));
        assertThat(port().send(get()).status()).isEqualTo(200);
        assertThat(server.accepted()).isEqualTo(1);
    }

    @Test
    void P08_a_long_answer_is_closed_and_not_read_to_its_end() {
        server.enqueue(
                Script.answer(Answer.endless(503)).drippingFrom(Point.HEAD_SENT, Duration.ofMillis(10)),
                Script.answer(200, "there"));
        Result result = port().send(get());
        assertThat(result.body()).isEqualTo("there");
        assertThat(result.took()).isLessThan(SOON);
        server.awaitClientClosed(1, SOON);
    }

    @Test
    void C47_when_the_attempts_are_used_up() {
        server.enqueue(Script.answer(503, "one"), Script.answer(503, "two"), Script.answer(503, "three"));
        Result result = port().send(get());
        assertThat(result.status()).isEqualTo(503);
        assertThat(result.body()).isEqualTo("three");
        assertThat(result.ending()).isEqualTo(Ending.ATTEMPTS);
        assertThat(result.learned().history().stream().map(AttemptSummary::number))
                .containsExactly(1, 2);
    }

    @Test
    void C47_when_the_answer_is_large() {
        String large = "x".repeat(500_000);
        server.otherwise(Script.answer(503, large));
        Result result = port().send(get());
        assertThat(result.body()).isEqualTo(large);
        assertThat(result.attempts()).isEqualTo(3);
    }

    @Test
    void C47_when_the_server_asks_for_too_long_a_wait() {
        server.enqueue(
                Script.answer(503, "one"), Script.answer(Answer.of(503, "two").header("Retry-After", "3600")));
        Result result = port().send(get());
        assertThat(result.body()).isEqualTo("two");
        assertThat(result.ending()).isEqualTo(Ending.RETRY_AFTER_TOO_LONG);
    }

    @Test
    void C47_when_the_budget_is_used_up() {
        stoppedAtTwo(policy().budget(BudgetSettings.DEFAULT.ratio(0).floor(1)), Ending.BUDGET);
    }

    @Test
    void C47_when_the_breaker_opens() {
        stoppedAtTwo(policy().breaker(BreakerSettings.consecutiveFailures(2)), Ending.BREAKER);
    }

    @Test
    void C47_when_the_deadline_leaves_no_time() {
        Backoff late = Backoff.custom(retry -> retry < 2 ? Duration.ofMillis(1) : SOON);
        stoppedAtTwo(policy().deadline(SOON).backoff(late), Ending.DEADLINE);
    }

    private void stoppedAtTwo(RetryPolicy.Builder policy, Ending why) {
        server.enqueue(Script.answer(503, "one"), Script.answer(503, "two"), Script.answer(503, "three"));
        Result result = port(policy.maxAttempts(5).build()).send(get());
        assertThat(result.status()).isEqualTo(503);
        assertThat(result.body()).isEqualTo("two");
        assertThat(result.ending()).isEqualTo(why);
        assertThat(result.learned().history())
                .singleElement()
                .extracting(AttemptSummary::detail)
                .isEqualTo("HTTP 503");
    }

    @Test
    void C47_when_it_is_an_answer_that_cannot_be_changed() {
        server.otherwise(Script.answer(404, "not here"));
        Result result = port().send(get());
        assertThat(result.status()).isEqualTo(404);
        assertThat(result.body()).isEqualTo("not here");
        assertThat(server.requests()).hasSize(1);
    }
}
