package dev.reprise.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.Backoff;
import dev.reprise.deadline.Deadline;
import dev.reprise.http.HeaderNames;
import dev.reprise.http.HttpRules;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Answer;
import dev.reprise.testing.Break;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** That a call keeps to its limits, and to the waits that a server asks for, with every wrapped client. */
@SuppressWarnings("MemberName") // tests of a case begin with its number
public abstract class TimeSuite extends HttpSuite {

    @Test
    void P03_an_answer_that_never_comes_is_not_waited_for() {
        server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.STALL));
        Result result = port(policy().deadline(SHORT).build()).send(get());
        assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(result.took()).isLessThan(SOON);
    }

    @Test
    void P03_a_deadline_around_the_call_rules_too() {
        server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.STALL));
        Port port = port();
        Result result;
        try (Deadline.Scope scope = Deadline.after(SHORT, System::nanoTime).activate()) {
            assertThat(scope).isNotNull();
            result = port.send(get());
        }
        assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(result.took()).isLessThan(SOON);
    }

    @Test
    void C26_a_wait_that_the_deadline_does_not_leave_is_not_begun() {
        server.otherwise(Script.answer(Answer.of(503, "busy").header("Retry-After", "30")));
        Result result = port(policy().deadline(SOON).build()).send(get());
        assertThat(result.status()).isEqualTo(503);
        assertThat(result.body()).isEqualTo("busy");
        assertThat(result.ending()).isEqualTo(Ending.RETRY_AFTER_TOO_LONG);
        assertThat(result.took()).isLessThan(SOON);
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void C26_nor_is_a_pause_of_ones_own() {
        server.otherwise(Script.answer(503, "busy"));
        Backoff late = Backoff.fixed(SOON.plusMillis(1));
        Result result = port(policy().deadline(SOON).backoff(late).build()).send(get());
        assertThat(result.body()).isEqualTo("busy");
        assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void C34_one_limit_holds_over_all_attempts() {
        server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.STALL));
        Result result = port(policy().maxAttempts(100)
                        .deadline(Duration.ofMillis(3500))
                        .attemptTimeout(Duration.ofSeconds(1))
                        .backoff(Backoff.fixed(Duration.ofSeconds(1)))
                        .build())
                .send(get());
        assertThat(server.requests()).hasSize(2);
        assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(result.took()).isLessThan(SOON);
    }

    @Test
    void C35_the_second_attempt_gets_what_the_first_one_left() {
        server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.STALL));
        Duration attempt = Duration.ofMillis(1800);
        Duration pause = Duration.ofMillis(100);
        Duration deadline = Duration.ofMillis(3000);
        Result result = port(policy().maxAttempts(5)
                        .deadline(deadline)
                        .attemptTimeout(attempt)
                        .backoff(Backoff.fixed(pause))
                        .build())
                .send(get());
        assertThat(server.requests()).hasSize(2);
        assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(started).hasSize(2);
        assertThat(Duration.ofNanos(started.get(0).timeoutNanos())).isEqualTo(attempt);
        assertThat(Duration.ofNanos(started.get(1).timeoutNanos()))
                .isBetween(Duration.ofNanos(1), deadline.minus(attempt).minus(pause));
        assertThat(result.took()).isLessThan(SOON);
    }

    @Test
    void C35_an_attempt_time_beyond_the_deadline_is_cut_to_it() {
        server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.STALL));
        Duration deadline = Duration.ofSeconds(1);
        Result result = port(policy().deadline(deadline)
                        .attemptTimeout(Duration.ofMinutes(1))
                        .build())
                .send(get());
        assertThat(server.requests()).hasSize(1);
        assertThat(Duration.ofNanos(started.get(0).timeoutNanos())).isLessThanOrEqualTo(deadline);
        assertThat(result.took()).isLessThan(SOON);
    }

    @Test
    void P04_a_wait_that_the_server_asks_for_is_not_undercut() {
        server.enqueue(
                Script.answer(Answer.of(503).header(HeaderNames.RETRY_AFTER_MS, "400")), Script.answer(200, "there"));
        HttpRules rules = HttpRules.builder()
                .millisecondHeaders(HeaderNames.RETRY_AFTER_MS)
                .build();
        Result result = port(policy().httpRules(rules).build()).send(get());
        assertThat(result.body()).isEqualTo("there");
        assertThat(result.took()).isGreaterThanOrEqualTo(Duration.ofMillis(400));
    }

    @Test
    void P04_a_wait_above_the_ceiling_ends_the_call() {
        server.otherwise(Script.answer(Answer.of(429, "later").header("Retry-After", "3600")));
        Result result = port().send(get());
        assertThat(result.status()).isEqualTo(429);
        assertThat(result.ending()).isEqualTo(Ending.RETRY_AFTER_TOO_LONG);
        assertThat(result.learned().retryAfter()).isEqualTo(Duration.ofHours(1));
    }
}
