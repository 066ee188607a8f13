package dev.reprise.internal;

import static dev.reprise.testkit.FakeTransport.cutOff;
import static dev.reprise.testkit.FakeTransport.fails;
import static dev.reprise.testkit.FakeTransport.refused;
import static dev.reprise.testkit.FakeTransport.refusedByPeer;
import static dev.reprise.testkit.FakeTransport.status;
import static dev.reprise.testkit.FakeTransport.timeout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.ResultLostException;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.Known;
import dev.reprise.action.StatusAnswer;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Evidence;
import dev.reprise.outcome.Repeatability;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.FakeTransport.Reply;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.TestActions;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Doubt, once there, is not taken back by what a later send proves about itself. */
class StickyDoubtTest {

    private final FakeTime time = new FakeTime();

    @Test
    void aTypeThatCanNeverClearADoubtIsNamed() {
        BusinessAction once = new TestActions(time).open("once");
        new FakeTransport(time, timeout()).call(Policies.plain(time).build(), Facts.bound(once, "body"));

        FakeTransport.Ended ended =
                new FakeTransport(time, status(200)).call(Policies.plain(time).build(), Facts.bound(once, "body"));

        assertThat(ended.thrown())
                .isInstanceOf(UnknownOutcomeException.class)
                .hasMessageContaining("type once has neither a profile nor a status query")
                .hasMessageContaining("Actions.settle");
    }

    @ParameterizedTest
    @ValueSource(ints = {202, 303})
    void anAnswerThatSettlesNothingIsNoPermanentFailure(int status) {
        BusinessAction bound = new TestActions(time).open("keyed");

        FakeTransport.Ended ended = new FakeTransport(time, status(status))
                .call(Policies.plain(time).build(), Facts.bound(bound, "body"));

        assertThat(ended.ending()).isEqualTo(Ending.UNKNOWN_OUTCOME);
        assertThat(ended.outcome().actionState()).isEqualTo(ActionState.IN_DOUBT);
    }

    static Stream<Arguments> sequences() {
        return Stream.of(
                Arguments.of("refused, refused, refused", new Reply[] {refused()}, Effect.NOT_APPLIED),
                Arguments.of("unknown, refused, refused", new Reply[] {timeout(), refused()}, Effect.UNKNOWN),
                Arguments.of(
                        "refused, unknown, refused", new Reply[] {refused(), timeout(), refused()}, Effect.UNKNOWN),
                Arguments.of("unknown, 429, 429", new Reply[] {timeout(), status(429)}, Effect.UNKNOWN),
                Arguments.of("unknown, 404", new Reply[] {timeout(), status(404)}, Effect.UNKNOWN),
                Arguments.of("applied, refused, refused", new Reply[] {cutOff(200), refused()}, Effect.APPLIED),
                Arguments.of("applied, unknown, unknown", new Reply[] {cutOff(200), timeout()}, Effect.APPLIED),
                Arguments.of("unknown, success", new Reply[] {timeout(), status(200)}, Effect.APPLIED));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sequences")
    void theStrongestEffectOfACallHolds(String name, Reply[] replies, Effect effect) {
        FakeTransport transport = new FakeTransport(time, replies);

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.of(Repeatability.KEYED));

        assertThat(ended.outcome().effect()).as(name).isEqualTo(effect);
    }

