package dev.reprise.internal.action;

import dev.reprise.action.ActionRecord;
import dev.reprise.action.ActionState;
import dev.reprise.action.Known;
import dev.reprise.action.Meaning;
import dev.reprise.action.StatusAnswer;
import dev.reprise.http.HttpAnswer;
import dev.reprise.outcome.Effect;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The life of a business action as pure functions from one record to the next. They return null where nothing is to be written.
 * State only moves forward: no function leaves a settled state.
 */
public final class Transitions {

    private Transitions() {}

    /** The state as it reads at a time: a send that is over and whose end nobody recorded left a doubt. */
    public static ActionState stateAt(ActionRecord record, Instant now) {
        return record.state() == ActionState.IN_FLIGHT && !isLive(record, now) ? ActionState.IN_DOUBT : record.state();
    }

    private static boolean isLive(ActionRecord record, Instant now) {
        Instant until = record.sendingUntil();
        return record.state() == ActionState.IN_FLIGHT && until != null && now.isBefore(until);
    }

    /** When the last send was over; for one whose end nobody recorded that is when it had to be over. */
    static @Nullable Instant sendEnded(ActionRecord record) {
        return record.state() == ActionState.IN_FLIGHT
                ? later(record.lastSendEnded(), record.sendingUntil())
                : record.lastSendEnded();
    }

    /** Whether a request whose send ended then has had its time to be applied. */
    static boolean hasSettled(@Nullable Instant ended, Instant now, Duration settleTime) {
        // A clock that jumped back gives a negative time, which is never enough.
        return ended != null && Duration.between(ended, now).compareTo(settleTime) >= 0;
    }

    /** What a query's finding claims about the action; not a settlement if it claims nothing. */
    static ActionState claim(StatusAnswer.Kind kind) {
        switch (kind) {
            case APPLIED:
                return ActionState.CONFIRMED;
            case REFUSED:
                return ActionState.REJECTED;
            default:
                return ActionState.IN_DOUBT;
        }
    }

    /** What the end of a call claims about the action; not a settlement if it claims nothing. */
    static ActionState claim(SendEnd end) {
        if (end.meaning() == Meaning.CONFIRMED) {
            return ActionState.CONFIRMED;
        }
        if (end.meaning() == Meaning.REJECTED) {
            return ActionState.REJECTED;
        }
        return end.query() == null ? ActionState.IN_DOUBT : claim(end.query());
    }

    /** Whether a settlement is claimed of an action that is settled otherwise. */
    static boolean contradicts(ActionRecord record, ActionState claimed) {
        return record.state().isSettled() && claimed.isSettled() && record.state() != claimed;
    }

    /** Whether what is known by other means goes against the settlement of an action. */
    public static boolean contradicts(ActionRecord record, Known known) {
        return record.state().isSettled() && !record.state().name().equals(known.name());
    }

    /** Records the end of a logical call. */
    static @Nullable ActionRecord next(ActionRecord record, SendEnd end, Flight flight) {
        ActionState claimed = claim(end);
        if (record.state().isSettled()) {
            // The same settlement may still bring the answer that a webhook could not.
            return record.state() == claimed && record.answer() == null && end.answer() != null
                    ? record.next().answer(end.answer()).build()
                    : null;
        }
        boolean own = record.state() == ActionState.IN_FLIGHT && flight.name() != null
                && flight.name().equals(record.owner());
        ActionRecord.Builder next = record.next().sends(sends(record, end, flight));
        if (end.sends() > 0) {
            next.lastSendEnded(later(record.lastSendEnded(), flight.now()));
        }
        if (claimed.isSettled()) {
            return settle(next, claimed, end.answer(), flight.now()).build();
        }
        if (end.query() == StatusAnswer.Kind.NOT_APPLIED && end.believed() && own) {
            return open(next).build();
        }
        boolean leftDoubt = end.effect() != Effect.NOT_APPLIED || end.noLongerKept();
        if (!own) {
            return afterTakeover(record, next, end, flight, leftDoubt);
        }
        if (end.noLongerKept()) {
            return doubt(next, record, flight).state(ActionState.EXPIRED).build();
        }
        if (!record.doubt() && !leftDoubt) {
            // Nothing left that the server could hold against another payload.
            return open(next).fingerprint(flight.pinnedHere() ? null : record.fingerprint()).build();
        }
        if (!record.doubt() && end.permanentAnswer() && !flight.doubtBeforeLast()) {
            return open(next).build();
        }
        return doubt(next, record, flight).state(ActionState.IN_DOUBT).build();
    }

