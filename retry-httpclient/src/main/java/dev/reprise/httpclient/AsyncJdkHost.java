package dev.reprise.httpclient;

import dev.reprise.internal.AsyncHost;
import dev.reprise.internal.Judgement;
import dev.reprise.internal.LogicalCall;
import java.net.http.HttpResponse;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The asynchronous driver's view of a call. The result holds a future itself, since the caller's handler may still have to read a body that was
 * held until the call had ended.
 *
 * @param <T> what the caller's handler makes of a body
 */
final class AsyncJdkHost<T> implements AsyncHost<HttpResponse<Received<T>>, Delivered<T>> {

    private final JdkCall<T> call;
    private final Runnable pausing;
    private final Runnable going;
    private @Nullable Attempt<T> attempt;

    /**
     * Makes a host.
     *
     * @param pausing told when the call begins to wait for something else than an answer
     * @param going told when it goes on
     */
    AsyncJdkHost(JdkCall<T> call, Runnable pausing, Runnable going) {
        this.call = call;
        this.pausing = pausing;
        this.going = going;
    }

    @Override
    public CompletionStage<HttpResponse<Received<T>>> attempt(LogicalCall logical) {
        going.run();
        Attempt<T> next = call.begin();
        attempt = next;
        return call.send(next);
    }

    @Override
    public Judgement judge(
            LogicalCall logical, @Nullable HttpResponse<Received<T>> answer, @Nullable Throwable failure) {
        if (failure != null) {
            return call.failed(current(), failure);
        }
        return call.answered(current(), Objects.requireNonNull(answer, "the client's response"));
    }

    @Override
    public Judgement cancelAttempt(LogicalCall logical, boolean timedOut) {
        Attempt<T> running = current();
        if (timedOut) {
            running.expire();
            return call.failed(running, new TimeoutException());
        }
        return call.cancelled(running);
    }

    private Attempt<T> current() {
        return Objects.requireNonNull(attempt, "the running attempt");
    }

    @Override
    public void release() {
        call.release();
        pausing.run();
    }

    @Override
    public Delivered<T> deliver(LogicalCall logical) {
        return new Delivered<>(call.deliver());
    }

    @Override
    public void drop() {
        call.drop();
    }

    @Override
    public void discard(HttpResponse<Received<T>> late) {
        JdkCall.close(late);
    }
}
