package dev.reprise.testing;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads one HTTP/1.1 request (RFC 9112), part by part, and counts what it read. */
final class RequestReader {
    /** More than any test sends on purpose. */
    private static final int MAX_HEAD_BYTES = 64 * 1024;

    /** A request that the server does not take, with the answer for it. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;
        private final int status;

        RefusedException(int status, String message) {
            super(message);
            this.status = status;
        }

        int status() {
            return status;
        }
    }

    private final Input input;
    private final int maxBodyBytes;
    private final ByteArrayOutputStream headBytes = new ByteArrayOutputStream();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private boolean chunked;
    private int length;
    private int chunkLeft;
    private boolean bodyEnded;

    RequestReader(Input input, int firstByte, int maxBodyBytes) {
        this.input = input;
        this.maxBodyBytes = maxBodyBytes;
        headBytes.write(firstByte);
    }

    RequestHead readHead(ServerConnection connection, int position, long arrivalNanos)
            throws IOException, RefusedException {
        List<String> lines = new ArrayList<>();
        String line = readHeadLine();
        while (!line.isEmpty()) {
            lines.add(line);
            line = readHeadLine();
        }
        if (lines.isEmpty()) {
            throw new RefusedException(400, "an empty request");
        }
        String[] parts = lines.get(0).split(" ", -1);
        if (parts.length != 3 || !parts[2].startsWith("HTTP/1.")) {
            throw new RefusedException(400, "a request line that is not HTTP/1.x");
        }
        List<Map.Entry<String, String>> headers = new ArrayList<>();
        for (String header : lines.subList(1, lines.size())) {
            int colon = header.indexOf(':');
            if (colon < 1) {
                throw new RefusedException(400, "a header line without a name");
            }
            headers.add(Map.entry(
                    header.substring(0, colon), header.substring(colon + 1).strip()));
        }
        RequestHead head = new RequestHead(parts[0], parts[1], parts[2], headers, connection, position, arrivalNanos);
        prepareBody(head);
        return head;
    }

    private void prepareBody(RequestHead head) throws RefusedException {
        chunked = head.hasToken("Transfer-Encoding", "chunked");
        String declared = head.header("Content-Length");
        if (chunked) {
            return;
        }
        try {
            long wanted = declared == null ? 0 : Long.parseLong(declared);
            if (wanted < 0) {
                throw new RefusedException(400, "a negative Content-Length");
            }
            checkSize(wanted);
            length = (int) wanted;
            bodyEnded = length == 0;
        } catch (NumberFormatException e) {
            throw new RefusedException(400, "a Content-Length that is no number");
        }
    }

    private void checkSize(long bytes) throws RefusedException {
        if (bytes > maxBodyBytes) {
            throw new RefusedException(413, "a body of " + bytes + " bytes, above the limit of " + maxBodyBytes);
        }
    }

    /** Whether a part of the body is still to be read. */
    boolean bodyPending() {
        return !bodyEnded;
    }

    /** Where the middle of the body is, if the script leaves it to half. */
    int middle(Script script) {
        return chunked ? Math.max(1, script.bytesOf(0)) : script.bytesOf(length);
    }

    /** Reads on until so many bytes of the body were read, or its end. */
    void readBody(int upTo) throws IOException, RefusedException {
        while (!bodyEnded && body.size() < upTo) {
            if (!chunked) {
                readInto(Math.min(upTo, length) - body.size());
                bodyEnded = body.size() == length;
            } else if (chunkLeft > 0) {
                chunkLeft -= readInto(Math.min(upTo - body.size(), chunkLeft));
                if (chunkLeft == 0) {
                    readLine(new ByteArrayOutputStream());
                }
            } else {
                readChunkHead();
            }
        }
    }

    /** Reads the rest of the body, and the end of a chunked one. */
    void readBody() throws IOException, RefusedException {
        readBody(Integer.MAX_VALUE);
    }

    private void readChunkHead() throws IOException, RefusedException {
        String line = readLine(new ByteArrayOutputStream());
        try {
            long size = Long.parseLong(line.split(";", -1)[0].strip(), 16);
            checkSize(body.size() + size);
            chunkLeft = (int) size;
        } catch (NumberFormatException e) {
            throw new RefusedException(400, "a chunk without a size");
        }
        if (chunkLeft == 0) {
            String trailer = readLine(new ByteArrayOutputStream());
            while (!trailer.isEmpty()) {
                trailer = readLine(new ByteArrayOutputStream());
            }
            bodyEnded = true;
        }
    }

    private int readInto(int wanted) throws IOException {
        byte[] bytes = input.read(wanted);
        body.write(bytes, 0, bytes.length);
        if (bytes.length < wanted) {
            throw new EOFException("the client closed inside the body");
        }
        return bytes.length;
    }

    private String readHeadLine() throws IOException, RefusedException {
        int before = headBytes.size();
        // The first byte of the head was read before the reader was made.
        boolean first = before == 1;
        String line = readLine(headBytes);
        return first ? new String(new byte[] {headBytes.toByteArray()[0]}, StandardCharsets.ISO_8859_1) + line : line;
    }

    /** Reads a line that ends with CRLF or LF, and gives it without. */
    private String readLine(ByteArrayOutputStream record) throws IOException, RefusedException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = input.read();
        while (next >= 0) {
            record.write(next);
            if (record.size() > MAX_HEAD_BYTES) {
                throw new RefusedException(431, "more than " + MAX_HEAD_BYTES + " bytes of headers");
            }
            if (next == '\n') {
                return line.toString(StandardCharsets.UTF_8).replaceFirst("\r$", "");
            }
            line.write(next);
            next = input.read();
        }
        throw new EOFException("the client closed inside a line");
    }

    int headByteCount() {
        return headBytes.size();
    }

    int bodyByteCount() {
        return body.size();
    }

    byte[] body() {
        return body.toByteArray();
    }
}
