package dev.reprise.internal.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyKey;
import dev.reprise.action.Meaning;
import dev.reprise.http.HttpAnswer;
import dev.reprise.outcome.Effect;
import org.junit.jupiter.api.Test;

class C04_OneKeyPerActionTest {

    private final ActionFixture fixture = new ActionFixture();

    @Test
    void allAttemptsAndAllPressesOfOneActionCarryOneKey() {
        BusinessAction action = fixture.actions.open("keyed", "order-42:capture");
        ActionSend call = ActionFixture.send(action);
        IdempotencyKey key = call.key();
        assertThat(call.admit(ActionFixture.CALL).maySend()).isTrue();
        for (int attempt = 0; attempt < 3; attempt++) {
            assertThat(call.keyLives(0)).isTrue();
            assertThat(call.key()).isSameAs(key);
            call.attemptEnded(Effect.UNKNOWN);
        }
        call.end(new SendEnd(3, Effect.UNKNOWN, Meaning.NOTHING, null, false, null));

        BusinessAction pressedAgain = fixture.actions.open("keyed", "order-42:capture");
        ActionSend second = ActionFixture.send(pressedAgain);
        assertThat(second.key()).isEqualTo(key);
        assertThat(second.admit(ActionFixture.CALL).maySend()).isTrue();
        assertThat(second.end(new SendEnd(1, Effect.APPLIED, Meaning.CONFIRMED, HttpAnswer.of(200), false, null)))
                .isEqualTo(ActionState.CONFIRMED);

        Admission third = ActionFixture.send(fixture.actions.open("keyed", "order-42:capture"))
                .admit(ActionFixture.CALL);
        assertThat(third.kind()).isEqualTo(Admission.Kind.SETTLED);
        assertThat(third.keptAnswer().status()).isEqualTo(200);
        assertThat(fixture.actions.open("keyed", "order-43:capture").key()).isNotEqualTo(key);
    }
}
