package dev.reprise.okhttp;

import java.util.zip.CRC32;
import okio.Buffer;

/** What earlier writes of a request body looked like: the longest of them by its length and checksum. */
final class BodyRecord {

    /** How many bytes at the end of a repetition wait until all of it was compared. */
    static final long HELD_BACK = 8192;

    private long length;
    private long checksum;
    private boolean whole;
    private boolean known;

    Write begin() {
        return new Write(!known);
    }

    /** One write. */
    final class Write {
        private final boolean first;
        private final CRC32 crc = new CRC32();
        private long count;
        private boolean differs;
        private boolean finished;

        private Write(boolean first) {
            this.first = first;
        }

        boolean isFirst() {
            return first;
        }

        /** Notes bytes that are about to be passed on. */
        void add(Buffer source, long byteCount) {
            Buffer copy = new Buffer();
            source.copyTo(copy, 0, byteCount);
            long shared = first ? 0 : Math.max(0, Math.min(byteCount, length - count));
            update(copy, shared);
            if (!first && shared > 0 && count == length) {
                differs = crc.getValue() != checksum;
            }
            update(copy, byteCount - shared);
            differs |= !first && whole && count > length;
        }

        private void update(Buffer copy, long bytes) {
            long left = bytes;
            byte[] chunk = new byte[(int) Math.min(left, HELD_BACK)];
            while (left > 0) {
                int read = copy.read(chunk, 0, (int) Math.min(left, chunk.length));
                crc.update(chunk, 0, read);
                count += read;
                left -= read;
            }
        }

        boolean differs() {
            return differs;
        }

        /** Whether a write that has come to its end is shorter than an earlier one. */
        boolean endsWrongly() {
            finished = true;
            return differs || (!first && count < length);
        }

        void stop() {
            if (first || (count > length && !differs)) {
                known = true;
                length = count;
                checksum = crc.getValue();
                whole |= finished;
            } else if (count == length && finished && !differs) {
                whole = true;
            }
        }
    }
}
