package dev.reprise.internal;

import dev.reprise.action.ActionState;
import dev.reprise.action.Meaning;
import dev.reprise.action.StatusAnswer;
import dev.reprise.action.StatusQuestion;
import dev.reprise.http.HttpAnswer;
import dev.reprise.internal.action.ActionSend;
import dev.reprise.internal.action.Admission;
import dev.reprise.internal.action.SendEnd;
import dev.reprise.internal.action.Turn;
import dev.reprise.outcome.Effect;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What one bound call holds of its business action: the turn, the admission, what a status query found, and what of it has still to be
 * written down. It knows what to do with the store, and leaves it to {@link LogicalCall} when.
 */
final class ActionPart {

    private final ActionSend send;
    private final TimeLimit limit;
    private final Attempts attempts;
    private final KnownEffect effect;

    private @Nullable Turn turn;
    private @Nullable Admission admission;
    private @Nullable StatusAnswer found;
    private @Nullable ActionState state;
    private int queries;
    private boolean admitting;
    private boolean inFlight;
    private boolean readmit;

    ActionPart(ActionSend send, TimeLimit limit, Attempts attempts, KnownEffect effect) {
        this.send = send;
        this.limit = limit;
        this.attempts = attempts;
        this.effect = effect;
        // Until the store is read, what was last seen of the action is all that is known of its earlier sends.
        lastSeen();
    }

    ActionSend send() {
        return send;
    }

    /** The action's state as far as it is known; null if it is not. */
    @Nullable
    ActionState state() {
        return state;
    }

    /** Whether the action is written as in flight by this call, so that the end has to be written too. */
    boolean isInFlight() {
        return inFlight;
    }

    /** A state that was seen earlier may be out of date, except that a settlement is never taken back. */
    private void lastSeen() {
        ActionState seen = send.seenState();
        effect.doubtBefore(send.effectSeen() == Effect.UNKNOWN);
        state = seen.isSettled() ? seen : null;
    }

    // ---- the turn

    CompletableFuture<Turn> turn() {
        return send.turn();
    }

    void turnTaken(Turn mine) {
        turn = mine;
    }

    void passTurnOn() {
        if (turn != null) {
            turn.close();
            turn = null;
        }
    }

    // ---- the store

    /** The store's next work is to admit a send. */
    void admit() {
        admitting = true;
    }

    /** Whether the store's work is to admit a send, and not to end one. */
    boolean isAdmitting() {
        return admitting;
    }

    /** Whether something has to be written before the call may end. */
    boolean hasToRecord() {
        return inFlight || found != null;
    }

    Recording recording() {
        if (admitting) {
            Duration mayTake = Duration.ofNanos(limit.hardLeft(limit.now()));
            return () -> Recorded.of(() -> Recorded.admitted(send.admit(mayTake)));
        }
        SendEnd end = sendEnd();
        return () -> Recorded.of(() -> Recorded.ended(send.end(end)));
    }

    private SendEnd sendEnd() {
        Judgement last = found == null ? attempts.last() : null;
        int sends = attempts.sends();
        Effect ofSends = effect.ofSends();
        return last == null
                ? new SendEnd(sends, ofSends, Meaning.NOTHING, null, false, found)
                : new SendEnd(sends, ofSends, last.meaning(), last.answer(), last.noLongerKept(), null);
    }

    /**
     * Takes what came of the admission.
     *
     * @return the store's decision, or null if it could not be asked
     */
    @Nullable
    Admission admissionRecorded(Recorded result) {
        admitting = false;
        admission = result.admission();
        if (admission == null) {
            lastSeen();
            // If the store answered at the last moment, the flight that it wrote has to be ended.
            inFlight = !send.abandon();
            return null;
        }
        effect.doubtBefore(admission.doubtBefore());
        attempts.sentBefore(admission.sendsBefore());
        state = admission.state();
        switch (admission.kind()) {
            case SEND -> inFlight = true;
            case NOT_STORED, STORE_FAILED -> lastSeen();
            default -> {}
        }
        return admission;
    }

    /**
     * Takes what came of writing down the end of a send, or what a query found.
     *
     * @return whether it was written to ask for admission again
     */
    boolean endRecorded(Recorded result) {
        boolean again = readmit;
        readmit = false;
        inFlight = false;
        state = result.state();
        if (again && result.failure() == null) {
            found = null;
        }
        return again;
    }

    // ---- the status query

    boolean canQuery() {
        return send.query() != null;
    }

    /** How many queries were asked. */
    int queries() {
        return queries;
    }

    void queryAsked() {
        queries++;
    }

    StatusQuestion question(long nanos) {
        return send.question(Duration.ofNanos(Math.max(1, nanos)));
    }

    /** The call acts on what a query found, which is written down first. */
    void found(StatusAnswer answer) {
        found = answer;
    }

    /** A query found that nothing was applied; when that is written down, admission is asked for again. */
    void foundOpen(StatusAnswer notApplied) {
        found = notApplied;
        readmit = true;
    }

    // ---- what the caller gets

    /** The answer that is kept with the action or was brought by a query. */
    @Nullable
    HttpAnswer answer() {
        if (found != null) {
            return found.answer();
        }
        return admission == null ? null : admission.keptAnswer();
    }

    /** Why the action was not admitted, in one sentence; null if that was not asked or it was. */
    @Nullable
    String refusal() {
        return admission == null || admission.maySend() ? null : admission.why();
    }
}
