package dev.reprise;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One thing to start, perhaps several times, that ends later.
 *
 * @param <T> the result
 */
@FunctionalInterface
public interface AsyncOperation<T extends @Nullable Object> {

    /**
     * Starts it once. It must not block: the first attempt runs on the thread that makes the call, later ones on one that other
     * calls need too.
     *
     * <p>When the attempt is given up, {@code cancel(true)} is called on the stage's {@link CompletionStage#toCompletableFuture()
     * future}; an operation that can be stopped should stop then. What still comes of it afterwards is ignored, and closed if it
     * is an {@link AutoCloseable}.
     *
     * @param attempt which attempt this is and how long it may take
     * @return completes with the result or with a failure, which may be wrapped as asynchronous code does
     * @throws Exception if it cannot be started; treated like a stage that fails with it
     */
    CompletionStage<T> attempt(Attempt attempt) throws Exception;
}
