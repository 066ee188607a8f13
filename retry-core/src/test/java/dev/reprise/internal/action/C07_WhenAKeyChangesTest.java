package dev.reprise.internal.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.Meaning;
import dev.reprise.http.HttpAnswer;
import dev.reprise.outcome.Effect;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class C07_WhenAKeyChangesTest {

    private final ActionFixture fixture = new ActionFixture();

    @ParameterizedTest
    @CsvSource({
        // the final outcome, what it means, whether a new key may be had
        "no answer, UNKNOWN, NOTHING, 0, IN_DOUBT",
        "500, UNKNOWN, NOTHING, 500, IN_DOUBT",
        "attempts used up, UNKNOWN, NOTHING, 503, IN_DOUBT",
        "declined, NOT_APPLIED, REJECTED, 402, REJECTED",
        "created, APPLIED, CONFIRMED, 201, CONFIRMED",
    })
    void onlyASettledActionGetsASuccessorAndOnlyWhenAsked(
            String outcome, Effect effect, Meaning meaning, int status, ActionState state) {
        BusinessAction action = fixture.open("keyed");
        HttpAnswer answer = status == 0 ? null : HttpAnswer.of(status);
        assertThat(fixture.call(action, effect, meaning, answer)).as(outcome).isEqualTo(state);

        assertThat(fixture.open("keyed").key()).as("never by itself").isEqualTo(action.key());
        if (state.isSettled()) {
            assertThat(ActionFixture.send(action).admit(ActionFixture.CALL).kind())
                    .isEqualTo(Admission.Kind.SETTLED);
            assertThat(fixture.actions.renew(action).key()).isNotEqualTo(action.key());
        } else {
            assertThatIllegalStateException().isThrownBy(() -> fixture.actions.renew(action));
            assertThat(ActionFixture.send(action).admit(ActionFixture.CALL).kind())
                    .isEqualTo(Admission.Kind.SEND);
        }
    }
}
