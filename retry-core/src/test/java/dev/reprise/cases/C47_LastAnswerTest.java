package dev.reprise.cases;

import static dev.reprise.testkit.FakeTransport.body;
import static dev.reprise.testkit.FakeTransport.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.AttemptSummary;
import dev.reprise.RetryPolicy;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When a call is given up, its last answer reaches the caller readable. */
class C47_LastAnswerTest {

    private final FakeTime time = new FakeTime();

    private FakeTransport.Ended call(RetryPolicy policy) {
        return new FakeTransport(time, body(503, "one"), body(503, "two"), body(503, "three"))
                .call(policy, Facts.of("GET"));
    }

    @Test
    void attemptsUsedUp() {
        FakeTransport.Ended ended = call(Policies.plain(time).build());

        assertThat(ended.answer().status()).isEqualTo(503);
        assertThat(ended.answer().bodyText()).isEqualTo("three");
        assertThat(ended.ending()).isEqualTo(Ending.ATTEMPTS);
        assertThat(ended.outcome().history())
                .containsExactly(
                        new AttemptSummary(1, "HTTP 503", Effect.UNKNOWN),
                        new AttemptSummary(2, "HTTP 503", Effect.UNKNOWN));
    }

    @Test
    void stoppedByTheDeadline() {
        FakeTransport.Ended ended =
                call(Policies.plain(time).deadline(Duration.ofMillis(250)).build());

        assertThat(ended.answer().bodyText()).isEqualTo("two");
        assertThat(ended.ending()).isEqualTo(Ending.DEADLINE);
    }

    @Test
    void stoppedAfterThePause() {
        time.duringSleep(() -> time.pass(Duration.ofHours(1)));

        FakeTransport.Ended ended =
                call(Policies.plain(time).deadline(Duration.ofMinutes(1)).build());

        assertThat(ended.answer().bodyText()).isEqualTo("one");
        assertThat(ended.ending()).isEqualTo(Ending.DEADLINE);
    }

    @Test
    void stoppedByTheCeiling() {
        FakeTransport.Ended ended = new FakeTransport(
                        time, body(503, "one"), status(503, Map.of("Retry-After", List.of("86400")), "two"))
                .call(Policies.plain(time).build(), Facts.of("GET"));

        assertThat(ended.answer().bodyText()).isEqualTo("two");
        assertThat(ended.ending()).isEqualTo(Ending.RETRY_AFTER_TOO_LONG);
        assertThat(ended.outcome().retryAfter()).isEqualTo(Duration.ofDays(1));
    }
}
