package dev.reprise.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.outcome.Ending;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.TestActions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Past the server's memory a resend is a new operation, so it is refused. */
class C10_ExpiredKeyTest {

    private final FakeTime time = new FakeTime();
    private final InMemoryActionStore store = new InMemoryActionStore();

    private BusinessAction inDoubt(FakeTime at) {
        BusinessAction action = new TestActions(at, store).open("keyed");
        new FakeTransport(at, FakeTransport.timeout())
                .call(Policies.plain(at).maxAttempts(1).build(), Facts.bound(action, "body"));
        return action;
    }

    @Test
    void aSecondTooLateIsRefusedWithAHintToReconcile() {
        BusinessAction action = inDoubt(time);
        time.pass(Duration.ofHours(24).plusSeconds(1));
        FakeTransport transport = new FakeTransport(time, FakeTransport.status(200));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(action, "body"));

        assertThat(transport.requests()).isZero();
        assertThat(ended.ending()).isEqualTo(Ending.KEY_EXPIRED);
        assertThat(ended.thrown()).isInstanceOf(UnknownOutcomeException.class);
        assertThat(action.state()).isEqualTo(ActionState.EXPIRED);
    }

    @Test
    void aMinuteBeforeItIsSentWithTheSameKey() {
        BusinessAction action = inDoubt(time);
        time.pass(Duration.ofHours(23).plusMinutes(59));
        FakeTransport transport = new FakeTransport(time, FakeTransport.status(200));

        FakeTransport.Ended ended = transport.call(
                Policies.plain(time).attemptTimeout(Duration.ofSeconds(10)).build(), Facts.bound(action, "body"));

        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(transport.keys()).containsExactly(action.key().value());
    }

    @Test
    void anAttemptThatWouldOutliveTheKeyDoesNotBegin() {
        BusinessAction action = inDoubt(time);
        time.pass(Duration.ofHours(23).plusMinutes(59).plusSeconds(55));
        FakeTransport transport = new FakeTransport(time, FakeTransport.status(200));

        FakeTransport.Ended ended = transport.call(
                Policies.plain(time).attemptTimeout(Duration.ofSeconds(10)).build(), Facts.bound(action, "body"));

        assertThat(transport.requests()).isZero();
        assertThat(ended.ending()).isEqualTo(Ending.KEY_EXPIRED);
    }

    @Test
    void aClockThatWasSetBackCountsAsExpired() {
        BusinessAction action = inDoubt(time);
        time.jumpWall(Duration.ofHours(-1));
        FakeTransport transport = new FakeTransport(time, FakeTransport.status(200));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(action, "body"));

        assertThat(transport.requests()).isZero();
        assertThat(ended.ending()).isEqualTo(Ending.KEY_EXPIRED);
    }

    @Test
    void aRestartKeepsTheKey() {
        BusinessAction before = inDoubt(time);
        FakeTime restarted = new FakeTime(42);
        restarted.jumpWall(Duration.ofHours(1));
        BusinessAction after = new TestActions(restarted, store).open("keyed");
        FakeTransport transport = new FakeTransport(restarted, FakeTransport.status(200));

        transport.call(
                Policies.plain(restarted).attemptTimeout(Duration.ofSeconds(10)).build(), Facts.bound(after, "body"));

        assertThat(transport.keys()).containsExactly(before.key().value());
    }
}
