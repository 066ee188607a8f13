package dev.reprise.internal;

import java.util.zip.CRC32;

/**
 * What earlier writes of a request body looked like: the longest of them by its length and checksum. A body over a used-up stream would
 * otherwise arrive as an empty upload that succeeds. One write at a time is noted.
 */
public final class BodyRecord {

    /** How many bytes at the end of a repetition wait until all of it was compared. */
    public static final int HELD_BACK = 8192;

    private long length;
    private long checksum;
    private boolean whole;
    private boolean known;

    /**
     * Begins a write.
     *
     * @return the write
     */
    public Write begin() {
        return new Write(!known);
    }

    /** One write. */
    public final class Write {
        private final boolean first;
        private final CRC32 crc = new CRC32();
        private long count;
        private boolean differs;
        private boolean finished;

        private Write(boolean first) {
            this.first = first;
        }

        /** Whether there is nothing to compare with. */
        public boolean isFirst() {
            return first;
        }

        /** Notes bytes that are about to be passed on. */
        public void add(byte[] bytes, int offset, int size) {
            int shared = first ? 0 : (int) Math.max(0, Math.min(size, length - count));
            crc.update(bytes, offset, shared);
            count += shared;
            if (!first && shared > 0 && count == length) {
                differs = crc.getValue() != checksum;
            }
            crc.update(bytes, offset + shared, size - shared);
            count += size - shared;
            differs |= !first && whole && count > length;
        }

        /** Whether this is not what was written before. */
        public boolean differs() {
            return differs;
        }

        /** Whether a write that has come to its end differs from an earlier one or is shorter. */
        public boolean endsWrongly() {
            finished = true;
            return differs || (!first && count < length);
        }

        /** Nothing more of this write comes. */
        public void stop() {
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
