package dev.reprise.httpclient;

import dev.reprise.deadline.Deadline;
import dev.reprise.internal.BlockingHost;
import dev.reprise.internal.Judgement;
import dev.reprise.internal.LogicalCall;
import dev.reprise.outcome.Ending;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Drives a call on the calling thread.
 *
 * @param <T> what the caller's handler makes of a body
 */
final class BlockingJdkHost<T> implements BlockingHost, AutoCloseable {

    private final WrappedClient client;
    private final JdkCall<T> call;
    private final Runnable stop = this::stop;
    private @Nullable CompletableFuture<Void> closing;

    BlockingJdkHost(WrappedClient client, JdkCall<T> call) {
        this.client = client;
        this.call = call;
        if (call.logical().send() != null) {
            // It may have to wait for its turn before anything else.
            listen();
        }
    }

    @Override
    public Judgement attempt(LogicalCall logical) {
        Attempt<T> attempt = call.begin();
        CompletableFuture<HttpResponse<Received<T>>> exchange = send(logical, attempt);
        try {
            return call.answered(attempt, await(exchange, attempt.nanos()));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return call.interrupted(attempt, interrupted);
        } catch (TimeoutException late) {
            attempt.expire();
            return call.failed(attempt, late);
        } catch (ExecutionException | CancellationException failed) {
            return call.failed(attempt, failed);
        }
    }

    @SuppressWarnings("try") // the scope does its work by being open
    private CompletableFuture<HttpResponse<Received<T>>> send(LogicalCall logical, Attempt<T> attempt) {
        long nanos = attempt.nanos();
        if (nanos == Long.MAX_VALUE) {
            return call.send(attempt);
        }
        Deadline deadline = Deadline.after(
                Duration.ofNanos(Math.max(1, nanos)), logical.policy().ticker());
        try (Deadline.Scope ignored = deadline.activate()) {
            return call.send(attempt);
        }
    }

    private static <R> R await(CompletableFuture<R> future, long nanos)
            throws InterruptedException, TimeoutException, ExecutionException {
        return nanos == Long.MAX_VALUE ? future.get() : future.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
    }

    @Override
    public void release() {
        call.release();
        listen();
    }

    private void listen() {
        if (closing == null) {
            closing = new CompletableFuture<>();
            client.waiting().add(stop);
        }
    }

    private void stop() {
        CompletableFuture<Void> signal = closing;
        if (signal != null) {
            signal.complete(null);
        }
    }

    @Override
    public @Nullable CompletableFuture<?> cancelled() {
        return closing;
    }

    HttpResponse<T> deliver() throws IOException, InterruptedException {
        if (call.logical().outcome().ending() == Ending.INTERRUPTED) {
            throw interrupted(
                    new InterruptedException("interrupted; " + call.logical().outcome()));
        }
        try {
            return call.deliver().get();
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        } catch (ExecutionException failed) {
            throw thrown(Causes.unwrapped(failed));
        }
    }

    /** As {@code HttpClient.send} has it, the exception stands for the interrupt flag. */
    private InterruptedException interrupted(InterruptedException interrupt) {
        Thread.interrupted();
        call.release();
        call.delivery().complete(interrupt, call.logical());
        return interrupt;
    }

    /** As {@code HttpClient.send} has it, other exceptions of the caller's own code come as the cause of an {@link IOException}. */
    private static IOException thrown(Throwable failure) {
        if (failure instanceof IOException io) {
            return io;
        }
        if (failure instanceof IllegalArgumentException || failure instanceof SecurityException) {
            throw (RuntimeException) failure;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        return new IOException(failure.getMessage(), failure);
    }

    @Override
    public void close() {
        if (closing != null) {
            client.waiting().remove(stop);
        }
    }
}
