package dev.reprise.internal;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The transport's side of a {@link BlockingDriver}. */
public interface BlockingHost {

    /**
     * Makes one attempt and keeps its result.
     *
     * @param call the call
     * @return what the attempt tells; failures are part of that
     */
    Judgement attempt(LogicalCall call);

    /**
     * Lets go of what the last attempt holds (a connection), since a pause follows.
     */
    void release();

    /**
     * Completes when the caller cancels the call.
     *
     * @return the signal, or null for calls that cannot be cancelled
     */
    @Nullable
    CompletableFuture<?> cancelled();
}
