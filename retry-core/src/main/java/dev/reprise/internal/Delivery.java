package dev.reprise.internal;

import dev.reprise.ActionSettledException;
import dev.reprise.CallRefusedException;
import dev.reprise.Outcome;
import dev.reprise.ResultLostException;
import dev.reprise.RetryException;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.http.HttpAnswer;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the caller gets when a call has ended. All drivers deliver alike. */
public final class Delivery {

    /** Where the result comes from. */
    public enum Kind {
        /** The last attempt's answer. */
        ANSWER,
        /** An answer kept with the action or brought by a query: {@link LogicalCall#foundAnswer()}. */
        FOUND,
        /** The last attempt's own failure. */
        FAILURE,
        /** An exception of this library: {@link Delivery#exception}. */
        EXCEPTION
    }

    private static final int MOST_SUPPRESSED = 16;

    private final List<Throwable> earlier = new ArrayList<>(0);
    private @Nullable Throwable last;

    /**
     * Notes how an attempt failed, null if it did not.
     *
     * @param failure the failure of the latest attempt
     */
    public void note(@Nullable Throwable failure) {
        if (last != null && earlier.size() < MOST_SUPPRESSED) {
            earlier.add(last);
        }
        last = failure;
    }

    /**
     * Notes that a repetition was given up because the request body was not what it had been. The caller is to learn how the request failed
     * before, and this comes second.
     *
     * @param failure the failure of the repetition
     */
    public void noteRefusedRepetition(Throwable failure) {
        if (last == null) {
            last = failure;
        } else if (last != failure) {
            suppress(last, failure);
        }
    }

    /**
     * The failure of the latest attempt.
     *
     * @return the failure, or null if it brought an answer or none was made
     */
    public @Nullable Throwable lastFailure() {
        return last;
    }

    /**
     * Decides where the result comes from.
     *
     * @param call the ended call
     * @param answered whether the last attempt brought an answer that can be handed over
     * @param answerInDoubt whether the caller wants a bound call's answer even though it leaves the action in doubt
     * @return the kind
     */
    public static Kind of(LogicalCall call, boolean answered, boolean answerInDoubt) {
        Outcome outcome = call.outcome();
        return switch (outcome.ending()) {
            case APPLIED_BY_QUERY, REFUSED_BY_QUERY, ALREADY_SETTLED ->
                call.foundAnswer() == null ? Kind.EXCEPTION : Kind.FOUND;
            case CANCELLED, INTERRUPTED -> Kind.FAILURE;
            default -> byEffect(call, outcome, answered, answerInDoubt);
        };
    }

    private static Kind byEffect(LogicalCall call, Outcome outcome, boolean answered, boolean answerInDoubt) {
        boolean bound = call.send() != null;
        if (outcome.effect() == Effect.UNKNOWN && bound) {
            return answered && (answerInDoubt || isRedirect(call)) ? Kind.ANSWER : Kind.EXCEPTION;
        }
        if (answered) {
            return Kind.ANSWER;
        }
        if (outcome.attempts() == 0) {
            return Kind.EXCEPTION;
        }
        boolean proved = outcome.effect() == Effect.NOT_APPLIED;
        boolean idempotent = !bound && call.repeatability() == Repeatability.IDEMPOTENT;
        return proved || idempotent ? Kind.FAILURE : Kind.EXCEPTION;
    }

    /** The caller follows a redirect that the client must not follow, so it gets to see it. */
    private static boolean isRedirect(LogicalCall call) {
        Judgement last = call.attempts().last();
        HttpAnswer answer = last == null ? null : last.answer();
        return answer != null && answer.status() >= 300 && answer.status() < 400;
    }

    /**
     * The exception for {@link Kind#EXCEPTION}.
     *
     * @param call the ended call
     * @return the exception, with everything that was noted attached
     */
    public RetryException exception(LogicalCall call) {
        Outcome outcome = call.outcome();
        Throwable cause = last == null ? call.problem() : last;
        RetryException exception = exception(call, outcome, cause);
        suppressEarlier(exception, call.problem());
        return exception;
    }

    private static RetryException exception(LogicalCall call, Outcome outcome, @Nullable Throwable cause) {
        Ending ending = outcome.ending();
        if (ending == Ending.PAYLOAD_MISMATCH) {
            // It tells of this request, which is not the action's; what became of the action is in the outcome.
            return new CallRefusedException(reason(call), outcome, cause);
        }
        if (ending == Ending.ALREADY_SETTLED || ending == Ending.REFUSED_BY_QUERY) {
            return new ActionSettledException(outcome, cause);
        }
        if (outcome.effect() == Effect.APPLIED) {
            return new ResultLostException(outcome, cause);
        }
        if (outcome.effect() == Effect.UNKNOWN) {
            String refusal = outcome.attempts() == 0 ? call.refusal() : null;
            if (refusal != null) {
                return new UnknownOutcomeException(refusal, outcome, cause);
            }
            Judgement judgement = call.attempts().last();
            return new UnknownOutcomeException(outcome, judgement == null ? null : judgement.answer(), cause);
        }
        return outcome.attempts() == 0
                ? new CallRefusedException(reason(call), outcome, cause)
                : new ActionSettledException(outcome, cause);
    }

    private static String reason(LogicalCall call) {
        String refusal = call.refusal();
        return refusal == null ? "Nothing was sent" : refusal;
    }

    /**
     * Attaches to a failure what the call learned and how earlier attempts failed.
     *
     * @param failure the exception that the caller will get
     * @param call the ended call
     */
    public void complete(Throwable failure, LogicalCall call) {
        suppressEarlier(failure, call.problem());
        OutcomeNote.attach(failure, call.outcome());
    }

    private void suppressEarlier(Throwable failure, @Nullable Throwable problem) {
        for (Throwable attempt : earlier) {
            suppress(failure, attempt);
        }
        if (last != null) {
            suppress(failure, last);
        }
        if (problem != null) {
            suppress(failure, problem);
        }
    }

    /** Some clients throw the same exception object again and again, so it must not collect without end. */
    static void suppress(Throwable failure, Throwable addition) {
        if (failure == addition || failure.getCause() == addition) {
            return;
        }
        Throwable[] present = failure.getSuppressed();
        if (present.length >= MOST_SUPPRESSED) {
            return;
        }
        for (Throwable suppressed : present) {
            if (suppressed == addition) {
                return;
            }
        }
        failure.addSuppressed(addition);
    }
}
