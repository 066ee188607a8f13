package dev.reprise.internal.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.reprise.action.ActionRecord;
import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.Known;
import dev.reprise.action.Meaning;
import dev.reprise.action.StatusAnswer;
import dev.reprise.action.StatusQuery;
import dev.reprise.http.HttpAnswer;
import dev.reprise.outcome.Effect;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class StoredActionTest {

    private final ActionFixture fixture = new ActionFixture();

    private BusinessAction inDoubt() {
        BusinessAction action = fixture.open("query");
        fixture.unanswered(action);
        return action;
    }

    @Test
    void resolvingRecordsWhatTheQueryFound() {
        BusinessAction action = inDoubt();
        fixture.statuses.add(StatusAnswer.applied(HttpAnswer.of(200)));

        assertThat(action.resolve()).isEqualTo(ActionState.CONFIRMED);
        assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
        assertThat(action.answer().status()).isEqualTo(200);
        assertThat(fixture.asked.get(0).reference()).isEqualTo("order-1001");
        assertThat(fixture.asked.get(0).key()).isEqualTo(action.key());
    }

    @Test
    void onlyADoubtIsAskedAbout() {
        BusinessAction action = fixture.open("query");
        assertThat(action.resolve()).isEqualTo(ActionState.OPEN);
        ActionFixture.send(action).admit(ActionFixture.CALL);
        assertThat(action.resolve()).isEqualTo(ActionState.IN_FLIGHT);
        fixture.actions.settle(action.id(), Known.REJECTED, "support");
        assertThat(action.resolve()).isEqualTo(ActionState.REJECTED);

        assertThat(fixture.asked).isEmpty();
    }

    @Test
    void notAppliedIsBelievedOnlyAfterTheSettleTime() {
        BusinessAction action = inDoubt();
        fixture.statuses.add(StatusAnswer.notApplied());
        fixture.statuses.add(StatusAnswer.notApplied());

        assertThat(action.resolve()).isEqualTo(ActionState.IN_DOUBT);
        fixture.time.pass(ActionFixture.SETTLE_TIME);
        assertThat(action.resolve()).isEqualTo(ActionState.OPEN);
    }

    @Test
    void anExpiredActionCanStillBeResolved() {
        BusinessAction action = fixture.open("keyed-and-query");
        fixture.unanswered(action);
        fixture.time.pass(Duration.ofHours(25));
        ActionFixture.send(action).admit(ActionFixture.CALL);
        assertThat(action.state()).isEqualTo(ActionState.EXPIRED);
        fixture.statuses.add(StatusAnswer.refused());

        assertThat(action.resolve()).isEqualTo(ActionState.REJECTED);
    }

    @Test
    void aTypeWithoutAQueryIsRefusedByName() {
        BusinessAction action = fixture.open("once");

        assertThatIllegalStateException().isThrownBy(action::resolve).withMessageContaining("once");
        assertThatIllegalStateException().isThrownBy(() -> action.resolve(Duration.ofSeconds(1)));
    }

    @Test
    void aQueryThatFailsChangesNothing() {
        BusinessAction action = inDoubt();

        // No answer is prepared, so the asker throws.
        assertThat(action.resolve()).isEqualTo(ActionState.IN_DOUBT);
        assertThat(action.resolve(Duration.ofSeconds(30))).isEqualTo(ActionState.IN_DOUBT);
    }

    @Test
    void aConflictWithASettlementMadeMeanwhileIsReported() {
        BusinessAction action = inDoubt();
        fixture.statuses.add(StatusAnswer.applied());
        fixture.store.beforeReplace(() -> fixture.actions.settle(action.id(), Known.REJECTED, "support"));

        assertThat(action.resolve()).isEqualTo(ActionState.REJECTED);
        assertThat(fixture.conflicts).hasSize(1);
    }

    @Test
    void aTimeIsPositive() {
        BusinessAction action = inDoubt();

        assertThatIllegalArgumentException().isThrownBy(() -> action.resolve(Duration.ZERO));
    }

    @Test
    void withinATimeTheQueryIsAskedOnAThreadOfItsOwn() {
        BusinessAction action = inDoubt();
        fixture.statuses.add(StatusAnswer.refused());

        assertThat(action.resolve(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(ActionState.REJECTED);
        assertThat(fixture.asked.get(0).remaining()).isEqualTo(Duration.ofSeconds(Long.MAX_VALUE));
    }

    @Test
    @Timeout(30)
    void aHangingQueryIsAbandonedAndInterrupted() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        BusinessAction action = hanging(interrupted);

        assertThat(action.resolve(Duration.ofMillis(50))).isEqualTo(ActionState.IN_DOUBT);
        assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @Timeout(30)
    void anInterruptAbandonsTheQueryAndStaysSet() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        BusinessAction action = hanging(interrupted);

        Thread.currentThread().interrupt();
        ActionState state = action.resolve(Duration.ofHours(1));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(state).isEqualTo(ActionState.IN_DOUBT);
    }

    private BusinessAction hanging(CountDownLatch interrupted) {
        StatusQuery query = StatusQuery.of(Duration.ofSeconds(1), question -> {
            try {
                new CountDownLatch(1).await();
                return StatusAnswer.unknown();
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
        });
        Actions actions = Actions.builder(fixture.store)
                .type("slow", t -> t.statusQuery(query))
                .clock(fixture.time.clock())
                .ticker(fixture.time.ticker())
                .build();
        BusinessAction action = actions.open("slow", "1");
        fixture.call(action, Effect.UNKNOWN, Meaning.NOTHING, null);
        return action;
    }

    @Test
    void aLateReadDoesNotMakeTheActionLookYounger() {
        BusinessAction action = inDoubt();
        ActionRecord early = fixture.stored(action);
        fixture.actions.settle(action.id(), Known.CONFIRMED, "webhook");
        assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);

        StoredAction.of(action).saw(early);

        assertThat(action).hasToString("query " + action.id() + " (CONFIRMED)");
    }
}
