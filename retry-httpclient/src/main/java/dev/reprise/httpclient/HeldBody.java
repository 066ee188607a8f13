package dev.reprise.httpclient;

import dev.reprise.http.HttpAnswer;
import dev.reprise.internal.Timers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer of which nobody knows yet whether the caller will get it. Its beginning is kept; the user's subscriber gets that and
 * then the rest, or never hears of it.
 *
 * @param <T> what the caller's handler makes of a body
 */
final class HeldBody<T> extends Relay<List<ByteBuffer>> implements HttpResponse.BodySubscriber<Received<T>> {

    private final HttpResponse.ResponseInfo head;
    private final long limit;
    private final CompletableFuture<Received<T>> settled = new CompletableFuture<>();
    private final CompletableFuture<T> given = new CompletableFuture<>();
    private long size;
    private volatile boolean own;
    private @Nullable Future<?> timer;

    /**
     * Holds a body.
     *
     * @param head status and header fields
     * @param limit how many bytes are read before somebody subscribes
     */
    HeldBody(HttpResponse.ResponseInfo head, long limit) {
        this.head = head;
        this.limit = limit;
    }

    /** What an answer brought that was found elsewhere. */
    static <T> HeldBody<T> found(HttpResponse.ResponseInfo head, HttpAnswer answer) {
        HeldBody<T> body = new HeldBody<>(head, HttpAnswer.BODY_LIMIT);
        if (answer.body().length > 0) {
            body.onNext(List.of(ByteBuffer.wrap(answer.body()).asReadOnlyBuffer()));
        }
        if (answer.bodyComplete()) {
            body.onComplete();
        } else {
            body.onError(onlyTheBeginning());
        }
        return body;
    }

    private static IOException onlyTheBeginning() {
        return new IOException("only the beginning of this response was kept");
    }

    HttpResponse.ResponseInfo head() {
        return head;
    }

    /** Goes on with what was read when the time is over. */
    HeldBody<T> settlingWithin(long nanos) {
        if (!settled.isDone()) {
            timer = Timers.after(nanos, this::settle);
            if (settled.isDone()) {
                timer.cancel(false);
            }
        }
        return this;
    }

    private void settle() {
        settled.complete(new Received.Held<>(this));
    }

    /** Completes, never with a failure, when the beginning is there. */
    @Override
    public CompletionStage<Received<T>> getBody() {
        return settled;
    }

    // ---- for decisions

    /** Status, header fields, and what was kept of the body. */
    HttpAnswer answer() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean whole = hasEnded() && failure() == null;
        for (List<ByteBuffer> item : held()) {
            for (ByteBuffer buffer : item) {
                byte[] chunk = new byte[buffer.remaining()];
                buffer.duplicate().get(chunk);
                bytes.write(chunk, 0, chunk.length);
            }
            if (bytes.size() > HttpAnswer.BODY_LIMIT) {
                break;
            }
        }
        return HttpAnswer.of(head.statusCode(), head.headers().map()).withBody(bytes.toByteArray(), whole);
    }

    /** No attempt's answer holds its connection while a pause goes on. */
    void release() {
        letGo(onlyTheBeginning());
    }

    // ---- for the caller

    /**
     * Gives the body to the caller's handler.
     *
     * @return what the handler makes of it
     */
    CompletionStage<T> giveTo(HttpResponse.BodyHandler<T> handler) {
        try {
            HttpResponse.BodySubscriber<T> subscriber = handler.apply(head);
            attach(subscriber);
            subscriber.getBody().whenComplete((body, thrown) -> {
                if (thrown == null) {
                    given.complete(body);
                } else {
                    given.completeExceptionally(Causes.unwrapped(thrown));
                }
            });
        } catch (RuntimeException | Error thrown) {
            given.completeExceptionally(thrown);
            release();
        }
        return given;
    }

    /** Whether the caller's handler has made something of it. */
    boolean isGiven() {
        return given.isDone();
    }

    /** Whether it did not come to its end, as opposed to the caller's own code failing on it. */
    boolean brokeOff() {
        return !own && failure() != null;
    }

    @Override
    void subscriberThrew(Throwable thrown) {
        own = true;
        given.completeExceptionally(thrown);
    }

    // ---- the relay

    @Override
    @Nullable
    Throwable arrived(List<ByteBuffer> item) {
        for (ByteBuffer buffer : item) {
            size += buffer.remaining();
        }
        return null;
    }

    @Override
    boolean mayPass(List<ByteBuffer> first, boolean atEnd) {
        return true;
    }

    @Override
    boolean wantsMore() {
        return size <= limit && !settled.isDone();
    }

    @Override
    void changed() {
        if (hasEnded() || isFull()) {
            settle();
            Future<?> running = timer;
            if (running != null) {
                running.cancel(false);
            }
        }
    }

    private boolean isFull() {
        return size > limit;
    }

    @Override
    public String toString() {
        return "HTTP " + head.statusCode();
    }
}
