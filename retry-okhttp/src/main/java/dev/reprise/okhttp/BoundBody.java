package dev.reprise.okhttp;

import dev.reprise.internal.BodyRecord;
import dev.reprise.internal.action.Payload;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okio.Buffer;
import okio.BufferedSink;
import okio.ByteString;
import okio.Okio;
import okio.Sink;
import okio.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The body of a bound request. One of moderate size is written once, into memory, and that copy is fingerprinted and sent every time; a larger one is
 * streamed, and fingerprinted in a pass of its own. A large one that can be written only once has no fingerprint.
 */
final class BoundBody {

    private final @Nullable RequestBody body;
    private final @Nullable ByteString bytes;
    private final boolean replayable;

    private BoundBody(@Nullable RequestBody body, @Nullable ByteString bytes, boolean replayable) {
        this.body = body;
        this.bytes = bytes;
        this.replayable = replayable;
    }

    /**
     * Reads the body of a bound request.
     *
     * @param request the request
     * @param limit how much is held in memory
     * @param bodies notes what each write of a body looks like that is written more than once, since some can be only once and do not say so
     */
    static BoundBody of(Request request, long limit, BodyRecord bodies) throws IOException {
        RequestBody original = request.body();
        if (original == null) {
            return new BoundBody(null, ByteString.EMPTY, true);
        }
        boolean replayable = Outgoing.isReplayable(original);
        long length = original.isDuplex() ? -1 : original.contentLength();
        boolean fits = length >= 0 && length <= limit;
        if (!fits && (!replayable || length > limit)) {
            return new BoundBody(original, null, replayable);
        }
        Limited copy = new Limited(limit);
        BufferedSink sink = Okio.buffer(copy);
        try {
            (fits ? original : new WatchedBody(original, bodies)).writeTo(sink);
            sink.flush();
        } catch (TooLarge larger) {
            return new BoundBody(original, null, replayable);
        }
        ByteString bytes = copy.bytes.readByteString();
        return new BoundBody(new InMemory(original.contentType(), bytes, length >= 0), bytes, true);
    }

    @Nullable
    RequestBody body() {
        return body;
    }

    boolean replayable() {
        return replayable;
    }

    Payload payload(Request request, BodyRecord bodies) throws IOException {
        String method = request.method();
        String target = request.url().newBuilder().fragment(null).build().toString();
        if (bytes != null) {
            return Payload.request(method, target, bytes.toByteArray());
        }
        RequestBody streamed = body;
        if (streamed == null || !replayable) {
            return Payload.none();
        }
        return Payload.request(method, target, out -> {
            BufferedSink sink = Okio.buffer(new Passing(out));
            new WatchedBody(streamed, bodies).writeTo(sink);
            sink.flush();
        });
    }

    /** Whether a text is in the body; for one that is streamed nobody knows, and it is believed. */
    boolean contains(String text) {
        return bytes == null || bytes.indexOf(text.getBytes(StandardCharsets.UTF_8)) >= 0;
    }

    private static final class InMemory extends RequestBody {
        private final @Nullable MediaType type;
        private final ByteString bytes;
        private final boolean lengthKnown;

        InMemory(@Nullable MediaType type, ByteString bytes, boolean lengthKnown) {
            this.type = type;
            this.bytes = bytes;
            this.lengthKnown = lengthKnown;
        }

        @Override
        public @Nullable MediaType contentType() {
            return type;
        }

        @Override
        public long contentLength() {
            // A body that was going to be chunked stays so, since a server may tell the two apart.
            return lengthKnown ? bytes.size() : -1;
        }

        @Override
        public void writeTo(BufferedSink sink) throws IOException {
            sink.write(bytes);
        }
    }

    private static final class TooLarge extends IOException {
        private static final long serialVersionUID = 1L;
    }

    /** Keeps what is written, up to a limit. Unlike a stream of Okio's it does not look at the thread's interrupt flag, which is the driver's. */
    private static final class Limited implements Sink {
        private final long limit;
        private final Buffer bytes = new Buffer();

        Limited(long limit) {
            this.limit = limit;
        }

        @Override
        public void write(Buffer source, long byteCount) throws IOException {
            if (bytes.size() + byteCount > limit) {
                throw new TooLarge();
            }
            bytes.write(source, byteCount);
        }

        @Override
        public void flush() {
            // Everything is kept at once.
        }

        @Override
        public Timeout timeout() {
            return Timeout.NONE;
        }

        @Override
        public void close() {
            // There is nothing to let go of.
        }
    }

    /** Passes on what is written. */
    private static final class Passing implements Sink {
        private final OutputStream out;

        Passing(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(Buffer source, long byteCount) throws IOException {
            source.writeTo(out, byteCount);
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public Timeout timeout() {
            return Timeout.NONE;
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
