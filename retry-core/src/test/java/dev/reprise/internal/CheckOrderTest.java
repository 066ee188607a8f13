package dev.reprise.internal;

import static dev.reprise.testkit.FakeTransport.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.action.BusinessAction;
import dev.reprise.http.HttpRules;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.TestActions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a retry needs, asked in a fixed order: of several things in its way, the first one is reported. */
class CheckOrderTest {

    private static final Map<String, List<String>> FORBIDDEN_AND_LONG =
            Map.of("x-should-retry", List.of("false"), "Retry-After", List.of("86400"));
    private static final Map<String, List<String>> LONG = Map.of("Retry-After", List.of("86400"));

    private final FakeTime time = new FakeTime();

    private RetryPolicy.Builder policy() {
        return Policies.plain(time)
                .httpRules(
                        HttpRules.builder().trustServerVerdict("x-should-retry").build());
    }

    @Test
    void theServersWordComesBeforeTheNumberOfAttempts() {
        FakeTransport transport = new FakeTransport(time, status(503, FORBIDDEN_AND_LONG, ""));

        assertThat(transport
                        .call(policy().maxAttempts(1).build(), Facts.oneShotBody(Facts.of(Repeatability.KEYED)))
                        .ending())
                .isEqualTo(Ending.SERVER_FORBADE);
    }

    @Test
    void theNumberOfAttemptsComesBeforeTheBody() {
        FakeTransport transport = new FakeTransport(time, status(503, LONG, ""));

        assertThat(transport
                        .call(policy().maxAttempts(1).build(), Facts.oneShotBody(Facts.of(Repeatability.KEYED)))
                        .ending())
                .isEqualTo(Ending.ATTEMPTS);
    }

    @Test
    void theBodyComesBeforeTheKeysLifetime() {
        BusinessAction action = new TestActions(time).open("keyed");
        FakeTransport transport =
                new FakeTransport(time, FakeTransport.after(TestActions.KEY_LIFETIME, status(503, LONG, "")));

        assertThat(transport
                        .call(policy().build(), Facts.oneShotBody(Facts.bound(action, "body")))
                        .ending())
                .isEqualTo(Ending.BODY_NOT_REPLAYABLE);
    }

    @Test
    void theKeysLifetimeComesBeforeThePause() {
        BusinessAction action = new TestActions(time).open("keyed");
        FakeTransport transport =
                new FakeTransport(time, FakeTransport.after(TestActions.KEY_LIFETIME, status(503, LONG, "")));

        assertThat(transport.call(policy().build(), Facts.bound(action, "body")).ending())
                .isEqualTo(Ending.KEY_EXPIRED);
    }

    @Test
    void thePauseMustFitIntoTheDeadline() {
        FakeTransport transport = new FakeTransport(time, status(503, LONG, ""));

        assertThat(transport.call(policy().build(), Facts.of("GET")).ending()).isEqualTo(Ending.RETRY_AFTER_TOO_LONG);
        assertThat(transport
                        .call(policy().deadline(Duration.ofMillis(120)).build(), Facts.of("GET"))
                        .ending())
                .as("a wish is reported as such, also where the deadline is in its way")
                .isEqualTo(Ending.RETRY_AFTER_TOO_LONG);
        FakeTransport silent = new FakeTransport(time, status(503));
        assertThat(silent.call(policy().deadline(Duration.ofMillis(120)).build(), Facts.of("GET"))
                        .ending())
                .as("100 ms of pause leave less than the 50 ms that an attempt needs")
                .isEqualTo(Ending.DEADLINE);
    }

    @Test
    void aBodyOfWhichNothingWasTakenMayBeSentThoughItCannotBeReplayed() {
        FakeTransport transport =
                new FakeTransport(time, FakeTransport.refused(), FakeTransport.refused(), status(200));

        FakeTransport.Ended ended = transport.call(policy().build(), Facts.oneShotBody(Facts.of(Repeatability.ONCE)));

        assertThat(transport.requests()).isEqualTo(3);
        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
    }

    @Test
    void aBodyOnceBegunStaysBegun() {
        FakeTransport transport = new FakeTransport(time, FakeTransport.timeout(), FakeTransport.refused());

        FakeTransport.Ended ended = transport.call(policy().build(), Facts.oneShotBody(Facts.of(Repeatability.KEYED)));

        assertThat(transport.requests()).isEqualTo(1);
        assertThat(ended.ending()).isEqualTo(Ending.BODY_NOT_REPLAYABLE);
    }

    @Test
    void theDeadlineIsAskedAgainAfterThePause() {
        time.duringSleep(() -> time.pass(Duration.ofSeconds(10)));
        FakeTransport transport = new FakeTransport(time, status(503));

        FakeTransport.Ended ended =
                transport.call(policy().deadline(Duration.ofSeconds(5)).build(), Facts.of("GET"));

        assertThat(transport.requests()).isEqualTo(1);
        assertThat(ended.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(ended.answer()).isNotNull();
    }

    @Test
    void theKeysLifetimeIsAskedAgainAfterThePause() {
        BusinessAction action = new TestActions(time).open("keyed");
        Duration attempt = Duration.ofSeconds(10);
        FakeTransport transport = new FakeTransport(
                time,
                FakeTransport.timeout(),
                FakeTransport.after(
                        TestActions.KEY_LIFETIME.minus(attempt).minus(Policies.BASE.multipliedBy(2)),
                        FakeTransport.timeout()));

        FakeTransport.Ended ended =
                transport.call(policy().attemptTimeout(attempt).build(), Facts.bound(action, "body"));

        assertThat(transport.requests()).isEqualTo(2);
        assertThat(time.sleeps()).hasSize(2);
        assertThat(ended.ending()).isEqualTo(Ending.KEY_EXPIRED);
    }
}
