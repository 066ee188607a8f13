package dev.reprise.internal.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server of these actions remembers keys for 24 hours. */
class C10_KeyLifetimeTest {

    private final ActionFixture fixture = new ActionFixture();
    private BusinessAction action;

    @BeforeEach
    void aSendThatWentUnanswered() {
        action = fixture.open("keyed");
        fixture.unanswered(action);
    }

    private BusinessAction afterRestart() {
        return fixture.process(fixture.store).open("keyed", "order-1001");
    }

    @Test
    void after23Hours59MinutesItIsSentAgainWithTheSameKey() {
        fixture.time.pass(Duration.ofHours(23).plusMinutes(59));
        ActionSend send = ActionFixture.send(afterRestart());

        assertThat(send.admit(ActionFixture.CALL).kind()).isEqualTo(Admission.Kind.SEND);
        assertThat(send.key()).isEqualTo(action.key());
        assertThat(send.keyLives(Duration.ofMinutes(1).toNanos())).isTrue();
        assertThat(send.keyLives(Duration.ofMinutes(1).toNanos() + 1)).isFalse();
    }

    @Test
    void after24HoursAndASecondItIsRefusedUntilReconciled() {
        fixture.time.pass(Duration.ofHours(24).plusSeconds(1));
        BusinessAction restarted = afterRestart();

        Admission admission = ActionFixture.send(restarted).admit(ActionFixture.CALL);

        assertThat(admission.kind()).isEqualTo(Admission.Kind.EXPIRED);
        assertThat(admission.why()).contains("reconcile");
        assertThat(admission.state()).isEqualTo(ActionState.EXPIRED);
        assertThat(fixture.stored(action).sends()).isEqualTo(1);
        assertThat(restarted.state()).isEqualTo(ActionState.EXPIRED);
    }

    @Test
    void onceExpiredItStaysSo() {
        fixture.time.pass(Duration.ofHours(25));
        ActionFixture.send(action).admit(ActionFixture.CALL);
        fixture.time.setWall(fixture.time.now().minus(Duration.ofDays(1)));

        assertThat(ActionFixture.send(afterRestart()).admit(ActionFixture.CALL).kind())
                .isEqualTo(Admission.Kind.EXPIRED);
    }

    @Test
    void aWallClockThatStoodStillDoesNotMakeTheKeyYounger() {
        fixture.time.passUnseenByWallClock(Duration.ofHours(25));

        assertThat(ActionFixture.send(action).admit(ActionFixture.CALL).kind()).isEqualTo(Admission.Kind.EXPIRED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT1S", "PT48H"})
    void aClockSetBackBehindTheFirstSendRefusesUntilItIsRightAgain(Duration back) {
        fixture.time.setWall(fixture.time.now().minus(back));
        Admission refused = ActionFixture.send(afterRestart()).admit(ActionFixture.CALL);
        assertThat(refused.kind()).isEqualTo(Admission.Kind.EXPIRED);
        assertThat(refused.state()).as("nothing is written off").isEqualTo(ActionState.IN_DOUBT);

        fixture.time.setWall(fixture.time.now().plus(back).plusSeconds(1));
        assertThat(ActionFixture.send(afterRestart()).admit(ActionFixture.CALL).kind())
                .isEqualTo(Admission.Kind.SEND);
    }

    @Test
    void aQueryComesFirstWhereThereIsOne() {
        BusinessAction verifiable = fixture.open("keyed-and-query");
        fixture.unanswered(verifiable);
        fixture.time.pass(Duration.ofHours(25));

        Admission admission = ActionFixture.send(verifiable).admit(ActionFixture.CALL);

        assertThat(admission.kind()).isEqualTo(Admission.Kind.QUERY_FIRST);
        assertThat(admission.state()).isEqualTo(ActionState.EXPIRED);
    }
}
