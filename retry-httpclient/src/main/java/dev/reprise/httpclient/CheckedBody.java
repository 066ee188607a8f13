package dev.reprise.httpclient;

import dev.reprise.internal.BodyRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One write of a request body that is not sent a second time with other bytes. What differs is only known at the end, so the end of a
 * repetition is held back until then.
 */
final class CheckedBody extends Relay<ByteBuffer> {

    private final BodyRecord.Write write;
    private final Runnable changed;
    private long held;

    /**
     * Checks a write.
     *
     * @param write the write
     * @param changed told when it is not what was written before
     */
    CheckedBody(BodyRecord.Write write, Runnable changed) {
        this.write = write;
        this.changed = changed;
    }

    @Override
    @Nullable
    Throwable arrived(ByteBuffer item) {
        int size = item.remaining();
        if (item.hasArray()) {
            write.add(item.array(), item.arrayOffset() + item.position(), size);
        } else {
            byte[] copy = new byte[size];
            item.duplicate().get(copy);
            write.add(copy, 0, size);
        }
        held += size;
        return write.differs() ? refused() : null;
    }

    @Override
    @Nullable
    Throwable completed() {
        boolean wrong = write.endsWrongly();
        write.stop();
        return wrong ? refused() : null;
    }

    private IOException refused() {
        changed.run();
        return new IOException("the request body differs from what was sent before, so it was not sent again");
    }

    @Override
    boolean mayPass(ByteBuffer first, boolean atEnd) {
        return atEnd || write.isFirst() || held - first.remaining() >= BodyRecord.HELD_BACK;
    }

    @Override
    void passed(ByteBuffer item) {
        held -= item.remaining();
    }

    @Override
    boolean wantsMore() {
        return false;
    }

    @Override
    void stopped() {
        write.stop();
    }
}
