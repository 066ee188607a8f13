package dev.reprise.testing;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads and writes HTTP/2 frames (RFC 9113 §4 and §6); writing is thread-safe. */
final class Http2Frames {
    static final int DATA = 0x0;
    static final int HEADERS = 0x1;
    static final int RST_STREAM = 0x3;
    static final int SETTINGS = 0x4;
    static final int PING = 0x6;
    static final int GOAWAY = 0x7;
    static final int WINDOW_UPDATE = 0x8;

    static final int ACK = 0x1;
    static final int END_STREAM = 0x1;
    static final int END_HEADERS = 0x4;
    static final int PADDED = 0x8;

    static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_CONCURRENT_STREAMS = 0x3;

    /** RFC 9113 §6.5.2: the largest frame unless the setting is raised, which this server does not do. */
    private static final int MAX_FRAME_BYTES = 16 * 1024;

    /** RFC 7541, appendix A: the static table's entry for {@code :status: 200}, whose name serves for other values too. */
    private static final int STATUS_200_INDEX = 8;

    static final class Frame {
        private final int type;
        private final int flags;
        private final int stream;
        private final byte[] payload;

        Frame(int type, int flags, int stream, byte[] payload) {
            this.type = type;
            this.flags = flags;
            this.stream = stream;
            this.payload = payload;
        }

        int type() {
            return type;
        }

        int stream() {
            return stream;
        }

        byte[] payload() {
            return payload;
        }

        boolean has(int flag) {
            return (flags & flag) != 0;
        }

        /** The bytes of a DATA frame that are no padding. */
        int dataBytes() {
            return has(PADDED) ? payload.length - 1 - (payload[0] & 0xff) : payload.length;
        }
    }

    private final DataInputStream in;
    private final OutputStream out;

    Http2Frames(InputStream in, OutputStream out) {
        this.in = new DataInputStream(in);
        this.out = out;
    }

    void readPreface() throws IOException {
        byte[] preface = new byte[PREFACE.length];
        in.readFully(preface);
        if (!Arrays.equals(preface, PREFACE)) {
            throw new IOException("the client does not speak HTTP/2");
        }
    }

    /** The next frame; null at the end. */
    @Nullable
    Frame read() throws IOException {
        int first = in.read();
        if (first < 0) {
            return null;
        }
        int length = (first << 16) | in.readUnsignedShort();
        if (length > MAX_FRAME_BYTES) {
            throw new IOException("a frame of " + length + " bytes");
        }
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int stream = in.readInt() & Integer.MAX_VALUE;
        byte[] payload = new byte[length];
        in.readFully(payload);
        return new Frame(type, flags, stream, payload);
    }

    void settings(int maxConcurrentStreams) throws IOException {
        ByteBuffer payload = ByteBuffer.allocate(6);
        payload.putShort((short) MAX_CONCURRENT_STREAMS).putInt(maxConcurrentStreams);
        write(SETTINGS, 0, 0, payload.array());
    }

    void acknowledge(Frame frame) throws IOException {
        write(frame.type(), ACK, 0, frame.type() == PING ? frame.payload() : new byte[0]);
    }

    /** Gives the window back that a frame took, so that uploads never wait. */
    void replenish(Frame frame) throws IOException {
        if (frame.payload().length > 0) {
            byte[] increment = number(frame.payload().length);
            write(WINDOW_UPDATE, 0, 0, increment);
            write(WINDOW_UPDATE, 0, frame.stream(), increment);
        }
    }

    void head(int stream, int status, boolean endStream) throws IOException {
        byte[] block;
        if (status == 200) {
            block = new byte[] {(byte) (0x80 | STATUS_200_INDEX)};
        } else {
            // RFC 7541 §6.2.2: a literal without indexing, its name from the table, its value of three plain bytes.
            byte[] value = Integer.toString(status).getBytes(StandardCharsets.US_ASCII);
            block = new byte[] {STATUS_200_INDEX, (byte) value.length, value[0], value[1], value[2]};
        }
        write(HEADERS, END_HEADERS | (endStream ? END_STREAM : 0), stream, block);
    }

    void data(int stream, byte[] bytes, boolean endStream) throws IOException {
        write(DATA, endStream ? END_STREAM : 0, stream, bytes);
    }

    void reset(int stream, int errorCode) throws IOException {
        write(RST_STREAM, 0, stream, number(errorCode));
    }

    void goAway(int lastStream, int errorCode) throws IOException {
        write(
                GOAWAY,
                0,
                0,
                ByteBuffer.allocate(8).putInt(lastStream).putInt(errorCode).array());
    }

    private static byte[] number(int value) {
        return ByteBuffer.allocate(4).putInt(value).array();
    }

    private synchronized void write(int type, int flags, int stream, byte[] payload) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
        frame.put((byte) (payload.length >> 16)).putShort((short) payload.length);
        frame.put((byte) type).put((byte) flags).putInt(stream).put(payload);
        out.write(frame.array());
    }
}
