package dev.reprise.internal;

import dev.reprise.AsyncOperation;
import dev.reprise.CallSpec;
import dev.reprise.outcome.Ending;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs an operation that is not HTTP and completes later. */
final class AsyncOperationHost<T extends @Nullable Object> implements AsyncHost<T, T> {

    private static final Logger LOG = LoggerFactory.getLogger(AsyncOperationHost.class);

    private final AsyncOperation<T> operation;
    private final OperationResult<T> result;
    private @Nullable CompletionStage<T> running;
    private long limit;

    AsyncOperationHost(CallSpec<T> spec, AsyncOperation<T> operation) {
        this.operation = operation;
        this.result = new OperationResult<>(spec);
    }

    @Override
    public CompletionStage<T> attempt(LogicalCall call) throws Exception {
        result.attempting();
        // Time goes on between the decision to make this attempt and its start.
        limit = Math.max(1, call.attemptNanos());
        try {
            CompletionStage<T> stage = operation.attempt(OperationHost.describe(call, limit));
            running = stage;
            return stage;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw interrupted;
        }
    }

    @Override
    @SuppressWarnings("NullAway") // a result of null is a T here, which the checker cannot see
    public Judgement judge(LogicalCall call, @Nullable T answer, @Nullable Throwable failure) {
        running = null;
        if (failure == null) {
            return result.returned(call, answer);
        }
        // Whoever interrupted the work wanted it stopped, on whatever thread it ran.
        return failure instanceof InterruptedException
                ? result.stopped(failure, Ending.INTERRUPTED)
                : result.failed(call, failure);
    }

    @Override
    public Judgement cancelAttempt(LogicalCall call, boolean timedOut) {
        cancelStage();
        return timedOut
                ? result.failed(
                        call,
                        new TimeoutException(
                                "the attempt did not end within " + TimeUnit.NANOSECONDS.toMillis(limit) + " ms"))
                : result.stopped(new CancellationException("the call was cancelled"), Ending.CANCELLED);
    }

    private void cancelStage() {
        CompletionStage<T> stage = running;
        running = null;
        if (stage != null) {
            cancel(stage);
        }
    }

    /** A stage that cannot be cancelled goes on; what comes of it is ignored. */
    static void cancel(CompletionStage<?> stage) {
        try {
            stage.toCompletableFuture().cancel(true);
        } catch (Throwable problem) {
            LOG.debug(
                    "An attempt could not be cancelled: {}", problem.getClass().getName());
        }
    }

    @Override
    public void release() {
        // An operation holds nothing of ours between attempts.
    }

    @Override
    public T deliver(LogicalCall call) throws Throwable {
        return result.deliver(call);
    }

    @Override
    public void drop() {
        close(result.last());
    }

    @Override
    public void discard(T late) {
        close(late);
    }

    /** Nobody else can close what reaches nobody. */
    private static void close(@Nullable Object unwanted) {
        if (unwanted instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Throwable problem) {
                LOG.debug(
                        "A result that nobody wanted could not be closed: {}",
                        problem.getClass().getName());
            }
        }
    }
}
