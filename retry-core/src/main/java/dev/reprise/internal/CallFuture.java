package dev.reprise.internal;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The future of an asynchronous call. Whoever cancels it, cancels a future that was derived from it, or completes it by hand,
 * stops the call. (Before Java 9, on older Androids, derived futures do not pass a cancel on.)
 */
public final class CallFuture<T extends @Nullable Object> extends CompletableFuture<T> {

    /** Stops the call; null once there is nothing to stop, so that the future then holds nothing of it. */
    private volatile @Nullable Runnable stop;

    /**
     * A future that is not complete.
     *
     * @param stop stops the call
     */
    public CallFuture(Runnable stop) {
        this.stop = stop;
    }

    /** The call has a result; false if the future was completed before. */
    public boolean deliver(T result) {
        stop = null;
        return super.complete(result);
    }

    /** The call has failed; false if the future was completed before. */
    public boolean fail(Throwable failure) {
        stop = null;
        return super.completeExceptionally(failure);
    }

    /** The call has ended after it was stopped. */
    void forget() {
        stop = null;
    }

    private void stop() {
        Runnable running = stop;
        if (running != null) {
            running.run();
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        stop();
        return cancelled;
    }

    @Override
    public boolean complete(T value) {
        boolean mine = super.complete(value);
        stop();
        return mine;
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        boolean mine = super.completeExceptionally(failure);
        stop();
        return mine;
    }

    @Override
    public void obtrudeValue(T value) {
        super.obtrudeValue(value);
        stop();
    }

    @Override
    public void obtrudeException(Throwable failure) {
        super.obtrudeException(failure);
        stop();
    }

    @Override
    public <U extends @Nullable Object> CompletableFuture<U> newIncompleteFuture() {
        return new Derived<>(this);
    }

    /** Without what it failed with, whose message may hold a URL. */
    @Override
    public String toString() {
        return describe(this);
    }

    private static String describe(CompletableFuture<?> future) {
        if (future.isCancelled()) {
            return "cancelled call";
        }
        if (future.isCompletedExceptionally()) {
            return "failed call";
        }
        return future.isDone() ? "completed call" : "call that goes on";
    }

    /** A future that some {@code then…} method made of the call's. */
    private static final class Derived<U extends @Nullable Object> extends CompletableFuture<U> {

        private final CallFuture<?> origin;

        Derived(CallFuture<?> origin) {
            this.origin = origin;
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean cancelled = super.cancel(mayInterruptIfRunning);
            if (cancelled) {
                origin.cancel(mayInterruptIfRunning);
            }
            return cancelled;
        }

        @Override
        public <V extends @Nullable Object> CompletableFuture<V> newIncompleteFuture() {
            return new Derived<>(origin);
        }

        @Override
        public String toString() {
            return describe(this);
        }
    }
}
