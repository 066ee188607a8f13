package dev.reprise.internal;

import dev.reprise.CallSpec;
import dev.reprise.FaultClassifier;
import dev.reprise.Outcome;
import dev.reprise.ResultClassifier;
import dev.reprise.RetryException;
import dev.reprise.action.Meaning;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Evidence;
import dev.reprise.outcome.Verdict;
import java.io.InterruptedIOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the attempts of an operation brought, and what it means: nothing is watched, and the caller's classifiers judge. The same
 * for operations that return and for those that complete later.
 */
final class OperationResult<T extends @Nullable Object> {

    private static final Logger LOG = LoggerFactory.getLogger(OperationResult.class);

    private final CallSpec<T> spec;
    private final Delivery delivery = new Delivery();
    private @Nullable T result;
    private boolean returned;

    OperationResult(CallSpec<T> spec) {
        this.spec = spec;
    }

    /** Forgets what the attempt before brought. */
    void attempting() {
        if (returned) {
            AnswerOutcomes.discard(result);
        }
        returned = false;
        result = null;
    }

    /** The attempt returned. */
    Judgement returned(LogicalCall call, T value) {
        result = value;
        returned = true;
        delivery.note(null);
        ResultClassifier<? super T> results = spec.results();
        if (results == null) {
            return unclassified(call, value);
        }
        try {
            Verdict verdict = Objects.requireNonNull(results.classify(value), "the result classifier's verdict");
            return judgement(verdict, Evidence.UNWATCHED, null);
        } catch (Throwable broken) {
            LOG.warn(
                    "A result classifier threw {}, so nobody knows what the result means",
                    broken.getClass().getName());
            return judgement(Verdict.permanent(Effect.UNKNOWN), Evidence.UNWATCHED, broken);
        }
    }

    /** A result that nobody judges is a success, unless it is the response of a call inside that knows better. */
    private static Judgement unclassified(LogicalCall call, @Nullable Object value) {
        Outcome inner = AnswerOutcomes.of(value);
        if (inner == null || inner.effect() == Effect.APPLIED) {
            return call.send() == null ? Judgement.SUCCESS : judgement(Verdict.success(), Evidence.UNWATCHED, null);
        }
        // A call inside left the retry to this one. What else the operation did, nobody knows.
        Verdict verdict = inner.ending() == Ending.NESTED
                ? Verdict.transientFault(Effect.UNKNOWN).withRetryAfter(inner.retryAfter())
                : Verdict.permanent(inner.effect());
        Judgement judgement = judgement(verdict, Evidence.UNWATCHED, null);
        return AnswerOutcomes.isNeutral(value) ? judgement.asNeutral() : judgement;
    }

    /** The attempt failed. */
    Judgement failed(LogicalCall call, Throwable failure) {
        delivery.note(failure);
        RetryException inner = Wrappers.retryException(failure);
        if (inner != null) {
            return judgement(Verdict.permanent(inner.outcome().effect()), Evidence.UNWATCHED, failure);
        }
        FaultClassifier own = spec.faults();
        FaultClassifier faults = own == null ? call.policy().faults() : own;
        try {
            Verdict verdict =
                    Objects.requireNonNull(faults.classify(Wrappers.remove(failure)), "the fault classifier's verdict");
            return judgement(verdict, Evidence.UNWATCHED, failure);
        } catch (Throwable broken) {
            Delivery.suppress(failure, broken);
            return judgement(Verdict.permanent(Effect.UNKNOWN), Evidence.UNWATCHED, failure);
        }
    }

    /** The attempt was stopped, and the call with it. */
    Judgement stopped(Throwable failure, Ending why) {
        delivery.note(failure);
        return judgement(Verdict.transientFault(Effect.UNKNOWN), Evidence.UNWATCHED, failure)
                .stopping(why);
    }

    private static Judgement judgement(Verdict verdict, Evidence evidence, @Nullable Throwable failure) {
        Meaning meaning = verdict.kind() == Verdict.Kind.SUCCESS ? Meaning.CONFIRMED : Meaning.NOTHING;
        return new Judgement(verdict, evidence, meaning, null, failure, false, false, false, false, null);
    }

    /** The result of the last attempt, if there is one. */
    @Nullable
    T last() {
        return result;
    }

    /**
     * What the caller gets when the call has ended.
     *
     * @param call the ended call
     * @return the last attempt's result
     * @throws Throwable the operation's own failure, complete with what the call learned, or one of this library
     */
    @SuppressWarnings("NullAway") // a result of null is a T here, which the checker cannot see
    T deliver(LogicalCall call) throws Throwable {
        if (call.outcome().ending() == Ending.INTERRUPTED) {
            throw interrupted(call);
        }
        Delivery.Kind kind = Delivery.of(call, returned, false);
        if (kind == Delivery.Kind.ANSWER) {
            return result;
        }
        Throwable failure = delivery.lastFailure();
        if (kind == Delivery.Kind.FAILURE && failure != null) {
            delivery.complete(failure, call);
            throw failure;
        }
        throw delivery.exception(call);
    }

    private Throwable interrupted(LogicalCall call) {
        Judgement judged = call.attempts().last();
        Throwable last = delivery.lastFailure();
        Throwable exception = last != null && judged != null && judged.stop() == Ending.INTERRUPTED
                ? last
                : new InterruptedIOException("interrupted; " + call.outcome());
        delivery.complete(exception, call);
        return exception;
    }
}
