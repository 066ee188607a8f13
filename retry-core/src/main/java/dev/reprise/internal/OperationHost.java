package dev.reprise.internal;

import dev.reprise.Attempt;
import dev.reprise.CallSpec;
import dev.reprise.Operation;
import dev.reprise.deadline.Deadline;
import dev.reprise.internal.action.ActionSend;
import dev.reprise.outcome.Ending;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Runs an operation that is not HTTP on the calling thread. */
final class OperationHost<T extends @Nullable Object, X extends Exception> implements BlockingHost {

    /** What clients take as a timeout; they refuse the centuries that an attempt without a limit would have. */
    private static final Duration LONGEST = Duration.ofDays(1);

    private final Operation<T, X> operation;
    private final OperationResult<T> result;

    OperationHost(CallSpec<T> spec, Operation<T, X> operation) {
        this.operation = operation;
        this.result = new OperationResult<>(spec);
    }

    @Override
    public Judgement attempt(LogicalCall call) {
        result.attempting();
        // Time goes on between the decision to make this attempt and its start.
        long nanos = Math.max(1, call.attemptNanos());
        Attempt attempt = describe(call, nanos);
        T value;
        try {
            value = nanos == Long.MAX_VALUE ? operation.attempt(attempt) : within(call, nanos, attempt);
        } catch (Throwable failure) {
            return failed(call, failure);
        }
        return result.returned(call, value);
    }

    static Attempt describe(LogicalCall call, long nanos) {
        ActionSend send = call.send();
        Duration remaining = Duration.ofNanos(Math.min(nanos, LONGEST.toNanos()));
        return new Attempt(call.attempts().number(), remaining, send == null ? null : send.key());
    }

    @SuppressWarnings("try") // the scope does its work by being open
    private T within(LogicalCall call, long nanos, Attempt attempt) throws X {
        Deadline deadline =
                Deadline.after(Duration.ofNanos(nanos), call.policy().ticker());
        try (Deadline.Scope ignored = deadline.activate()) {
            return operation.attempt(attempt);
        }
    }

    private Judgement failed(LogicalCall call, Throwable failure) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        boolean interrupted = failure instanceof InterruptedException
                || (failure instanceof InterruptedIOException
                        && Thread.currentThread().isInterrupted());
        return interrupted ? result.stopped(failure, Ending.INTERRUPTED) : result.failed(call, failure);
    }

    @Override
    public void release() {
        // An operation holds nothing of ours between attempts.
    }

    @Override
    public @Nullable CompletableFuture<?> cancelled() {
        return null;
    }

    @SuppressWarnings("unchecked") // what the operation threw is an X or unchecked
    T deliver(LogicalCall call) throws X, IOException {
        try {
            return result.deliver(call);
        } catch (IOException | RuntimeException | Error known) {
            throw known;
        } catch (Throwable own) {
            throw (X) own;
        }
    }
}
