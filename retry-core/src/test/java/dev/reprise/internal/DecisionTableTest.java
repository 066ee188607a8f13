package dev.reprise.internal;

import static dev.reprise.testkit.FakeTransport.fails;
import static dev.reprise.testkit.FakeTransport.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.StatusAnswer;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Evidence;
import dev.reprise.outcome.Repeatability;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.TestActions;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The table that says what follows an attempt, row by row. */
class DecisionTableTest {

    private final FakeTime time = new FakeTime();

    private FakeTransport.Ended call(FakeTransport transport, Repeatability repeatability) {
        return transport.call(Policies.plain(time).build(), Facts.of(repeatability));
    }

    @ParameterizedTest
    @EnumSource(Repeatability.class)
    void aSuccessFinishes(Repeatability repeatability) {
        FakeTransport transport = new FakeTransport(time, status(200));

        FakeTransport.Ended ended = call(transport, repeatability);

        assertThat(transport.requests()).isEqualTo(1);
        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(ended.outcome().effect()).isEqualTo(Effect.APPLIED);
    }

    @ParameterizedTest
    @EnumSource(Repeatability.class)
    void aPermanentFaultFinishes(Repeatability repeatability) {
        FakeTransport transport = new FakeTransport(time, status(404));

        FakeTransport.Ended ended = call(transport, repeatability);

        assertThat(transport.requests()).isEqualTo(1);
        assertThat(ended.ending()).isEqualTo(Ending.PERMANENT);
        assertThat(ended.outcome().effect()).isEqualTo(Effect.NOT_APPLIED);
    }

    @ParameterizedTest
    @EnumSource(Repeatability.class)
    void whatProvablyWasNotAppliedIsRetriedWhateverItIs(Repeatability repeatability) {
        FakeTransport transport =
                new FakeTransport(time, fails(new IOException("no route"), Evidence.NOTHING_SENT), status(200));

        FakeTransport.Ended ended = call(transport, repeatability);

        assertThat(transport.requests()).isEqualTo(2);
        assertThat(time.sleeps()).containsExactly(Policies.BASE);
        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
    }

    @ParameterizedTest
    @CsvSource({
        "IDEMPOTENT, 3, ATTEMPTS",
        "KEYED,      3, ATTEMPTS",
        "VERIFIABLE, 1, UNKNOWN_OUTCOME", // unbound, so that there is nothing to ask
        "ONCE,       1, UNKNOWN_OUTCOME"
    })
    void anUnknownEffectIsRetriedOnlyWhereASecondSendIsHarmless(
            Repeatability repeatability, int requests, Ending ending) {
        FakeTransport transport = new FakeTransport(time, FakeTransport.timeout());

        FakeTransport.Ended ended = call(transport, repeatability);

        assertThat(transport.requests()).isEqualTo(requests);
        assertThat(ended.ending()).isEqualTo(ending);
        assertThat(ended.outcome().effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(ended.outcome().attempts()).isEqualTo(requests);
    }

    @Test
    void aBoundKeyedCallIsResentWithTheSameKey() {
        BusinessAction action = new TestActions(time).open("keyed");
        FakeTransport transport = new FakeTransport(time, FakeTransport.timeout(), status(503), status(201));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(action, "100 EUR"));

        assertThat(transport.keys()).hasSize(3).containsOnly(action.key().value());
        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
    }

    @Test
    void aVerifiableCallIsQueriedInsteadOfResent() {
        TestActions actions = new TestActions(time).finds(StatusAnswer.applied());
        FakeTransport transport = new FakeTransport(time, FakeTransport.timeout());

        FakeTransport.Ended ended =
                transport.call(Policies.plain(time).build(), Facts.bound(actions.open("verifiable"), "100 EUR"));

        assertThat(transport.requests()).isEqualTo(1);
        assertThat(actions.questions()).hasSize(1);
        assertThat(ended.ending()).isEqualTo(Ending.APPLIED_BY_QUERY);
        assertThat(ended.outcome().effect()).isEqualTo(Effect.APPLIED);
    }

    @Test
    void aBoundCallThatNothingRecognisesStaysInDoubt() {
        BusinessAction action = new TestActions(time).open("once");
        FakeTransport transport = new FakeTransport(time, FakeTransport.timeout());

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(action, "100 EUR"));

        assertThat(transport.requests()).isEqualTo(1);
        assertThat(ended.ending()).isEqualTo(Ending.UNKNOWN_OUTCOME);
        assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
    }

    @Test
    void strictModeResendsNothingThatIsSentOnceNotEvenOnProof() {
        FakeTransport transport = new FakeTransport(time, FakeTransport.refused());

        FakeTransport.Ended ended =
                transport.call(Policies.plain(time).strictOnce(true).build(), Facts.of(Repeatability.ONCE));

        assertThat(transport.requests()).isEqualTo(1);
        assertThat(ended.ending()).isEqualTo(Ending.ATTEMPTS);
        assertThat(ended.outcome().effect()).isEqualTo(Effect.NOT_APPLIED);
        assertThat(ended.thrown()).hasMessage("connection refused");
    }

    @ParameterizedTest
    @EnumSource(names = {"IDEMPOTENT", "KEYED"})
    void strictModeLeavesTheOthersAlone(Repeatability repeatability) {
        FakeTransport transport = new FakeTransport(time, FakeTransport.refused(), status(200));

        transport.call(Policies.plain(time).strictOnce(true).build(), Facts.of(repeatability));

        assertThat(transport.requests()).isEqualTo(2);
    }
}
