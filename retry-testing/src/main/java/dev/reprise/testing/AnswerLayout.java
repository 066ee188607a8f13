package dev.reprise.testing;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The bytes of an answer, and where among them the points are. */
final class AnswerLayout {
    private static final byte[] CRLF = {'\r', '\n'};

    private final ByteArrayOutputStream wire = new ByteArrayOutputStream();
    private final Map<Point, Integer> ends = new EnumMap<>(Point.class);

    private AnswerLayout() {}

    /** Lays an answer out. */
    static AnswerLayout of(Answer answer, Script script, boolean withBody) {
        AnswerLayout layout = new AnswerLayout();
        byte[] body = answer.bytes();
        int middle = script.bytesOf(body.length);
        if (answer.framing() == Answer.Framing.RAW) {
            layout.append(body);
            layout.ends.put(Point.BODY_PARTLY_SENT, Math.min(middle, body.length));
            return layout;
        }
        layout.appendHead(answer);
        if (withBody && hasBody(answer)) {
            layout.appendBody(answer.framing(), body, middle);
        }
        return layout;
    }

    /** Refuses a point that this answer never gets to. */
    static void check(Answer answer, Point point, int bytes) {
        boolean headPoint = point.compareTo(Point.INTERIM_SENT) > 0 && point.compareTo(Point.HEAD_SENT) <= 0;
        if (headPoint && answer.framing() == Answer.Framing.RAW) {
            throw new IllegalArgumentException("a raw answer never gets to " + point);
        }
        if (point == Point.ANSWER_SENT && answer.framing() == Answer.Framing.ENDLESS) {
            throw new IllegalArgumentException("an endless answer never gets to " + point);
        }
        boolean finite = answer.framing() != Answer.Framing.ENDLESS;
        if (point == Point.BODY_PARTLY_SENT && finite) {
            int length = hasBody(answer) ? answer.bytes().length : 0;
            if (length == 0 || bytes > length) {
                throw new IllegalArgumentException("the body of the answer has " + length
                        + " bytes, so it never gets to " + point + (bytes > 0 ? " after " + bytes : ""));
            }
        }
    }

    /** Content of these is forbidden (RFC 9110 §6.4.1). */
    static boolean hasBody(Answer answer) {
        return answer.status() != 204 && answer.status() != 304;
    }

    private void appendHead(Answer answer) {
        append("HTTP/1.1 " + answer.status() + " ");
        ends.put(Point.STATUS_LINE_PARTLY_SENT, "HTTP/1.1 2".length());
        append(CRLF);
        int statusLine = size();
        ends.put(Point.STATUS_LINE_SENT, statusLine);
        answer.headers().forEach(header -> append(header.getKey() + ": " + header.getValue() + "\r\n"));
        if (answer.closes()) {
            append("Connection: close\r\n");
        }
        if (hasBody(answer)) {
            switch (answer.framing()) {
                case CHUNKED, ENDLESS -> append("Transfer-Encoding: chunked\r\n");
                case LENGTH -> append("Content-Length: " + answer.bytes().length + "\r\n");
                case CLOSE, RAW -> {}
            }
        }
        append(CRLF);
        // Always inside a line: half of the section, but not between two lines or in the blank one.
        int middle = statusLine + (size() - statusLine) / 2;
        ends.put(Point.HEADERS_PARTLY_SENT, endsLine(middle) ? middle - 3 : middle);
        ends.put(Point.HEAD_SENT, size());
    }

    private boolean endsLine(int at) {
        byte[] bytes = wire.toByteArray();
        return bytes[at - 1] == '\n' || bytes[at - 1] == '\r';
    }

    private void appendBody(Answer.Framing framing, byte[] body, int wanted) {
        int middle = Math.min(wanted, body.length);
        if (framing == Answer.Framing.CHUNKED) {
            appendChunk(body, 0, middle);
            ends.put(Point.BODY_PARTLY_SENT, size());
            appendChunk(body, middle, body.length - middle);
            append("0\r\n\r\n");
        } else if (framing != Answer.Framing.ENDLESS) {
            ends.put(Point.BODY_PARTLY_SENT, size() + middle);
            append(body);
        }
    }

    private void appendChunk(byte[] body, int from, int length) {
        if (length > 0) {
            append(Integer.toHexString(length) + "\r\n");
            wire.write(body, from, length);
            append(CRLF);
        }
    }

    private void append(String text) {
        append(text.getBytes(StandardCharsets.UTF_8));
    }

    private void append(byte[] bytes) {
        wire.write(bytes, 0, bytes.length);
    }

    int size() {
        return wire.size();
    }

    byte[] bytes() {
        return wire.toByteArray();
    }

    /** After how many bytes a point is reached; null if this answer never gets there. */
    @Nullable
    Integer end(Point point) {
        return ends.get(point);
    }
}