    @Test
    void aPressThatIsRefusedTodayLeavesThePressOfYesterdayInDoubt() {
        BusinessAction action = new TestActions(time).open("keyed");
        new FakeTransport(time, timeout())
                .call(Policies.plain(time).maxAttempts(1).build(), Facts.bound(action, "body"));
        time.pass(Duration.ofHours(1));

        FakeTransport.Ended ended =
                new FakeTransport(time, refused()).call(Policies.plain(time).build(), Facts.bound(action, "body"));

        assertThat(ended.outcome().effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(ended.thrown()).isInstanceOf(UnknownOutcomeException.class);
        assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
    }

    @Test
    void aRefusalOfTheSecondSendDoesNotRejectTheFirst() {
        BusinessAction action = new TestActions(time).open("keyed");
        FakeTransport transport = new FakeTransport(time, timeout(), status(402));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(action, "body"));

        assertThat(ended.ending()).isEqualTo(Ending.PERMANENT);
        assertThat(ended.outcome().effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(ended.thrown()).isInstanceOf(UnknownOutcomeException.class);
        assertThat(((UnknownOutcomeException) ended.thrown()).answer().status()).isEqualTo(402);
        assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
    }

    @Test
    void twoSendsInOneAttemptAreInDoubtThoughTheSecondWasRefused() {
        Evidence hiddenResend = new Evidence(true, 2, true, false, true, false, true, false);
        FakeTransport transport =
                new FakeTransport(time, fails(new IOException("REFUSED_STREAM"), hiddenResend), status(200));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.of(Repeatability.ONCE));

        assertThat(transport.requests()).isEqualTo(1);
        assertThat(ended.ending()).isEqualTo(Ending.UNKNOWN_OUTCOME);
    }

    @Test
    void whatWasNotWatchedIsUnknown() {
        FakeTransport transport = new FakeTransport(
                time, fails(new java.net.ConnectException("refused"), Evidence.UNWATCHED), status(200));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.of(Repeatability.ONCE));

        assertThat(transport.requests()).as("a ConnectException proves nothing").isEqualTo(1);
        assertThat(ended.thrown()).isInstanceOf(UnknownOutcomeException.class);
    }

    @Test
    void aBelievedQueryClearsDoubt() {
        TestActions actions = new TestActions(time).finds(StatusAnswer.notApplied());
        BusinessAction action = actions.open("verifiable");
        FakeTransport transport = new FakeTransport(time, timeout(), refused());

        FakeTransport.Ended ended = transport.call(
                Policies.plain(time)
                        .backoff(dev.reprise.backoff.Backoff.fixed(TestActions.SETTLE_TIME))
                        .build(),
                Facts.bound(action, "body"));

        assertThat(transport.requests()).isEqualTo(3);
        assertThat(ended.outcome().effect()).isEqualTo(Effect.NOT_APPLIED);
        assertThat(action.state()).isEqualTo(ActionState.OPEN);
    }

    @Test
    void aSettlementByPeopleClearsDoubtForTheNextCall() {
        TestActions actions = new TestActions(time);
        BusinessAction action = actions.open("once");
        FakeTransport transport = new FakeTransport(time, timeout(), status(200));
        transport.call(Policies.plain(time).build(), Facts.bound(action, "body"));
        assertThat(transport
                        .call(Policies.plain(time).build(), Facts.bound(action, "body"))
                        .ending())
                .isEqualTo(Ending.UNKNOWN_OUTCOME);

        actions.actions().settle(action.id(), Known.NOT_APPLIED, "the bank says so");
        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(action, "body"));

        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(transport.requests()).isEqualTo(2);
    }

    @Test
    void aResultThatWasSeenAndLostIsAppliedAndNeverFailed() {
        BusinessAction action = new TestActions(time).open("keyed");
        FakeTransport transport = new FakeTransport(time, cutOff(201), timeout());

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(action, "body"));

        assertThat(transport.requests()).as("asked again for the result").isEqualTo(3);
        assertThat(ended.thrown()).isInstanceOf(ResultLostException.class);
        assertThat(ended.outcome().effect()).isEqualTo(Effect.APPLIED);
        assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
    }

    @Test
    void aRefusedStreamProvesNothingOnceAnAnswerHasBegun() {
        Evidence answered = new Evidence(true, 1, true, true, true, false, true, false);
        assertThat(answered.effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(refusedByPeer().effect()).isEqualTo(Effect.NOT_APPLIED);
    }
}