    // The time of this send was over, so someone else went on with the action; what this send did still counts.
    private static @Nullable ActionRecord afterTakeover(
            ActionRecord record, ActionRecord.Builder next, SendEnd end, Flight flight, boolean leftDoubt) {
        if (!leftDoubt || end.sends() == 0 && !end.noLongerKept()) {
            return null;
        }
        if (record.state() == ActionState.IN_FLIGHT) {
            return next.doubt(true).firstSend(earlier(record, flight)).build();
        }
        boolean expired = record.state() == ActionState.EXPIRED || end.noLongerKept();
        ActionState state = expired ? ActionState.EXPIRED : ActionState.IN_DOUBT;
        return next.state(state)
                .doubt(true)
                .queryOnly(record.queryOnly() || flight.reexecuted())
                .firstSend(earlier(record, flight))
                .build();
    }

    private static ActionRecord.Builder doubt(ActionRecord.Builder next, ActionRecord record, Flight flight) {
        return next.owner(null)
                .sendingUntil(null)
                .doubt(true)
                .queryOnly(record.queryOnly() || flight.reexecuted())
                // Written before the first byte left, so it may be older than the first send that counts.
                .firstSend(record.doubt() || flight.firstSend() == null ? record.firstSend() : flight.firstSend());
    }

    private static dev.reprise.action.@Nullable SendMark earlier(ActionRecord record, Flight flight) {
        return record.firstSend() != null ? record.firstSend() : flight.firstSend();
    }

    private static int sends(ActionRecord record, SendEnd end, Flight flight) {
        return Math.max(0, record.sends() + end.sends() - flight.counted());
    }

    /** Records what a status query found. */
    static @Nullable ActionRecord queried(ActionRecord record, StatusAnswer answer, boolean believed, Instant now) {
        ActionState claimed = claim(answer.kind());
        if (record.state().isSettled()) {
            return record.state() == claimed && record.answer() == null && answer.answer() != null
                    ? record.next().answer(answer.answer()).build()
                    : null;
        }
        if (claimed.isSettled()) {
            return settle(record.next(), claimed, answer.answer(), now).build();
        }
        return answer.kind() == StatusAnswer.Kind.NOT_APPLIED && believed && record.state() != ActionState.OPEN
                ? open(record.next()).build()
                : null;
    }

    /** Records what is known by other means. */
    public static @Nullable ActionRecord known(ActionRecord record, Known known, String reason, Instant now) {
        if (record.state().isSettled() || known == Known.NOT_APPLIED && record.state() == ActionState.OPEN) {
            return null;
        }
        if (known == Known.NOT_APPLIED) {
            return open(record.next()).reason(reason).build();
        }
        return settle(record.next(), ActionState.valueOf(known.name()), null, now).reason(reason).build();
    }

    /** Records that the key is past its lifetime. */
    static ActionRecord expired(ActionRecord record) {
        return record.next()
                .state(ActionState.EXPIRED)
                .doubt(true)
                .lastSendEnded(sendEnded(record))
                .owner(null)
                .sendingUntil(null)
                .build();
    }

    private static ActionRecord.Builder settle(
            ActionRecord.Builder next, ActionState settled, @Nullable HttpAnswer answer, Instant now) {
        return next.state(settled)
                .settledAt(now)
                .answer(answer)
                .doubt(false)
                .queryOnly(false)
                .owner(null)
                .sendingUntil(null);
    }

    private static ActionRecord.Builder open(ActionRecord.Builder next) {
        return next.state(ActionState.OPEN)
                .doubt(false)
                .queryOnly(false)
                .firstSend(null)
                .owner(null)
                .sendingUntil(null);
    }

    static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.isAfter(other) ? one : other;
    }
}
