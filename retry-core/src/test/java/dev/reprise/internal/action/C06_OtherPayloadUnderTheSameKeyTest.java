package dev.reprise.internal.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.Meaning;
import dev.reprise.http.HttpAnswer;
import dev.reprise.outcome.Effect;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class C06_OtherPayloadUnderTheSameKeyTest {

    private final ActionFixture fixture = new ActionFixture();

    private static ActionSend other(BusinessAction action) {
        return ActionSend.of(action, Payload.text("pay 200 with card=4222"));
    }

    @Test
    void isRefusedBeforeAnyByteLeavesAndNamesTheActionNotThePayload() {
        BusinessAction action = fixture.open("keyed");
        fixture.unanswered(action);
        int writes = fixture.store.writes();

        Admission admission = other(action).admit(ActionFixture.CALL);

        assertThat(admission.kind()).isEqualTo(Admission.Kind.MISMATCH);
        assertThat(admission.why())
                .contains(action.id())
                .doesNotContain("4222", action.key().value());
        assertThat(fixture.store.writes()).isEqualTo(writes);
        assertThat(ActionFixture.send(action).admit(ActionFixture.CALL).kind())
                .as("the first payload may still go")
                .isEqualTo(Admission.Kind.SEND);
    }

    @Test
    void isRefusedAfterARestartToo() {
        fixture.unanswered(fixture.open("keyed"));

        BusinessAction restarted = fixture.process(fixture.store).open("keyed", "order-1001");

        assertThat(other(restarted).admit(ActionFixture.CALL).kind()).isEqualTo(Admission.Kind.MISMATCH);
    }

    @Test
    void isNotGivenTheAnswerOfThePayloadThatWasSettled() {
        BusinessAction action = fixture.open("keyed");
        fixture.confirmed(action);

        Admission admission = other(action).admit(ActionFixture.CALL);

        assertThat(admission.kind()).isEqualTo(Admission.Kind.MISMATCH);
        assertThat(admission.state()).isEqualTo(ActionState.CONFIRMED);
        assertThat(admission.keptAnswer()).isNull();
    }

    @Test
    void noFingerprintDoesNotPassForTheSamePayload() {
        BusinessAction action = fixture.open("keyed");
        fixture.unanswered(action);

        assertThat(ActionSend.of(action, Payload.none())
                        .admit(ActionFixture.CALL)
                        .kind())
                .isEqualTo(Admission.Kind.MISMATCH);
    }

    @Test
    void mayBeSentIfNothingOfTheFirstOneWasApplied() {
        BusinessAction action = fixture.open("keyed");
        fixture.call(action, Effect.NOT_APPLIED, Meaning.NOTHING, null);

        assertThat(other(action).admit(ActionFixture.CALL).kind()).isEqualTo(Admission.Kind.SEND);
    }

    @Test
    void theServersWordThatTheKeyWasUsedOtherwiseNeverPermitsRenewal() {
        BusinessAction action = fixture.open("keyed");

        ActionState after = fixture.call(action, Effect.UNKNOWN, Meaning.NOTHING, HttpAnswer.of(422));

        assertThat(after).isEqualTo(ActionState.IN_DOUBT);
        Assertions.assertThatIllegalStateException().isThrownBy(() -> fixture.actions.renew(action));
        assertThat(fixture.open("keyed").key()).isEqualTo(action.key());
    }
}
