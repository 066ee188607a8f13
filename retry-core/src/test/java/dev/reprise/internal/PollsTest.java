package dev.reprise.internal;

import static dev.reprise.testkit.FakeTransport.body;
import static dev.reprise.testkit.FakeTransport.status;
import static dev.reprise.testkit.FakeTransport.timeout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.outcome.Ending;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.FakeTransport.Reply;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.TestActions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Asking again for a request that still runs is a poll: it has a bound of its own and is no attempt. */
class PollsTest {

    private static final Reply RUNNING = body(409, "key in use");

    private final FakeTime time = new FakeTime();
    private final BusinessAction action = new TestActions(time).open("keyed");

    private FakeTransport.Ended call(FakeTransport transport, int attempts, int polls) {
        return transport.call(
                Policies.plain(time).maxAttempts(attempts).maxPolls(polls).build(), Facts.bound(action, "body"));
    }

    @Test
    void pollsDoNotUseUpAttempts() {
        FakeTransport transport = new FakeTransport(time, RUNNING, RUNNING, RUNNING, RUNNING, RUNNING, status(200));

        FakeTransport.Ended ended = call(transport, 1, 10);

        assertThat(transport.requests()).isEqualTo(6);
        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(transport.keys()).containsOnly(action.key().value());
    }

    @Test
    void theyEndAtTheirOwnBoundWithTheActionInDoubt() {
        FakeTransport transport = new FakeTransport(time, RUNNING);

        FakeTransport.Ended ended = call(transport, 100, 4);

        assertThat(transport.requests()).isEqualTo(5);
        assertThat(ended.ending()).isEqualTo(Ending.POLLS);
        assertThat(ended.thrown()).isInstanceOf(UnknownOutcomeException.class);
        assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
    }

    @Test
    void noneAreMadeIfNoneAreAllowed() {
        FakeTransport transport = new FakeTransport(time, RUNNING);

        call(transport, 3, 0);

        assertThat(transport.requests()).isEqualTo(1);
    }

    @Test
    void attemptsAndPollsAreCountedApart() {
        FakeTransport transport =
                new FakeTransport(time, timeout(), RUNNING, timeout(), RUNNING, timeout(), RUNNING, RUNNING);

        FakeTransport.Ended ended = call(transport, 3, 3);

        assertThat(ended.ending()).isEqualTo(Ending.ATTEMPTS);
        assertThat(transport.requests()).as("three attempts and two polls").isEqualTo(5);
    }

    @Test
    void theyArePacedByTheBackoffFromItsBeginning() {
        FakeTransport transport = new FakeTransport(time, timeout(), RUNNING, RUNNING, timeout(), status(200));

        call(transport, 4, 10);

        assertThat(time.sleeps())
                .containsExactly(
                        Duration.ofMillis(100), Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(200));
    }

    @Test
    void aPollWaitsAsLongAsTheServerAsks() {
        FakeTransport transport = new FakeTransport(time, status(409, "Retry-After", "7"), status(200));

        call(transport, 1, 10);

        assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(7));
    }

    @Test
    void theDeadlineEndsThem() {
        FakeTransport transport = new FakeTransport(time, RUNNING);

        FakeTransport.Ended ended = transport.call(
                Policies.plain(time)
                        .maxPolls(100)
                        .deadline(Duration.ofSeconds(1))
                        .build(),
                Facts.bound(action, "body"));

        assertThat(ended.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(time.elapsed()).isLessThan(Duration.ofSeconds(1));
    }
}
