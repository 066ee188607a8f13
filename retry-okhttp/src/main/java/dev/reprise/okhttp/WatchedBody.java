package dev.reprise.okhttp;

import dev.reprise.internal.BodyRecord;
import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.Buffer;
import okio.BufferedSink;
import okio.ForwardingSink;
import okio.Okio;
import org.jspecify.annotations.Nullable;

/**
 * A request body that notes whether it was begun, and that is not sent a second time with other bytes: a body over a used-up stream would
 * otherwise arrive as an empty upload that succeeds. What differs is only known at the end, so the end of a repetition is held back until then.
 */
final class WatchedBody extends RequestBody {

    private final RequestBody body;
    private final BodyRecord record;
    private int writes;
    private boolean changed;

    WatchedBody(RequestBody body, BodyRecord record) {
        this.body = body;
        this.record = record;
    }

    /** Whether a byte of it may have been taken. */
    boolean begun() {
        return writes > 0;
    }

    int writes() {
        return writes;
    }

    /** Whether it was refused for not being what was sent before. */
    boolean changed() {
        return changed;
    }

    @Override
    public @Nullable MediaType contentType() {
        return body.contentType();
    }

    @Override
    public long contentLength() throws IOException {
        return body.contentLength();
    }

    @Override
    public boolean isOneShot() {
        return body.isOneShot();
    }

    @Override
    public boolean isDuplex() {
        return body.isDuplex();
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
        writes++;
        if (body.isDuplex()) {
            // It goes on being written while the answer is read, and is never sent twice.
            body.writeTo(sink);
            return;
        }
        Checking checking = new Checking(sink, record.begin());
        BufferedSink checked = Okio.buffer(checking);
        try {
            body.writeTo(checked);
            checked.emit();
            checking.finish();
        } finally {
            checking.stop();
        }
    }

    private final class Checking extends ForwardingSink {
        private final BodyRecord.Write write;
        private final BufferedSink target;
        private final Buffer held = new Buffer();

        Checking(BufferedSink target, BodyRecord.Write write) {
            super(target);
            this.target = target;
            this.write = write;
        }

        @Override
        public void write(Buffer source, long byteCount) throws IOException {
            note(source, byteCount);
            check(write.differs());
            if (write.isFirst()) {
                target.write(source, byteCount);
                return;
            }
            held.write(source, byteCount);
            long free = held.size() - BodyRecord.HELD_BACK;
            if (free > 0) {
                target.write(held, free);
            }
        }

        private void note(Buffer source, long byteCount) {
            Buffer copy = new Buffer();
            source.copyTo(copy, 0, byteCount);
            long left = byteCount;
            byte[] chunk = new byte[(int) Math.min(left, BodyRecord.HELD_BACK)];
            while (left > 0) {
                int read = copy.read(chunk, 0, (int) Math.min(left, chunk.length));
                write.add(chunk, 0, read);
                left -= read;
            }
        }

        void finish() throws IOException {
            check(write.endsWrongly());
            target.write(held, held.size());
        }

        void stop() {
            write.stop();
        }

        private void check(boolean wrong) throws IOException {
            if (wrong) {
                changed = true;
                throw new IOException("the request body differs from what was sent before, so it was not sent again");
            }
        }

        @Override
        public void close() {
            // The sink is OkHttp's own, which closes it.
        }
    }
}
