package dev.reprise.internal;

import dev.reprise.Attempt;
import dev.reprise.CallSpec;
import dev.reprise.FaultClassifier;
import dev.reprise.Operation;
import dev.reprise.ResultClassifier;
import dev.reprise.RetryException;
import dev.reprise.action.Meaning;
import dev.reprise.deadline.Deadline;
import dev.reprise.internal.action.ActionSend;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Evidence;
import dev.reprise.outcome.Verdict;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs an operation that is not HTTP, where nothing is watched and the caller's classifiers judge. */
final class OperationHost<T extends @Nullable Object, X extends Exception> implements BlockingHost {

    private static final Logger LOG = LoggerFactory.getLogger(OperationHost.class);

    private final CallSpec<T> spec;
    private final Operation<T, X> operation;
    private final Delivery delivery = new Delivery();
    private @Nullable T result;
    private boolean returned;

    OperationHost(CallSpec<T> spec, Operation<T, X> operation) {
        this.spec = spec;
        this.operation = operation;
    }

    @Override
    public Judgement attempt(LogicalCall call) {
        returned = false;
        result = null;
        // Time goes on between the decision to make this attempt and its start.
        long nanos = Math.max(1, call.attemptNanos());
        ActionSend send = call.send();
        Attempt attempt = new Attempt(call.attemptNumber(), Duration.ofNanos(nanos), send == null ? null : send.key());
        try {
            result = nanos == Long.MAX_VALUE ? operation.attempt(attempt) : within(call, nanos, attempt);
            returned = true;
            delivery.note(null);
        } catch (Throwable failure) {
            delivery.note(failure);
            return judgeFailure(call, failure);
        }
        return judgeResult(send);
    }

    @SuppressWarnings("try") // the scope does its work by being open
    private T within(LogicalCall call, long nanos, Attempt attempt) throws X {
        Deadline deadline =
                Deadline.after(Duration.ofNanos(nanos), call.policy().ticker());
        try (Deadline.Scope ignored = deadline.activate()) {
            return operation.attempt(attempt);
        }
    }

    @SuppressWarnings("NullAway") // a result of null is a T here, which the checker cannot see
    private Judgement judgeResult(@Nullable ActionSend send) {
        ResultClassifier<? super T> results = spec.results();
        if (results == null && send == null) {
            return Judgement.SUCCESS;
        }
        if (results == null) {
            return judgement(Verdict.success(), null);
        }
        try {
            return judgement(Objects.requireNonNull(results.classify(result), "the result classifier's verdict"), null);
        } catch (Throwable broken) {
            LOG.warn(
                    "A result classifier threw {}, so nobody knows what the result means",
                    broken.getClass().getName());
            return judgement(Verdict.permanent(Effect.UNKNOWN), broken);
        }
    }

    private Judgement judgeFailure(LogicalCall call, Throwable failure) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        boolean interrupted = failure instanceof InterruptedException
                || (failure instanceof InterruptedIOException
                        && Thread.currentThread().isInterrupted());
        if (interrupted) {
            return judgement(Verdict.transientFault(Effect.UNKNOWN), failure).stopping(Ending.INTERRUPTED);
        }
        RetryException inner = Wrappers.retryException(failure);
        if (inner != null) {
            return judgement(Verdict.permanent(inner.outcome().effect()), failure);
        }
        FaultClassifier own = spec.faults();
        FaultClassifier faults = own == null ? call.policy().faults() : own;
        try {
            Throwable unwrapped = Wrappers.remove(failure);
            return judgement(
                    Objects.requireNonNull(faults.classify(unwrapped), "the fault classifier's verdict"), failure);
        } catch (Throwable broken) {
            Delivery.suppress(failure, broken);
            return judgement(Verdict.permanent(Effect.UNKNOWN), failure);
        }
    }

    private static Judgement judgement(Verdict verdict, @Nullable Throwable failure) {
        Meaning meaning = verdict.kind() == Verdict.Kind.SUCCESS ? Meaning.CONFIRMED : Meaning.NOTHING;
        return new Judgement(verdict, Evidence.UNWATCHED, meaning, null, failure, false, false, false, null);
    }

    @Override
    public void release() {
        // An operation holds nothing of ours between attempts.
    }

    @Override
    public @Nullable CompletableFuture<?> cancelled() {
        return null;
    }

    @SuppressWarnings("NullAway") // a null result is a T
    T deliver(LogicalCall call) throws X, IOException {
        Ending ending = call.outcome().ending();
        if (ending == Ending.INTERRUPTED) {
            throw interrupted(call);
        }
        Delivery.Kind kind = Delivery.of(call, returned, false);
        if (kind == Delivery.Kind.ANSWER) {
            return result;
        }
        Throwable failure = delivery.lastFailure();
        if (kind == Delivery.Kind.FAILURE && failure != null) {
            delivery.complete(failure, call);
            throw OperationHost.<RuntimeException>asThrown(failure);
        }
        throw delivery.exception(call);
    }

    /** Lets through what the operation threw, which is an X or unchecked, an {@link Error} included. */
    @SuppressWarnings("unchecked") // the cast is erased
    private static <E extends Throwable> RuntimeException asThrown(Throwable failure) throws E {
        throw (E) failure;
    }

    private RuntimeException interrupted(LogicalCall call) throws IOException {
        Judgement judged = call.lastJudgement();
        Throwable last = delivery.lastFailure();
        if (last != null && judged != null && judged.stop() == Ending.INTERRUPTED) {
            delivery.complete(last, call);
            throw OperationHost.<RuntimeException>asThrown(last);
        }
        InterruptedIOException exception = new InterruptedIOException("interrupted; " + call.outcome());
        delivery.complete(exception, call);
        throw exception;
    }
}
