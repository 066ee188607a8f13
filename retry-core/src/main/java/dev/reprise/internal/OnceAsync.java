package dev.reprise.internal;

import dev.reprise.AsyncOperation;
import dev.reprise.Attempt;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One attempt that no logical call decides about, since it is part of an outer one's. */
final class OnceAsync<T extends @Nullable Object> {

    private final CallFuture<T> future = new CallFuture<>(this::cancel);
    private volatile @Nullable CompletionStage<T> running;

    private OnceAsync() {}

    static <T extends @Nullable Object> CompletableFuture<T> attempt(AsyncOperation<T> operation, Attempt attempt) {
        OnceAsync<T> once = new OnceAsync<>();
        once.start(operation, attempt);
        return once.future;
    }

    private void start(AsyncOperation<T> operation, Attempt attempt) {
        try {
            CompletionStage<T> stage = Objects.requireNonNull(operation.attempt(attempt), "the attempt's stage");
            running = stage;
            stage.whenComplete(this::completed);
        } catch (Throwable failure) {
            future.fail(Wrappers.remove(failure));
        }
    }

    @SuppressWarnings("NullAway") // a result of null is a T here, which the checker cannot see
    private void completed(@Nullable T result, @Nullable Throwable failure) {
        if (failure == null) {
            future.deliver(result);
        } else {
            future.fail(Wrappers.remove(failure));
        }
    }

    private void cancel() {
        CompletionStage<T> stage = running;
        if (stage != null) {
            AsyncOperationHost.cancel(stage);
        }
    }
}
