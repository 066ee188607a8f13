package dev.reprise.testing;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * An HTTP/1.1 answer. Its body has a {@code Content-Length} unless told otherwise; the connection is kept alive unless told otherwise.
 * Immutable.
 */
public final class Answer {
    enum Framing {
        LENGTH,
        CHUNKED,
        CLOSE,
        ENDLESS,
        RAW
    }

    private final int status;
    private final List<Map.Entry<String, String>> headers;
    private final byte[] body;
    private final Framing framing;
    private final boolean closing;

    private Answer(int status, List<Map.Entry<String, String>> headers, byte[] body, Framing framing, boolean closing) {
        this.status = status;
        this.headers = headers;
        this.body = body;
        this.framing = framing;
        this.closing = closing;
    }

    /**
     * An answer without a body.
     *
     * @param status the status, 200 to 599
     * @return the answer
     * @throws IllegalArgumentException if the status is out of range
     */
    public static Answer of(int status) {
        return of(status, new byte[0]);
    }

    /**
     * An answer with a text.
     *
     * @param status the status, 200 to 599
     * @param body the body, sent in UTF-8
     * @return the answer
     * @throws IllegalArgumentException if the status is out of range
     */
    public static Answer of(int status, String body) {
        return of(status, body.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * An answer with a body.
     *
     * @param status the status, 200 to 599
     * @param body the body
     * @return the answer
     * @throws IllegalArgumentException if the status is out of range
     */
    public static Answer of(int status, byte[] body) {
        return new Answer(finalStatus(status), List.of(), body.clone(), Framing.LENGTH, false);
    }

    /**
     * An answer whose chunked body does not end until the connection does. It is sent one byte per chunk, as fast as the client reads or
     * as {@linkplain Script#drippingFrom the script} says.
     *
     * @param status the status, 200 to 599
     * @return the answer
     * @throws IllegalArgumentException if the status is out of range
     */
    public static Answer endless(int status) {
        return new Answer(finalStatus(status), List.of(), new byte[0], Framing.ENDLESS, false);
    }

    /**
     * Bytes that are sent as they are in place of an answer, after which the connection is closed.
     *
     * @param bytes the bytes, which need not be HTTP
     * @return the answer; it has no status, so the request is applied only if the script says so
     */
    public static Answer raw(byte[] bytes) {
        return new Answer(0, List.of(), bytes.clone(), Framing.RAW, true);
    }

    /**
     * Bytes that are sent as they are in place of an answer, after which the connection is closed.
     *
     * @param text the text, sent in UTF-8, which need not be HTTP
     * @return the answer; it has no status, so the request is applied only if the script says so
     */
    public static Answer raw(String text) {
        return raw(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Adds a header; one of the same name stays.
     *
     * @param name the name
     * @param value the value, sent in UTF-8
     * @return an answer with this header too
     * @throws IllegalArgumentException if one of them has a line break, or if the answer is raw
     */
    public Answer header(String name, String value) {
        if ((name + value).chars().anyMatch(c -> c == '\r' || c == '\n')) {
            throw new IllegalArgumentException("a header must not contain a line break: " + name.trim());
        }
        if (framing == Framing.RAW) {
            throw new IllegalArgumentException("a raw answer has no headers to add " + name + " to");
        }
        List<Map.Entry<String, String>> more = new ArrayList<>(headers);
        more.add(Map.entry(name, value));
        return new Answer(status, List.copyOf(more), body, framing, closing);
    }

    /**
     * Sends the body in chunks: two, which meet where {@link Point#BODY_PARTLY_SENT} is.
     *
     * @return an answer with a chunked body
     */
    public Answer chunked() {
        return framed(Framing.CHUNKED, closing);
    }

    /**
     * Sends the body without a length, so that only the end of the connection ends it (RFC 9112 §6.3).
     *
     * @return an answer after which the connection is closed
     */
    public Answer withoutLength() {
        return framed(Framing.CLOSE, true);
    }

    /**
     * Sends {@code Connection: close}, and closes the connection after the answer.
     *
     * @return an answer after which the connection is closed
     */
    public Answer closing() {
        return framed(framing, true);
    }

    /**
     * The status.
     *
     * @return 200 to 599, or 0 for a raw answer
     */
    public int status() {
        return status;
    }

    private Answer framed(Framing to, boolean closes) {
        if (framing == Framing.RAW || (framing == Framing.ENDLESS && to != framing)) {
            throw new IllegalArgumentException("a raw or endless answer cannot be framed otherwise");
        }
        return new Answer(status, headers, body, to, closes);
    }

    private static int finalStatus(int status) {
        if (status < 200 || status > 599) {
            throw new IllegalArgumentException("the status of an answer must be 200 to 599, but is " + status);
        }
        return status;
    }

    List<Map.Entry<String, String>> headers() {
        return headers;
    }

    byte[] bytes() {
        return body;
    }

    Framing framing() {
        return framing;
    }

    boolean closes() {
        return closing;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Answer that
                && status == that.status
                && framing == that.framing
                && closing == that.closing
                && headers.equals(that.headers)
                && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return 31 * status + Arrays.hashCode(body);
    }

    /** Names status and size; never a header or the body. */
    @Override
    public String toString() {
        return switch (framing) {
            case RAW -> "raw answer of " + body.length + " bytes";
            case ENDLESS -> status + " without end";
            case CHUNKED -> status + " with " + body.length + " bytes, chunked";
            case LENGTH, CLOSE -> status + " with " + body.length + " bytes";
        };
    }
}
