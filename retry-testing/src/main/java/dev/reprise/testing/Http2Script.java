package dev.reprise.testing;

import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of one HTTP/2 stream: whether it is applied, what is answered, where it is held, and where it, or its connection, ends.
 * Immutable.
 *
 * <p>A stream passes {@link Point#REQUEST_HEAD_READ}, {@link Point#REQUEST_READ}, {@link Point#COMMITTED}, {@link Point#HEAD_SENT},
 * {@link Point#BODY_PARTLY_SENT} (half of the body) if there is a body, and {@link Point#ANSWER_SENT}. It is applied as with a {@link Script}: when
 * it gets past {@link Point#REQUEST_READ} and its answer has a 2xx status, unless the script says otherwise.
 */
public final class Http2Script {
    /** RFC 9113 §7. */
    public static final int NO_ERROR = 0x0;

    /** RFC 9113 §7: a breach of the protocol. */
    public static final int PROTOCOL_ERROR = 0x1;

    /** RFC 9113 §7: an error of the server's own. */
    public static final int INTERNAL_ERROR = 0x2;

    /** RFC 9113 §8.7: the stream was refused before anything was done with it. */
    public static final int REFUSED_STREAM = 0x7;

    /** RFC 9113 §7: the stream is no longer needed. */
    public static final int CANCEL = 0x8;

    /** RFC 9113 §7: the client causes too much load. */
    public static final int ENHANCE_YOUR_CALM = 0xb;

    /** RFC 9113 §7: the request is to be made over HTTP/1.1. */
    public static final int HTTP_1_1_REQUIRED = 0xd;

    private static final Set<Point> POINTS = EnumSet.of(
            Point.REQUEST_HEAD_READ,
            Point.REQUEST_READ,
            Point.COMMITTED,
            Point.HEAD_SENT,
            Point.BODY_PARTLY_SENT,
            Point.ANSWER_SENT);

    /** What fits into one frame and the smallest window that a client can have without asking for it (RFC 9113 §6.9.2). */
    private static final int MAX_BODY_BYTES = 16 * 1024;

    /** A GOAWAY frame and where it is sent. */
    record GoAway(Point point, boolean covering, int errorCode) {}

    private int status;
    private byte[] body = new byte[0];
    private @Nullable Boolean applies;
    private Map<Point, Gate> gates = Map.of();
    private @Nullable GoAway goAway;
    private @Nullable Point end;
    private @Nullable Break how;
    private int errorCode;

    private Http2Script() {}

    /**
     * Answers without a body.
     *
     * @param status the status, 200 to 599
     * @return the script
     * @throws IllegalArgumentException if the status is out of range
     */
    public static Http2Script answer(int status) {
        return answer(status, "");
    }

    /**
     * Answers with a text.
     *
     * @param status the status, 200 to 599
     * @param body the body, at most 16 KiB in UTF-8
     * @return the script
     * @throws IllegalArgumentException if the status is out of range or the body too large
     */
    public static Http2Script answer(int status, String body) {
        if (status < 200 || status > 599) {
            throw new IllegalArgumentException("the status of an answer must be 200 to 599, but is " + status);
        }
        Http2Script script = new Http2Script();
        script.status = status;
        script.body = body.getBytes(StandardCharsets.UTF_8);
        if (script.body.length > MAX_BODY_BYTES) {
            throw new IllegalArgumentException(
                    "a body must have at most " + MAX_BODY_BYTES + " bytes, but has " + script.body.length);
        }
        return script;
    }

    /**
     * Resets the stream at a point on the way to an empty 200.
     *
     * @param point where
     * @param errorCode the error code of the frame, such as {@link #REFUSED_STREAM}
     * @return the script
     * @throws IllegalArgumentException if a stream never gets to this point
     */
    public static Http2Script resetStreamAt(Point point, int errorCode) {
        return answer(200).resettingStreamAt(point, errorCode);
    }

    /**
     * Resets the stream (RST_STREAM) at a point.
     *
     * @param point where; the last end named counts
     * @param errorCode the error code of the frame
     * @return a script that ends so
     * @throws IllegalArgumentException if the stream never gets to this point
     */
    public Http2Script resettingStreamAt(Point point, int errorCode) {
        return with(s -> {
            s.end = point;
            s.how = null;
            s.errorCode = errorCode;
        });
    }

    /**
     * Breaks the whole connection off at a point; {@link Break#STALL} concerns this stream only.
     *
     * @param point where; the last end named counts
     * @param how how
     * @return a script that ends so
     * @throws IllegalArgumentException if the stream never gets to this point
     */
    public Http2Script breakingAt(Point point, Break how) {
        Objects.requireNonNull(how, "how");
        return with(s -> {
            s.end = point;
            s.how = how;
        });
    }

    /**
     * Sends GOAWAY at a point, with a last stream id that includes this stream: it may have been worked on, and the script goes on.
     *
     * @param point where, before ending there
     * @param errorCode the error code of the frame
     * @return a script that does so
     * @throws IllegalArgumentException if the stream never gets to this point
     */
    public Http2Script goingAwayCoveredAt(Point point, int errorCode) {
        return with(s -> s.goAway = new GoAway(point, true, errorCode));
    }

    /**
     * Sends GOAWAY at {@link Point#REQUEST_HEAD_READ}, with a last stream id below this stream: it was not worked on and will not be
     * (RFC 9113 §6.8), so that the script ends there. Streams before it go on.
     *
     * @param errorCode the error code of the frame
     * @return a script that does so
     */
    public Http2Script goingAwayExcluded(int errorCode) {
        return with(s -> {
            s.goAway = new GoAway(Point.REQUEST_HEAD_READ, false, errorCode);
            s.end = Point.REQUEST_HEAD_READ;
            s.how = Break.STALL;
        });
    }

    /**
     * Holds the stream at a point until the gate is opened; other streams of the connection go on.
     *
     * @param point where
     * @param gate the gate
     * @return a script that holds there too
     * @throws IllegalArgumentException if the stream never gets to this point
     */
    public Http2Script holdingAt(Point point, Gate gate) {
        Objects.requireNonNull(gate, "gate");
        return with(s -> {
            Map<Point, Gate> more = new EnumMap<>(Point.class);
            more.putAll(s.gates);
            more.put(point, gate);
            s.gates = more;
        });
    }

    /**
     * Applies the stream whatever is answered.
     *
     * @return a script that applies
     */
    public Http2Script applying() {
        return with(s -> s.applies = true);
    }

    /**
     * Does not apply the stream whatever is answered.
     *
     * @return a script that does not apply
     */
    public Http2Script notApplying() {
        return with(s -> s.applies = false);
    }

    private Http2Script with(Consumer<Http2Script> change) {
        Http2Script copy = new Http2Script();
        copy.status = status;
        copy.body = body;
        copy.applies = applies;
        copy.gates = gates;
        copy.goAway = goAway;
        copy.end = end;
        copy.how = how;
        copy.errorCode = errorCode;
        change.accept(copy);
        copy.check();
        return copy;
    }

    private void check() {
        for (Point point : Point.values()) {
            boolean used = point == end || gates.containsKey(point) || (goAway != null && point == goAway.point());
            boolean reached = POINTS.contains(point) && (point != Point.BODY_PARTLY_SENT || body.length > 0);
            if (used && (!reached || (end != null && point.compareTo(end) > 0))) {
                throw new IllegalArgumentException("the stream never gets to " + point);
            }
        }
    }

    int status() {
        return status;
    }

    byte[] body() {
        return body;
    }

    boolean applies() {
        return applies != null ? applies : status / 100 == 2;
    }

    @Nullable
    Gate gateAt(Point point) {
        return gates.get(point);
    }

    @Nullable
    GoAway goAwayAt(Point point) {
        return goAway != null && goAway.point() == point ? goAway : null;
    }

    boolean endsAt(Point point) {
        return point == end;
    }

    /** How the connection is broken off at the end; null if the stream is reset. */
    @Nullable
    Break how() {
        return how;
    }

    int errorCode() {
        return errorCode;
    }

    @Override
    public String toString() {
        String ending = end == null ? "" : ", " + (how == null ? "RST_STREAM " + errorCode : how) + " at " + end;
        return "Http2Script[" + status + ending + "]";
    }
}
