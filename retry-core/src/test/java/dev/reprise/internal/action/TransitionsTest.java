package dev.reprise.internal.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.action.ActionRecord;
import dev.reprise.action.ActionState;
import dev.reprise.action.IdempotencyKey;
import dev.reprise.action.Known;
import dev.reprise.action.Meaning;
import dev.reprise.action.SendMark;
import dev.reprise.action.StatusAnswer;
import dev.reprise.http.HttpAnswer;
import dev.reprise.outcome.Effect;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TransitionsTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final SendMark FIRST = new SendMark(NOW.minusSeconds(60), 1, "me");
    private static final HttpAnswer ANSWER = HttpAnswer.of(201);

    /** The columns: what a call learned of its one send. */
    private enum Event {
        CONFIRMED,
        REJECTED,
        NOT_APPLIED,
        UNKNOWN,
        CONFIRMED_BY_AN_EARLIER_ANSWER,
        RUNNING,
        FOUND_APPLIED,
        FOUND_REFUSED,
        FOUND_NOTHING,
        NO_LONGER_KEPT
    }

    private static SendEnd end(Event event) {
        return switch (event) {
            case CONFIRMED -> new SendEnd(1, Effect.APPLIED, Meaning.CONFIRMED, ANSWER, false, null);
            case REJECTED -> new SendEnd(1, Effect.NOT_APPLIED, Meaning.REJECTED, ANSWER, false, null);
            case NOT_APPLIED -> new SendEnd(1, Effect.NOT_APPLIED, Meaning.NOTHING, null, false, null);
            case UNKNOWN -> new SendEnd(1, Effect.UNKNOWN, Meaning.NOTHING, null, false, null);
            case CONFIRMED_BY_AN_EARLIER_ANSWER -> new SendEnd(1, Effect.APPLIED, Meaning.NOTHING, ANSWER, false, null);
            case RUNNING -> new SendEnd(1, Effect.UNKNOWN, Meaning.RUNNING, ANSWER, false, null);
            case FOUND_APPLIED -> found(Effect.UNKNOWN, StatusAnswer.applied(ANSWER));
            case FOUND_REFUSED -> found(Effect.UNKNOWN, StatusAnswer.refused());
            case FOUND_NOTHING -> found(Effect.NOT_APPLIED, StatusAnswer.notApplied());
            case NO_LONGER_KEPT -> new SendEnd(1, Effect.UNKNOWN, Meaning.NOTHING, ANSWER, true, null);
        };
    }

    private static SendEnd found(Effect effect, StatusAnswer found) {
        return new SendEnd(1, effect, Meaning.NOTHING, null, false, found);
    }

    private static ActionRecord record(String state) {
        ActionRecord.Builder builder = ActionRecord.builder(
                        "id", "ns", "payment", "order-1", IdempotencyKey.of("k"), NOW.minusSeconds(99))
                .sends(1);
        return switch (state) {
            case "OPEN" -> builder.sends(0).build();
            case "MINE" -> inFlight(builder, "me/1").firstSend(FIRST).build();
            case "MINE_IN_DOUBT" ->
                inFlight(builder, "me/1").firstSend(FIRST).doubt(true).build();
            case "OTHERS" -> inFlight(builder, "other/1").firstSend(FIRST).build();
            case "IN_DOUBT" ->
                builder.state(ActionState.IN_DOUBT).doubt(true).firstSend(FIRST).build();
            case "EXPIRED" ->
                builder.state(ActionState.EXPIRED).doubt(true).firstSend(FIRST).build();
            default ->
                builder.state(ActionState.valueOf(state))
                        .settledAt(NOW)
                        .answer(ANSWER)
                        .build();
        };
    }

    private static ActionRecord.Builder inFlight(ActionRecord.Builder builder, String owner) {
        return builder.state(ActionState.IN_FLIGHT).owner(owner).sendingUntil(NOW.plusSeconds(5));
    }

    static Stream<Arguments> table() {
        // In the order of the events; "+" is a state with a doubt, "=" is "nothing is written".
        return Stream.of(
                        row(
                                "MINE",
                                "CONFIRMED",
                                "REJECTED",
                                "OPEN",
                                "IN_DOUBT+",
                                "CONFIRMED",
                                "IN_DOUBT+",
                                "CONFIRMED",
                                "REJECTED",
                                "OPEN",
                                "EXPIRED+"),
                        row(
                                "MINE_IN_DOUBT",
                                "CONFIRMED",
                                "REJECTED",
                                "IN_DOUBT+",
                                "IN_DOUBT+",
                                "CONFIRMED",
                                "IN_DOUBT+",
                                "CONFIRMED",
                                "REJECTED",
                                "OPEN",
                                "EXPIRED+"),
                        // Somebody else went on: only settlements and doubts of a send that left are added.
                        row(
                                "OPEN",
                                "CONFIRMED",
                                "REJECTED",
                                "=",
                                "IN_DOUBT+",
                                "CONFIRMED",
                                "IN_DOUBT+",
                                "CONFIRMED",
                                "REJECTED",
                                "=",
                                "EXPIRED+"),
                        row(
                                "OTHERS",
                                "CONFIRMED",
                                "REJECTED",
                                "=",
                                "IN_FLIGHT+",
                                "CONFIRMED",
                                "IN_FLIGHT+",
                                "CONFIRMED",
                                "REJECTED",
                                "=",
                                "IN_FLIGHT+"),
                        row(
                                "IN_DOUBT",
                                "CONFIRMED",
                                "REJECTED",
                                "=",
                                "IN_DOUBT+",
                                "CONFIRMED",
                                "IN_DOUBT+",
                                "CONFIRMED",
                                "REJECTED",
                                "=",
                                "EXPIRED+"),
                        row(
                                "EXPIRED",
                                "CONFIRMED",
                                "REJECTED",
                                "=",
                                "EXPIRED+",
                                "CONFIRMED",
                                "EXPIRED+",
                                "CONFIRMED",
                                "REJECTED",
                                "=",
                                "EXPIRED+"),
                        row("CONFIRMED", "=", "=", "=", "=", "=", "=", "=", "=", "=", "="),
                        row("REJECTED", "=", "=", "=", "=", "=", "=", "=", "=", "=", "="))
                .flatMap(row -> row);
    }

    private static Stream<Arguments> row(String state, String... expected) {
        List<Arguments> row = new ArrayList<>();
        Event[] events = Event.values();
        for (int i = 0; i < events.length; i++) {
            row.add(Arguments.of(state, events[i], expected[i]));
        }
        return row.stream();
    }

    @ParameterizedTest(name = "{0} and {1} gives {2}")
    @MethodSource("table")
    void theEndOfACall(String state, Event event, String expected) {
        ActionRecord before = record(state);
        Flight flight = new Flight("me/1", 1, true, false, FIRST, false, 77, NOW);

        ActionRecord after = Transitions.next(before, end(event), flight);

        if (expected.equals("=")) {
            assertThat(after).isNull();
            return;
        }
        assertThat(after).isNotNull();
        assertThat(after.state() + (after.doubt() ? "+" : "")).isEqualTo(expected);
        assertThat(after.version()).isEqualTo(before.version() + 1);
        assertThat(after.key()).isEqualTo(before.key());
        assertThat(after.lastSendEnded()).isEqualTo(NOW);
        if (after.state() != ActionState.IN_FLIGHT) {
            assertThat(after.owner()).isNull();
            assertThat(after.sendingUntil()).isNull();
        }
        if (after.doubt()) {
            assertThat(after.firstSend()).isNotNull();
        }
        if (after.state() == ActionState.OPEN) {
            assertThat(after.firstSend()).isNull();
        }
        assertThat(after.settledAt() != null).isEqualTo(after.state().isSettled());
    }

    @Test
    void aBelievedNotAppliedHoldsOnlyForTheRecordThatWasAskedAbout() {
        ActionRecord doubt = record("IN_DOUBT");
        SendEnd end = new SendEnd(0, Effect.NOT_APPLIED, Meaning.NOTHING, null, false, StatusAnswer.notApplied());

        ActionRecord unchanged =
                Transitions.next(doubt, end, new Flight(null, 0, false, false, null, false, doubt.version(), NOW));
        ActionRecord changed =
                Transitions.next(doubt, end, new Flight(null, 0, false, false, null, false, doubt.version() - 1, NOW));

        assertThat(unchanged.state()).isEqualTo(ActionState.OPEN);
        assertThat(unchanged.doubt()).isFalse();
        assertThat(unchanged.firstSend()).isNull();
        assertThat(changed).isNull();
    }

    @Test
    void aWebhooksSettlementIsCompletedByTheAnswer() {
        ActionRecord withoutAnswer = record("CONFIRMED").next().answer(null).build();
        Flight flight = new Flight("me/1", 1, true, false, FIRST, false, 0, NOW);

        assertThat(Transitions.next(withoutAnswer, end(Event.CONFIRMED), flight).answer())
                .isSameAs(ANSWER);
        assertThat(Transitions.next(withoutAnswer, end(Event.FOUND_APPLIED), flight)
                        .answer())
                .isSameAs(ANSWER);
        assertThat(Transitions.next(withoutAnswer, end(Event.REJECTED), flight)).isNull();
        assertThat(Transitions.queried(withoutAnswer, StatusAnswer.applied(ANSWER), false, NOW)
                        .answer())
                .isSameAs(ANSWER);
    }

    @Test
    void anAnswerThatDidNotSettleIsNotKeptAsTheOneThatDid() {
        Flight flight = new Flight("me/1", 1, true, false, FIRST, false, 0, NOW);
        HttpAnswer unavailable = HttpAnswer.of(503);

        ActionRecord confirmedBefore = Transitions.next(
                record("MINE"), new SendEnd(2, Effect.APPLIED, Meaning.NOTHING, unavailable, false, null), flight);
        ActionRecord refusedAfter = Transitions.next(
                record("MINE"), new SendEnd(2, Effect.APPLIED, Meaning.REJECTED, unavailable, false, null), flight);
        ActionRecord found = Transitions.next(
                record("MINE"),
                new SendEnd(2, Effect.UNKNOWN, Meaning.NOTHING, unavailable, false, StatusAnswer.applied()),
                flight);

        for (ActionRecord record : List.of(confirmedBefore, refusedAfter, found)) {
            assertThat(record.state()).isEqualTo(ActionState.CONFIRMED);
            assertThat(record.answer()).isNull();
        }
        assertThat(Transitions.next(record("MINE"), end(Event.CONFIRMED), flight)
                        .answer())
                .isSameAs(ANSWER);
        assertThat(Transitions.next(record("MINE"), end(Event.REJECTED), flight).answer())
                .isSameAs(ANSWER);
        assertThat(Transitions.next(record("MINE"), end(Event.FOUND_APPLIED), flight)
                        .answer())
                .isSameAs(ANSWER);
    }

    @Test
    void sendsAreCountedAsTheyPhysicallyLeft() {
        ActionRecord mine = record("MINE").next().sends(4).build();

        for (int sends = 0; sends < 4; sends++) {
            SendEnd end = new SendEnd(sends, Effect.UNKNOWN, Meaning.NOTHING, null, false, null);
            assertThat(Transitions.next(mine, end, new Flight("me/1", 1, true, false, FIRST, false, 0, NOW))
                            .sends())
                    .isEqualTo(3 + sends);
        }
    }

    @Test
    void aFingerprintStaysPinnedUnlessThisCallPinnedItAndNothingLeft() {
        ActionRecord mine = record("MINE").next().fingerprint(new byte[] {1}).build();
        SendEnd nothing = SendEnd.nothingSent();

        assertThat(Transitions.next(mine, nothing, new Flight("me/1", 1, true, false, null, false, 0, NOW))
                        .fingerprint())
                .isNull();
        assertThat(Transitions.next(mine, nothing, new Flight("me/1", 1, false, false, null, false, 0, NOW))
                        .fingerprint())
                .isNotNull();
        assertThat(Transitions.next(mine, end(Event.UNKNOWN), new Flight("me/1", 1, true, false, null, false, 0, NOW))
                        .fingerprint())
                .isNotNull();
    }

    @Test
    void anAnswerAfterWhichAResendIsCarriedOutAnewLeavesTheDecisionToTheQuery() {
        ActionRecord after = Transitions.next(
                record("MINE"), end(Event.UNKNOWN), new Flight("me/1", 1, true, false, FIRST, true, 0, NOW));

        assertThat(after.queryOnly()).isTrue();
        assertThat(Transitions.queried(after, StatusAnswer.notApplied(), true, NOW)
                        .queryOnly())
                .isFalse();
    }

    @Test
    void doubtClearedInFlightIsNotBroughtBackByTheRecord() {
        ActionRecord mine = record("MINE_IN_DOUBT");

        ActionRecord after =
                Transitions.next(mine, end(Event.NOT_APPLIED), new Flight("me/1", 1, false, true, null, false, 0, NOW));

        assertThat(after.state()).isEqualTo(ActionState.OPEN);
        assertThat(after.doubt()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "OPEN, CONFIRMED, CONFIRMED",
        "OPEN, REJECTED, REJECTED",
        "OPEN, NOT_APPLIED, =",
        "MINE, CONFIRMED, CONFIRMED",
        "MINE, REJECTED, REJECTED",
        "IN_DOUBT, CONFIRMED, CONFIRMED",
        "IN_DOUBT, REJECTED, REJECTED",
        "IN_DOUBT, NOT_APPLIED, OPEN",
        "EXPIRED, CONFIRMED, CONFIRMED",
        "EXPIRED, REJECTED, REJECTED",
        "EXPIRED, NOT_APPLIED, OPEN",
        "CONFIRMED, CONFIRMED, =",
        "REJECTED, REJECTED, =",
    })
    void whatPeopleKnow(String state, Known known, String expected) {
        ActionRecord after = Transitions.known(record(state), known, "support", NOW);

        if (expected.equals("=")) {
            assertThat(after).isNull();
        } else {
            assertThat(after.state()).hasToString(expected);
            assertThat(after.doubt()).isFalse();
            assertThat(after.reason()).isEqualTo("support");
        }
        assertThat(Transitions.contradicts(record(state), known)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "CONFIRMED, REJECTED",
        "CONFIRMED, NOT_APPLIED",
        "REJECTED, CONFIRMED",
        "REJECTED, NOT_APPLIED",
    })
    void whatPeopleKnowNeverOverwritesASettlement(String state, Known known) {
        assertThat(Transitions.contradicts(record(state), known)).isTrue();
        assertThat(Transitions.known(record(state), known, "support", NOW)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "APPLIED, IN_DOUBT, false, CONFIRMED",
        "REFUSED, IN_DOUBT, false, REJECTED",
        "RUNNING, IN_DOUBT, true, =",
        "UNKNOWN, IN_DOUBT, true, =",
        "NOT_APPLIED, IN_DOUBT, false, =",
        "NOT_APPLIED, IN_DOUBT, true, OPEN",
        "NOT_APPLIED, EXPIRED, true, OPEN",
        "NOT_APPLIED, EXPIRED, false, =",
        "APPLIED, EXPIRED, false, CONFIRMED",
        "APPLIED, REJECTED, true, =",
        "NOT_APPLIED, CONFIRMED, true, =",
    })
    void whatAQueryFinds(StatusAnswer.Kind kind, String state, boolean believed, String expected) {
        StatusAnswer answer =
                switch (kind) {
                    case APPLIED -> StatusAnswer.applied();
                    case REFUSED -> StatusAnswer.refused();
                    case RUNNING -> StatusAnswer.running();
                    case NOT_APPLIED -> StatusAnswer.notApplied();
                    case UNKNOWN -> StatusAnswer.unknown();
                };
        ActionRecord after = Transitions.queried(record(state), answer, believed, NOW);

        assertThat(after == null ? "=" : after.state().name()).isEqualTo(expected);
    }

    @Test
    void aSendThatNobodyEndedReadsAsADoubtFromTheMomentItHadToBeOver() {
        ActionRecord mine = record("MINE");

        assertThat(Transitions.stateAt(mine, NOW.plusMillis(4_999))).isEqualTo(ActionState.IN_FLIGHT);
        assertThat(Transitions.stateAt(mine, NOW.plusSeconds(5))).isEqualTo(ActionState.IN_DOUBT);
        assertThat(Transitions.sendEnded(mine)).isEqualTo(NOW.plusSeconds(5));
    }

    @Test
    void aRequestHasHadItsTimeOnlyWhenTheClockSaysSo() {
        Duration settleTime = Duration.ofSeconds(10);

        assertThat(Transitions.hasSettled(null, NOW, settleTime)).isFalse();
        assertThat(Transitions.hasSettled(NOW.minusSeconds(10), NOW, settleTime))
                .isTrue();
        assertThat(Transitions.hasSettled(NOW.minusMillis(9_999), NOW, settleTime))
                .isFalse();
        assertThat(Transitions.hasSettled(NOW.plusSeconds(60), NOW, settleTime))
                .as("clock set back")
                .isFalse();
    }
}
