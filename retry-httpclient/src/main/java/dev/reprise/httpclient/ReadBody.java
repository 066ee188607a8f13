package dev.reprise.httpclient;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Reads request bodies before they are sent. */
final class ReadBody {

    private ReadBody() {}

    /**
     * Copies a body into memory.
     *
     * @param limit the most bytes
     * @param nanos the most time
     * @return the copy; or, if it is longer than the limit, the same body, which then cannot be written a second time unless it could before
     * @throws IOException if it cannot be read, or not in time
     * @throws InterruptedException if the thread is interrupted
     */
    static BodyPublisher copy(BodyPublisher body, long limit, long nanos) throws IOException, InterruptedException {
        Beginning beginning = new Beginning(limit);
        body.subscribe(beginning);
        await(beginning.settled, nanos, beginning);
        if (beginning.hasEnded()) {
            Throwable failure = beginning.failure();
            if (failure != null) {
                throw failed(failure);
            }
            return new BytesBody(beginning.bytes(), body.contentLength() >= 0);
        }
        if (Bodies.isReplayable(body)) {
            beginning.letGo(new IOException("the body is longer than what is kept of it"));
            return body;
        }
        return new Continued(beginning, body.contentLength());
    }

    /** Writes a body that can be written again to a stream. */
    static void writeTo(BodyPublisher body, OutputStream out, long nanos) throws IOException {
        Writing writing = new Writing(out);
        body.subscribe(writing);
        try {
            await(writing.done, nanos, writing);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the request body was read", interrupted);
        }
        Throwable failure = writing.failure();
        if (failure != null) {
            throw failed(failure);
        }
    }

    private static IOException failed(Throwable failure) {
        return failure instanceof IOException io ? io : new IOException(failure);
    }

    private static void await(CompletableFuture<?> done, long nanos, Relay<?> reading)
            throws IOException, InterruptedException {
        try {
            done.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            HttpTimeoutException failure = new HttpTimeoutException("the request body could not be read in time");
            reading.letGo(failure);
            throw failure;
        } catch (InterruptedException interrupted) {
            reading.letGo(new IOException("interrupted"));
            throw interrupted;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("it is never completed with a failure", impossible);
        }
    }

    /** Holds the beginning of a body until it is over or too long. */
    private static final class Beginning extends Relay<ByteBuffer> {
        private final long limit;
        private final CompletableFuture<Void> settled = new CompletableFuture<>();
        private long size;

        Beginning(long limit) {
            this.limit = limit;
        }

        byte[] bytes() {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (ByteBuffer buffer : held()) {
                byte[] chunk = new byte[buffer.remaining()];
                buffer.duplicate().get(chunk);
                bytes.write(chunk, 0, chunk.length);
            }
            return bytes.toByteArray();
        }

        @Override
        @Nullable
        Throwable arrived(ByteBuffer item) {
            size += item.remaining();
            return null;
        }

        @Override
        boolean mayPass(ByteBuffer first, boolean atEnd) {
            return true;
        }

        @Override
        boolean wantsMore() {
            return size <= limit;
        }

        @Override
        void changed() {
            if (hasEnded() || size > limit) {
                settled.complete(null);
            }
        }
    }

    /** A body whose beginning was read already. It can be sent once. */
    private static final class Continued implements BodyPublisher {
        private final Beginning beginning;
        private final long length;
        private final AtomicBoolean taken = new AtomicBoolean();

        Continued(Beginning beginning, long length) {
            this.beginning = beginning;
            this.length = length;
        }

        @Override
        public long contentLength() {
            return length;
        }

        @Override
        public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
            if (taken.compareAndSet(false, true)) {
                beginning.attach(subscriber);
            } else {
                Beginning nothing = new Beginning(0);
                nothing.onError(new IOException("the request body can be written once only"));
                nothing.attach(subscriber);
            }
        }
    }

    private static final class Writing extends Relay<ByteBuffer> {
        private final OutputStream out;
        private final CompletableFuture<Void> done = new CompletableFuture<>();

        Writing(OutputStream out) {
            this.out = out;
        }

        @Override
        @Nullable
        Throwable arrived(ByteBuffer item) {
            byte[] chunk = new byte[item.remaining()];
            item.get(chunk);
            try {
                out.write(chunk);
                return null;
            } catch (IOException failure) {
                return failure;
            }
        }

        @Override
        boolean mayPass(ByteBuffer first, boolean atEnd) {
            return true;
        }

        @Override
        boolean wantsMore() {
            return true;
        }

        @Override
        void changed() {
            if (hasEnded()) {
                done.complete(null);
            }
        }
    }
}
