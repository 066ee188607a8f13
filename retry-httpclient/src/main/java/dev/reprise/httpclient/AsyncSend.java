package dev.reprise.httpclient;

import dev.reprise.internal.AsyncDriver;
import dev.reprise.internal.CallFuture;
import dev.reprise.internal.CallPlace;
import dev.reprise.internal.LogicalCall;
import dev.reprise.internal.SideThreads;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One asynchronous call, from reading its body in advance to the body of its answer. Its future is all that its caller has of it, so cancelling
 * that, or one derived from it, stops whatever is under way.
 *
 * @param <T> what the caller's handler makes of a body
 */
final class AsyncSend<T> {

    private final WrappedClient client;
    private final Plan plan;
    private final HttpResponse.BodyHandler<T> handler;
    private final HttpResponse.@Nullable PushPromiseHandler<T> pushes;
    private final CallFuture<HttpResponse<T>> future = new CallFuture<>(this::stop);
    private final Runnable close = this::close;

    /** Where the caller is: what it is a part of has to be known when the call starts, which may be on another thread. */
    private final @Nullable CallPlace place = CallPlace.here();

    private final Object lock = new Object();
    private @Nullable CompletableFuture<?> running;
    private boolean stopped;

    private AsyncSend(
            WrappedClient client,
            Plan plan,
            HttpResponse.BodyHandler<T> handler,
            HttpResponse.@Nullable PushPromiseHandler<T> pushes) {
        this.client = client;
        this.plan = plan;
        this.handler = handler;
        this.pushes = pushes;
    }

    static <T> CompletableFuture<HttpResponse<T>> begin(
            WrappedClient client,
            Plan plan,
            HttpResponse.BodyHandler<T> handler,
            HttpResponse.@Nullable PushPromiseHandler<T> pushes) {
        AsyncSend<T> send = new AsyncSend<>(client, plan, handler, pushes);
        send.prepare(AsyncDriver.Surroundings.of(plan.policy()));
        return send.future;
    }

    private void prepare(AsyncDriver.Surroundings around) {
        if (plan.mayBlock()) {
            CompletableFuture<Outgoing> preparing = SideThreads.WORK.supply(plan::prepare);
            run(preparing);
            ended(preparing.thenAccept(outgoing -> drive(outgoing, around)));
            return;
        }
        try {
            drive(plan.prepare(), around);
        } catch (InterruptedException impossible) {
            Thread.currentThread().interrupt();
            future.fail(new IOException("interrupted while the request body was read", impossible));
        } catch (IOException refused) {
            future.fail(refused);
        }
    }

    private void drive(Outgoing outgoing, AsyncDriver.Surroundings around) {
        JdkCall<T> call;
        try {
            call = new JdkCall<>(client, outgoing, start(outgoing), handler, pushes);
        } catch (IOException refused) {
            future.fail(refused);
            return;
        }
        AsyncJdkHost<T> host = new AsyncJdkHost<>(call, this::pausing, this::going);
        CompletableFuture<Delivered<T>> driven = around.drive(call.logical(), host);
        run(driven);
        ended(driven.thenAccept(result -> deliver(call, result.response())));
    }

    private LogicalCall start(Outgoing outgoing) throws IOException {
        CallPlace.Stay stay = place == null ? null : place.enter();
        try (stay) {
            return plan.start(outgoing);
        }
    }

    private void deliver(JdkCall<T> call, CompletableFuture<HttpResponse<T>> result) {
        going();
        CompletableFuture<?> stopping = new CompletableFuture<>();
        run(stopping);
        ended(stopping.whenComplete((none, cancelled) -> call.drop()));
        ended(result.thenAccept(response -> {
            if (!future.deliver(response)) {
                call.drop();
            }
        }));
    }

    /** Whatever breaks, the future completes, with the bare failure. */
    private void ended(CompletionStage<?> part) {
        part.whenComplete((none, failure) -> {
            if (failure != null) {
                going();
                future.fail(Causes.unwrapped(failure));
            }
        });
    }

    // ---- stopping

    private void run(CompletableFuture<?> next) {
        boolean late;
        synchronized (lock) {
            running = next;
            late = stopped;
        }
        if (late) {
            next.cancel(true);
        }
    }

    private void stop() {
        CompletableFuture<?> now;
        synchronized (lock) {
            stopped = true;
            now = running;
        }
        going();
        if (now != null) {
            now.cancel(true);
        }
    }

    private void pausing() {
        client.waiting().add(close);
    }

    private void going() {
        client.waiting().remove(close);
    }

    /** The client is closed while the call waits for its next attempt. */
    private void close() {
        future.completeExceptionally(new IOException("the client was closed"));
    }
}
