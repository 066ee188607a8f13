package dev.reprise.httpclient;

import dev.reprise.internal.BodyRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A request body that notes whether the request may have left: the client asks for the length when it composes the head, and subscribes when the
 * body is due, again for each second send of its own.
 */
final class WatchedPublisher implements BodyPublisher {

    private final BodyPublisher body;
    private final @Nullable BodyRecord record;
    private final AtomicInteger subscriptions = new AtomicInteger();
    private volatile boolean composed;
    private volatile boolean stopped;
    private volatile boolean changed;
    private volatile @Nullable CheckedBody latest;

    /**
     * Watches a body for the time of one attempt.
     *
     * @param record what earlier writes of it looked like, or null if it cannot differ
     */
    WatchedPublisher(BodyPublisher body, @Nullable BodyRecord record) {
        this.body = body;
        this.record = record;
    }

    /** How many times the request may have left. */
    int exchanges() {
        return Math.max(composed ? 1 : 0, subscriptions.get());
    }

    /** Whether a byte of the body may have been taken. */
    boolean begun() {
        return subscriptions.get() > 0;
    }

    /** Whether it was refused for not being what was sent before. */
    boolean changed() {
        return changed;
    }

    /** The attempt is over, and nothing more of it may be written. */
    void stop() {
        stopped = true;
        endWrite();
    }

    private void endWrite() {
        CheckedBody writing = latest;
        if (writing != null) {
            writing.fail(over());
        }
    }

    private static IOException over() {
        return new IOException("the attempt is over");
    }

    @Override
    public long contentLength() {
        // In this order: either this is seen by whoever stops the attempt and then looks, or nothing leaves.
        composed = true;
        if (stopped) {
            throw new UncheckedIOException(over());
        }
        return body.contentLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        subscriptions.incrementAndGet();
        if (stopped) {
            throw new UncheckedIOException(over());
        }
        if (record == null) {
            body.subscribe(subscriber);
            return;
        }
        endWrite();
        CheckedBody checked = new CheckedBody(record.begin(), () -> changed = true);
        latest = checked;
        checked.attach(subscriber);
        body.subscribe(checked);
    }

    @Override
    public String toString() {
        return "watched body";
    }
}
