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
        return switch (kind) {
            case APPLIED -> ActionState.CONFIRMED;
            case REFUSED -> ActionState.REJECTED;
            default -> ActionState.IN_DOUBT;
        };
    }

    /** What the end of a call claims about the action; not a settlement if it claims nothing. */
    static ActionState claim(SendEnd end) {
        if (end.effect() == Effect.APPLIED) {
            // An answer that confirmed it was seen, even if it broke off or a later send could not repeat it.
            return ActionState.CONFIRMED;
        }
        StatusAnswer found = end.found();
        return switch (end.meaning()) {
            case CONFIRMED -> ActionState.CONFIRMED;
            case REJECTED -> ActionState.REJECTED;
            default -> found == null ? ActionState.IN_DOUBT : claim(found.kind());
        };
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
        HttpAnswer answer = settlingAnswer(end);
        if (record.state().isSettled()) {
            return completed(record, claimed, answer);
        }
        ActionRecord.Builder next = record.next().sends(sends(record, end, flight));
        if (end.sends() > 0) {
            next.lastSendEnded(later(record.lastSendEnded(), flight.now()));
        }
        if (claimed.isSettled()) {
            return settle(next, claimed, answer, flight.now()).build();
        }
        boolean own = record.state() == ActionState.IN_FLIGHT
                && flight.name() != null
                && flight.name().equals(record.owner());
        boolean notApplied = end.found() != null && end.found().kind() == StatusAnswer.Kind.NOT_APPLIED;
        // Whatever someone else wrote since may stand for a send that the query knew nothing of.
        if (notApplied && (own || record.version() == flight.seenVersion())) {
            return open(next).build();
        }
        if (!own) {
            return afterTakeover(record, next, end, flight);
        }
        boolean earlierDoubt = record.doubt() && !flight.doubtCleared();
        if (!earlierDoubt && end.effect() == Effect.NOT_APPLIED && !end.noLongerKept()) {
            // Nothing left that the server could hold against another payload.
            return open(next)
                    .fingerprint(flight.pinnedHere() ? null : record.fingerprint())
                    .build();
        }
        return next.state(end.noLongerKept() ? ActionState.EXPIRED : ActionState.IN_DOUBT)
                .doubt(true)
                .queryOnly((earlierDoubt && record.queryOnly()) || flight.reexecuted())
                // Written before the first byte left, so it may be older than the first send that counts.
                .firstSend(earlierDoubt || flight.firstSend() == null ? record.firstSend() : flight.firstSend())
                .owner(null)
                .sendingUntil(null)
                .build();
    }

    // What confirmed the action may have been an answer before the last one, which must not pass for it.
    private static @Nullable HttpAnswer settlingAnswer(SendEnd end) {
        if (end.found() != null) {
            return end.found().answer();
        }
        boolean rejects = end.meaning() == Meaning.REJECTED && end.effect() != Effect.APPLIED;
        return rejects || end.meaning() == Meaning.CONFIRMED ? end.answer() : null;
    }

    // The time of this send was over, so someone else went on with the action; what this send did still counts.
    private static @Nullable ActionRecord afterTakeover(
            ActionRecord record, ActionRecord.Builder next, SendEnd end, Flight flight) {
        if (flight.name() == null || (end.effect() == Effect.NOT_APPLIED && !end.noLongerKept())) {
            return null;
        }
        next.doubt(true)
                .queryOnly(record.queryOnly() || flight.reexecuted())
                .firstSend(record.firstSend() == null ? flight.firstSend() : record.firstSend());
        if (record.state() == ActionState.IN_FLIGHT) {
            return next.build();
        }
        boolean expired = record.state() == ActionState.EXPIRED || end.noLongerKept();
        return next.state(expired ? ActionState.EXPIRED : ActionState.IN_DOUBT).build();
    }

    // The same settlement may still bring the answer that a webhook could not.
    private static @Nullable ActionRecord completed(
            ActionRecord record, ActionState claimed, @Nullable HttpAnswer answer) {
        return record.state() == claimed && record.answer() == null && answer != null
                ? record.next().answer(answer).build()
                : null;
    }

    private static int sends(ActionRecord record, SendEnd end, Flight flight) {
        return Math.max(0, record.sends() + end.sends() - flight.counted());
    }

    /** Records what a status query found. */
    static @Nullable ActionRecord queried(ActionRecord record, StatusAnswer answer, boolean believed, Instant now) {
        ActionState claimed = claim(answer.kind());
        if (record.state().isSettled()) {
            return completed(record, claimed, answer.answer());
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
        if (record.state().isSettled() || (known == Known.NOT_APPLIED && record.state() == ActionState.OPEN)) {
            return null;
        }
        if (known == Known.NOT_APPLIED) {
            return open(record.next()).reason(reason).build();
        }
        return settle(record.next(), ActionState.valueOf(known.name()), null, now)
                .reason(reason)
                .build();
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
