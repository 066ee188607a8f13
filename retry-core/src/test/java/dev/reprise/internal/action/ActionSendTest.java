package dev.reprise.internal.action;

import static dev.reprise.internal.action.ActionFixture.CALL;
import static dev.reprise.internal.action.ActionFixture.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.reprise.action.ActionRecord;
import dev.reprise.action.ActionState;
import dev.reprise.action.ActionStoreException;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.action.Known;
import dev.reprise.action.Meaning;
import dev.reprise.action.SendMark;
import dev.reprise.action.SettlementConflict;
import dev.reprise.action.StatusAnswer;
import dev.reprise.http.HttpAnswer;
import dev.reprise.internal.action.Admission.Kind;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Repeatability;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ActionSendTest {

    private final ActionFixture fixture = new ActionFixture();

    @Nested
    class Admitting {

        @Test
        void theRecordIsInFlightBeforeAnythingLeaves() {
            BusinessAction action = fixture.open("keyed");

            Admission admission = send(action).admit(CALL);

            assertThat(admission.kind()).isEqualTo(Kind.SEND);
            assertThat(admission.maySend()).isTrue();
            assertThat(admission.doubtBefore()).isFalse();
            assertThat(admission.sendsBefore()).isZero();
            ActionRecord record = fixture.stored(action);
            assertThat(record.state()).isEqualTo(ActionState.IN_FLIGHT);
            assertThat(record.sendingUntil()).isEqualTo(fixture.time.now().plus(CALL));
            assertThat(record.owner()).isNotBlank();
            assertThat(record.sends()).isEqualTo(1);
            assertThat(record.fingerprint()).hasSize(32);
            assertThat(record.firstSend().wall()).isEqualTo(fixture.time.now());
        }

        @Test
        void aStoreThatCannotBeReadOrWrittenAdmitsNothing() {
            BusinessAction action = fixture.open("keyed");
            RuntimeException disk = new IllegalStateException("disk");

            fixture.store.failWrites(disk);
            Admission unwritten = send(action).admit(CALL);
            fixture.store.failReads(disk);
            Admission unread = send(action).admit(CALL);

            assertThat(unwritten.kind()).isEqualTo(Kind.STORE_FAILED);
            assertThat(unwritten.cause())
                    .isInstanceOf(ActionStoreException.class)
                    .hasCause(disk);
            assertThat(unread.kind()).isEqualTo(Kind.STORE_FAILED);
            assertThat(fixture.stored(action).state()).isEqualTo(ActionState.OPEN);
        }

        @Test
        void anActionWhoseTransactionIsNotCommittedIsNotSent() {
            BusinessAction action = fixture.actions.open("keyed", "order-1", new InMemoryActionStore());

            Admission admission = send(action).admit(CALL);

            assertThat(admission.kind()).isEqualTo(Kind.NOT_STORED);
            assertThat(admission.why()).contains(action.id(), "committed");
        }

        @Test
        void aSettledActionGivesItsKeptAnswer() {
            BusinessAction action = fixture.open("keyed");
            fixture.confirmed(action);
            int writes = fixture.store.writes();

            Admission admission = send(action).admit(CALL);

            assertThat(admission.kind()).isEqualTo(Kind.SETTLED);
            assertThat(admission.state()).isEqualTo(ActionState.CONFIRMED);
            assertThat(admission.keptAnswer().status()).isEqualTo(201);
            assertThat(fixture.store.writes()).isEqualTo(writes);
            assertThat(ActionSend.of(action, Payload.none()).admit(CALL).kind()).isEqualTo(Kind.SETTLED);
        }

        @Test
        void anotherProcessThatSendsRightNowIsLeftAlone() {
            BusinessAction action = fixture.open("keyed");
            send(action).admit(CALL);
            BusinessAction there = fixture.process(fixture.store).open("keyed", "order-1001");

            assertThat(send(there).admit(CALL).kind()).isEqualTo(Kind.ELSEWHERE);
            fixture.time.pass(CALL.minusMillis(1));
            assertThat(send(there).admit(CALL).kind()).isEqualTo(Kind.ELSEWHERE);
        }

        @Test
        void aCrashedSendIsADoubtOnceItsTimeIsOver() {
            BusinessAction action = fixture.open("keyed");
            send(action).admit(CALL);
            fixture.time.pass(CALL);
            BusinessAction restarted = fixture.process(fixture.store).open("keyed", "order-1001");

            Admission admission = send(restarted).admit(CALL);

            assertThat(restarted.key()).isEqualTo(action.key());
            assertThat(admission.kind()).isEqualTo(Kind.SEND);
            assertThat(admission.doubtBefore()).isTrue();
            assertThat(admission.sendsBefore()).isEqualTo(1);
            ActionRecord record = fixture.stored(action);
            assertThat(record.doubt()).isTrue();
            assertThat(record.sends()).isEqualTo(2);
            assertThat(record.lastSendEnded()).as("when it had to be over").isEqualTo(fixture.time.now());
            assertThat(record.firstSend().wall()).isEqualTo(fixture.time.now().minus(CALL));
        }

        @Test
        void aSendOfThisProcessWhoseEndCouldNotBeWrittenIsADoubtAtOnce() {
            BusinessAction action = fixture.open("keyed");
            ActionSend send = send(action);
            send.admit(CALL);
            fixture.store.failWrites(new IllegalStateException("disk"));
            assertThatExceptionOfType(ActionStoreException.class).isThrownBy(() -> send.end(SendEnd.nothingSent()));
            fixture.store.failWrites(null);

            Admission again = send(action).admit(CALL);

            assertThat(again.kind()).isEqualTo(Kind.SEND);
            assertThat(again.doubtBefore()).isTrue();
        }

        @ParameterizedTest
        @CsvSource({
            "keyed, SEND",
            "keyed-and-query, SEND",
            "reexecuted, SEND",
            "query, QUERY_FIRST",
            "once, UNKNOWN_ONCE",
        })
        void afterADoubtTheTypeDecides(String type, Kind kind) {
            BusinessAction action = fixture.open(type);
            assertThat(fixture.unanswered(action)).isEqualTo(ActionState.IN_DOUBT);

            Admission admission = send(action).admit(CALL);

            assertThat(admission.kind()).isEqualTo(kind);
            assertThat(admission.doubtBefore()).isTrue();
            assertThat(fixture.stored(action).state())
                    .isEqualTo(kind == Kind.SEND ? ActionState.IN_FLIGHT : ActionState.IN_DOUBT);
        }

        @ParameterizedTest
        @CsvSource({"keyed, SEND", "reexecuted, UNKNOWN_ONCE", "reexecuted-and-query, QUERY_FIRST"})
        void afterA5xxThatIsNotStoredOnlyAQueryMayDecide(String type, Kind kind) {
            BusinessAction action = fixture.open(type);
            fixture.call(action, Effect.UNKNOWN, Meaning.NOTHING, HttpAnswer.of(500));

            assertThat(send(action).admit(CALL).kind()).isEqualTo(kind);
        }

        @ParameterizedTest
        @CsvSource({"keyed, UNKNOWN_ONCE", "keyed-and-query, QUERY_FIRST"})
        void withoutAFingerprintNothingIsSentAgainAfterADoubt(String type, Kind kind) {
            BusinessAction action = fixture.open(type);
            ActionSend first = ActionSend.of(action, Payload.none());
            assertThat(first.repeatability())
                    .isEqualTo(kind == Kind.QUERY_FIRST ? Repeatability.VERIFIABLE : Repeatability.ONCE);
            assertThat(first.admit(CALL).kind()).isEqualTo(Kind.SEND);
            first.attemptEnded(Effect.UNKNOWN);
            first.end(new SendEnd(1, Effect.UNKNOWN, Meaning.NOTHING, null, false, null));

            assertThat(ActionSend.of(action, Payload.none()).admit(CALL).kind()).isEqualTo(kind);
            assertThat(send(action).admit(CALL).kind())
                    .as("nothing to compare with")
                    .isEqualTo(kind);
        }

        @ParameterizedTest
        @ValueSource(strings = {"keyed", "query", "once"})
        void aProvedRefusalIsNoDoubt(String type) {
            BusinessAction action = fixture.open(type);
            ActionState after = fixture.call(action, Effect.NOT_APPLIED, Meaning.NOTHING, null);

            Admission admission = send(action).admit(CALL);

            assertThat(after).isEqualTo(ActionState.OPEN);
            assertThat(admission.kind()).isEqualTo(Kind.SEND);
            assertThat(admission.doubtBefore()).isFalse();
            assertThat(admission.sendsBefore()).isEqualTo(1);
        }

        @Test
        void aPressRefusedTodayDoesNotClearTheDoubtOfYesterday() {
            BusinessAction action = fixture.open("keyed");
            fixture.unanswered(action);
            fixture.time.pass(Duration.ofHours(20));

            assertThat(fixture.call(action, Effect.NOT_APPLIED, Meaning.NOTHING, null))
                    .isEqualTo(ActionState.IN_DOUBT);
        }

        @Test
        void aLostRaceIsReadAgain() {
            BusinessAction action = fixture.open("keyed");
            fixture.store.beforeReplace(() -> fixture.actions.settle(action.id(), Known.CONFIRMED, "webhook"));
            // The webhook's own write goes through the same store, before ours.
            Admission admission = send(action).admit(CALL);

            assertThat(admission.kind()).isEqualTo(Kind.SETTLED);
            assertThat(admission.state()).isEqualTo(ActionState.CONFIRMED);
        }

        @Test
        void aRecordThatKeepsChangingAdmitsNothing() {
            BusinessAction action = fixture.open("keyed");
            for (int i = 0; i < ActionContext.RACES; i++) {
                fixture.store.beforeReplace(() -> {
                    ActionRecord record = fixture.stored(action);
                    fixture.store.kept.replace(record, record.next().build());
                });
            }

            Admission admission = send(action).admit(CALL);

            assertThat(admission.kind()).isEqualTo(Kind.STORE_FAILED);
            assertThat(admission.cause()).hasMessageContaining("kept changing");
        }

        @Test
        void twoProcessesThatRaceSendOnce() {
            BusinessAction here = fixture.open("keyed");
            BusinessAction there = fixture.process(fixture.store).open("keyed", "order-1001");
            Admission[] theirs = new Admission[1];
            fixture.store.beforeReplace(() -> theirs[0] = send(there).admit(CALL));

            Admission ours = send(here).admit(CALL);

            assertThat(theirs[0].kind()).isEqualTo(Kind.SEND);
            assertThat(ours.kind()).isEqualTo(Kind.ELSEWHERE);
        }

        @Test
        void anAdmissionThatNobodyWaitsForTakesItsWriteBack() {
            BusinessAction action = fixture.open("once");
            ActionSend send = send(action);
            fixture.store.beforeReplace(() -> assertThat(send.abandon()).isTrue());

            Admission admission = send.admit(CALL);

            assertThat(admission.kind()).isEqualTo(Kind.STORE_FAILED);
            assertThat(fixture.stored(action).state()).isEqualTo(ActionState.OPEN);
            assertThat(fixture.stored(action).sends()).isZero();
            assertThat(send(action).admit(CALL).kind()).isEqualTo(Kind.SEND);
        }

        @Test
        void anAdmissionThatCameInTimeIsNotAbandoned() {
            ActionSend send = send(fixture.open("once"));
            send.admit(CALL);

            assertThat(send.abandon()).isFalse();
        }

        @ParameterizedTest
        @ValueSource(strings = {"PT-1S", "PT2562047788015H"})
        void noDurationIsTooLongOrTooShort(String mayTake) {
            assertThat(send(fixture.open("keyed"))
                            .admit(Duration.parse(mayTake))
                            .kind())
                    .isEqualTo(Kind.SEND);
        }
    }

    @Nested
    class Ending {

        @Test
        void theAnswerThatSettledIsKept() {
            BusinessAction action = fixture.open("keyed");

            assertThat(fixture.confirmed(action)).isEqualTo(ActionState.CONFIRMED);
            assertThat(action.answer().status()).isEqualTo(201);
            assertThat(fixture.stored(action).settledAt()).isEqualTo(fixture.time.now());
        }

        @Test
        void takesOneWriteIfNobodyElseTouchedTheAction() {
            BusinessAction action = fixture.open("keyed");
            ActionSend send = send(action);
            send.admit(CALL);
            int writes = fixture.store.writes();
            fixture.store.failReads(new IllegalStateException("no read is needed"));

            send.end(new SendEnd(1, Effect.UNKNOWN, Meaning.NOTHING, null, false, null));

            assertThat(fixture.store.writes()).isEqualTo(writes + 1);
        }

        @Test
        void aCallThatEndedBeforeItsFirstByteLeavesNoTrace() {
            BusinessAction action = fixture.open("once");
            ActionSend send = send(action);
            send.admit(CALL);

            assertThat(send.end(SendEnd.nothingSent())).isEqualTo(ActionState.OPEN);
            ActionRecord record = fixture.stored(action);
            assertThat(record.sends()).isZero();
            assertThat(record.fingerprint()).isNull();
            assertThat(record.firstSend()).isNull();
            assertThat(record.lastSendEnded()).isNull();
        }

        @Test
        void allSendsOfACallAreCounted() {
            BusinessAction action = fixture.open("keyed");
            ActionSend send = send(action);
            send.admit(CALL);
            send.end(new SendEnd(3, Effect.UNKNOWN, Meaning.NOTHING, null, false, null));

            assertThat(fixture.stored(action).sends()).isEqualTo(3);
            assertThat(send(action).admit(CALL).sendsBefore()).isEqualTo(3);
        }

        @Test
        void aLateDoubtDoesNotOverwriteAWebhooksSettlement() {
            BusinessAction action = fixture.open("keyed");
            ActionSend send = send(action);
            send.admit(CALL);
            fixture.actions.settle(action.id(), Known.CONFIRMED, "webhook");

            ActionState holds = send.end(new SendEnd(1, Effect.UNKNOWN, Meaning.NOTHING, null, false, null));

            assertThat(holds).isEqualTo(ActionState.CONFIRMED);
            assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
            assertThat(fixture.conflicts).isEmpty();
        }

        @Test
        void aSettlementAgainstAnotherIsReportedAndTheFirstStays() {
            BusinessAction action = fixture.open("keyed");
            ActionSend send = send(action);
            send.admit(CALL);
            fixture.actions.settle(action.id(), Known.REJECTED, "support");

            ActionState holds =
                    send.end(new SendEnd(1, Effect.APPLIED, Meaning.CONFIRMED, HttpAnswer.of(201), false, null));

            assertThat(holds).isEqualTo(ActionState.REJECTED);
            assertThat(fixture.conflicts)
                    .containsExactly(
                            new SettlementConflict(action.id(), "keyed", ActionState.REJECTED, ActionState.CONFIRMED));
        }

        @Test
        void aLateEndAddsItsDoubtToTheSendOfWhoeverTookOver() {
            BusinessAction action = fixture.open("once");
            ActionSend frozen = send(action);
            frozen.admit(CALL);
            fixture.time.pass(CALL);
            fixture.actions.settle(action.id(), Known.NOT_APPLIED, "support");
            BusinessAction there = fixture.process(fixture.store).open("once", "order-1001");
            ActionSend theirs = send(there);
            assertThat(theirs.admit(CALL).doubtBefore()).isFalse();

            frozen.end(new SendEnd(1, Effect.UNKNOWN, Meaning.NOTHING, null, false, null));

            assertThat(fixture.stored(action).state()).as("theirs still runs").isEqualTo(ActionState.IN_FLIGHT);
            theirs.attemptEnded(Effect.NOT_APPLIED);
            assertThat(theirs.end(new SendEnd(1, Effect.NOT_APPLIED, Meaning.NOTHING, null, false, null)))
                    .isEqualTo(ActionState.IN_DOUBT);
        }

        @Test
        void aResultThatIsNoLongerKeptExpiresTheAction() {
            BusinessAction action = fixture.open("keyed");
            fixture.unanswered(action);
            ActionSend send = send(action);
            send.admit(CALL);
            send.attemptEnded(Effect.UNKNOWN);

            ActionState holds =
                    send.end(new SendEnd(1, Effect.UNKNOWN, Meaning.NOTHING, HttpAnswer.of(410), true, null));

            assertThat(holds).isEqualTo(ActionState.EXPIRED);
            assertThat(send(action).admit(CALL).kind()).isEqualTo(Kind.EXPIRED);
        }

        @Test
        void aStoreThatCannotBeWrittenIsReportedAndTheRecordReadsAsADoubtLater() {
            BusinessAction action = fixture.open("keyed");
            ActionSend send = send(action);
            send.admit(CALL);
            fixture.store.failWrites(new IllegalStateException("disk"));

            assertThatExceptionOfType(ActionStoreException.class)
                    .isThrownBy(() -> send.end(new SendEnd(1, Effect.APPLIED, Meaning.CONFIRMED, null, false, null)));
            fixture.time.pass(CALL);
            assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
        }
    }

    @Nested
    class AskingTheServer {

        private ActionSend inDoubt(BusinessAction action) {
            fixture.unanswered(action);
            ActionSend send = send(action);
            assertThat(send.admit(CALL).kind()).isEqualTo(Kind.QUERY_FIRST);
            return send;
        }

        private SendEnd found(StatusAnswer answer) {
            return new SendEnd(0, Effect.NOT_APPLIED, Meaning.NOTHING, null, false, answer);
        }

        @Test
        void notAppliedIsBelievedOnlyAfterTheSettleTime() {
            BusinessAction action = fixture.open("query");
            ActionSend send = inDoubt(action);

            fixture.time.pass(ActionFixture.SETTLE_TIME.minusNanos(1));
            send.question(CALL);
            assertThat(send.believesNotApplied()).isFalse();
            fixture.time.pass(Duration.ofNanos(1));
            assertThat(send.believesNotApplied())
                    .as("the question came too early")
                    .isFalse();
            send.question(CALL);
            assertThat(send.believesNotApplied()).isTrue();
        }

        @Test
        void theSettleTimeOfACrashedSendCountsFromWhenItHadToBeOver() {
            BusinessAction action = fixture.open("query");
            send(action).admit(CALL);
            fixture.time.pass(CALL);
            ActionSend send = send(fixture.process(fixture.store).open("query", "order-1001"));
            assertThat(send.admit(CALL).kind()).isEqualTo(Kind.QUERY_FIRST);

            fixture.time.pass(ActionFixture.SETTLE_TIME.minusMillis(1));
            send.question(CALL);
            assertThat(send.believesNotApplied()).isFalse();
            fixture.time.pass(Duration.ofMillis(1));
            send.question(CALL);
            assertThat(send.believesNotApplied()).isTrue();
        }

        @Test
        void withinACallTheSettleTimeIsMonotonic() {
            BusinessAction action = fixture.open("query");
            ActionSend send = send(action);
            send.admit(CALL);
            send.attemptEnded(Effect.UNKNOWN);

            fixture.time.setWall(fixture.time.now().plus(Duration.ofHours(1)));
            send.question(CALL);
            assertThat(send.believesNotApplied()).isFalse();
            fixture.time.passUnseenByWallClock(ActionFixture.SETTLE_TIME);
            send.question(CALL);
            assertThat(send.believesNotApplied()).isTrue();
            send.attemptEnded(Effect.UNKNOWN);
            assertThat(send.believesNotApplied()).as("another send left since").isFalse();
        }

        @Test
        void afterABelievedNotAppliedTheActionIsSentAgainWithTheSameKey() {
            BusinessAction action = fixture.open("query");
            ActionSend send = inDoubt(action);
            fixture.time.pass(ActionFixture.SETTLE_TIME);
            send.question(CALL);

            assertThat(send.end(found(StatusAnswer.notApplied()))).isEqualTo(ActionState.OPEN);
            Admission again = send.admit(CALL);

            assertThat(again.kind()).isEqualTo(Kind.SEND);
            assertThat(again.doubtBefore()).isFalse();
            assertThat(again.sendsBefore()).isEqualTo(1);
            assertThat(action.key()).isEqualTo(fixture.stored(action).key());
        }

        @Test
        void aNotAppliedIsForgottenIfSomebodySentMeanwhile() {
            BusinessAction action = fixture.open("query");
            ActionSend send = inDoubt(action);
            fixture.time.pass(ActionFixture.SETTLE_TIME);
            send.question(CALL);
            ActionRecord record = fixture.stored(action);
            fixture.store.kept.replace(
                    record, record.next().lastSendEnded(fixture.time.now()).build());

            assertThat(send.end(found(StatusAnswer.notApplied()))).isEqualTo(ActionState.IN_DOUBT);
        }

        @Test
        void whatItFindsSettlesTheAction() {
            BusinessAction action = fixture.open("query");

            assertThat(inDoubt(action).end(found(StatusAnswer.applied(HttpAnswer.of(200)))))
                    .isEqualTo(ActionState.CONFIRMED);
            assertThat(action.answer().status()).isEqualTo(200);
        }

        @Test
        void aDoubtClearedInFlightStartsTheKeyAnew() {
            BusinessAction action = fixture.open("keyed-and-query");
            ActionSend send = send(action);
            send.admit(Duration.ofDays(3));
            send.attemptEnded(Effect.UNKNOWN);
            fixture.time.pass(Duration.ofHours(25));
            assertThat(send.keyLives(0)).isFalse();

            send.doubtCleared();

            assertThat(send.keyLives(0)).isTrue();
            send.attemptEnded(Effect.NOT_APPLIED);
            assertThat(send.end(new SendEnd(2, Effect.NOT_APPLIED, Meaning.NOTHING, null, false, null)))
                    .isEqualTo(ActionState.OPEN);
        }
    }

    @Nested
    class KeyAgeOfACall {

        @Test
        void noSendNoAge() {
            ActionSend send = send(fixture.open("keyed"));
            send.admit(Duration.ofDays(3));
            fixture.time.pass(Duration.ofDays(2));

            assertThat(send.keyLives(Long.MAX_VALUE)).isTrue();
            send.attemptEnded(Effect.NOT_APPLIED);
            assertThat(send.keyLives(Long.MAX_VALUE))
                    .as("proved to be without effect")
                    .isTrue();
        }

        @Test
        void countsFromTheBeginningOfTheFirstSendThatMayHaveHadAnEffect() {
            BusinessAction action = fixture.open("keyed");
            ActionSend send = send(action);
            send.admit(Duration.ofDays(3));
            fixture.time.pass(Duration.ofHours(1));
            send.attemptEnded(Effect.NOT_APPLIED);
            fixture.time.pass(Duration.ofHours(2));
            send.attemptEnded(Effect.UNKNOWN);

            fixture.time.pass(Duration.ofHours(22));
            assertThat(send.keyLives(0)).isTrue();
            assertThat(send.keyLives(1)).isFalse();

            send.end(new SendEnd(2, Effect.UNKNOWN, Meaning.NOTHING, null, false, null));
            assertThat(fixture.stored(action).firstSend().wall())
                    .isEqualTo(fixture.time.now().minus(Duration.ofDays(1)));
        }

        @Test
        void aTypeWithoutAKeyHasNoAge() {
            ActionSend send = send(fixture.open("query"));
            send.admit(CALL);
            send.attemptEnded(Effect.UNKNOWN);
            fixture.time.pass(Duration.ofDays(400));

            assertThat(send.keyLives(Long.MAX_VALUE)).isTrue();
        }

        @Test
        void theTicksOfAnotherProcessMeanNothing() {
            BusinessAction action = fixture.open("keyed");
            fixture.unanswered(action);
            ActionRecord record = fixture.stored(action);
            SendMark here = record.firstSend();
            long longAgo = here.ticks() - Duration.ofDays(2).toNanos();
            fixture.store.kept.replace(
                    record,
                    record.next()
                            .firstSend(new SendMark(here.wall(), longAgo, "somebody"))
                            .build());

            assertThat(send(action).admit(CALL).kind()).isEqualTo(Kind.SEND);
        }

        @Test
        void aProcessFrozenInAPauseDoesNotSendLate() {
            ActionSend send = send(fixture.open("keyed"));
            assertThat(send.mayStillSend(0)).as("not admitted").isFalse();
            send.admit(CALL);

            assertThat(send.mayStillSend(CALL.toNanos())).isTrue();
            fixture.time.setWall(fixture.time.now().plus(CALL).plusSeconds(2));
            assertThat(send.mayStillSend(0)).isFalse();
        }
    }

    @Nested
    class TakingTurns {

        @Test
        void aSecondCallWaitsAndThenSeesWhatTheFirstOneDid() {
            BusinessAction action = fixture.open("keyed");
            ActionSend first = send(action);
            ActionSend second = send(fixture.open("keyed"));
            Turn turn = first.turn().join();
            CompletableFuture<Admission> later = second.turn().thenApply(mine -> second.admit(CALL));

            first.admit(CALL);
            assertThat(later).isNotDone();
            first.end(new SendEnd(1, Effect.APPLIED, Meaning.CONFIRMED, HttpAnswer.of(201), false, null));
            turn.close();

            assertThat(later.join().kind()).isEqualTo(Kind.SETTLED);
            assertThat(later.join().keptAnswer().status()).isEqualTo(201);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "keyed, KEYED",
        "keyed-and-query, KEYED",
        "query, VERIFIABLE",
        "once, ONCE",
    })
    void theTypeDecidesTheRepeatability(String type, Repeatability repeatability) {
        assertThat(send(fixture.open(type)).repeatability()).isEqualTo(repeatability);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void everyKindIsNamedOnce(Kind kind) {
        assertThat(kind == Kind.SEND)
                .isEqualTo(new Admission(kind, ActionState.OPEN, false, 0, null, null, "why").maySend());
    }

    @Test
    void storesThatMayBlockAreKnownAsSuch() {
        Actions memory = fixture.process(new InMemoryActionStore());

        assertThat(send(memory.open("once", "1")).storeMayBlock()).isFalse();
        assertThat(send(fixture.open("once")).storeMayBlock()).isTrue();
    }
}
