package dev.reprise.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of one request: whether it is applied, what is answered, where it is held and where it breaks off. Immutable.
 *
 * <p>A request is applied when it gets past {@link Point#REQUEST_READ} and its answer has a 2xx status, unless the script says
 * {@link #applying()} or {@link #notApplying()}. So {@code breakAt(REQUEST_READ, RESET)} loses the request, and {@code breakAt(COMMITTED, RESET)}
 * loses the answer.
 */
public final class Script {
    private static final Answer OK = Answer.of(200);
    private static final int HALF = -1;

    private final Settings settings;

    private Script(Settings settings) {
        this.settings = settings;
    }

    /** Not changed any more once a script holds it. */
    private static final class Settings {
        private @Nullable Answer answer;
        private @Nullable Function<? super ReceivedRequest, Answer> answering;
        private @Nullable Boolean applies;
        private @Nullable Point breakPoint;
        private @Nullable Break how;
        private Map<Point, Gate> gates = Map.of();
        private int bytes = HALF;
        private List<Integer> interims = List.of();
        private @Nullable Point dripFrom;
        private Duration dripInterval = Duration.ZERO;
        private boolean early;
        private boolean stopsListening;

        private Settings copy() {
            Settings copy = new Settings();
            copy.answer = answer;
            copy.answering = answering;
            copy.applies = applies;
            copy.breakPoint = breakPoint;
            copy.how = how;
            copy.gates = gates;
            copy.bytes = bytes;
            copy.interims = interims;
            copy.dripFrom = dripFrom;
            copy.dripInterval = dripInterval;
            copy.early = early;
            copy.stopsListening = stopsListening;
            return copy;
        }
    }

    /**
     * Answers without a body.
     *
     * @param status the status, 200 to 599
     * @return the script; it applies the request if the status is 2xx
     * @throws IllegalArgumentException if the status is out of range
     */
    public static Script answer(int status) {
        return answer(Answer.of(status));
    }

    /**
     * Answers with a text.
     *
     * @param status the status, 200 to 599
     * @param body the body
     * @return the script; it applies the request if the status is 2xx
     * @throws IllegalArgumentException if the status is out of range
     */
    public static Script answer(int status, String body) {
        return answer(Answer.of(status, body));
    }

    /**
     * Gives this answer.
     *
     * @param answer the answer
     * @return the script; it applies the request if the answer has a 2xx status
     */
    public static Script answer(Answer answer) {
        Settings settings = new Settings();
        settings.answer = Objects.requireNonNull(answer, "answer");
        return new Script(settings);
    }

    /**
     * Gives the answer that a function makes of the whole request. What the function throws becomes a 500 and one of the server's
     * {@linkplain FaultServer#takeProblems() problems}.
     *
     * @param answering called once per request, on the thread of the connection, when {@link Point#REQUEST_READ} is passed
     * @return the script; it applies the request if the answer has a 2xx status
     */
    public static Script answering(Function<? super ReceivedRequest, Answer> answering) {
        Settings settings = new Settings();
        settings.answering = Objects.requireNonNull(answering, "answering");
        return new Script(settings);
    }

    /**
     * Breaks off at a point on the way to an empty 200.
     *
     * @param point where
     * @param how how
     * @return the script; it applies the request if the point is {@link Point#COMMITTED} or later
     */
    public static Script breakAt(Point point, Break how) {
        return answer(OK).breakingAt(point, how);
    }

    /**
     * Breaks off at a point.
     *
     * @param point where; the last one named counts
     * @param how how
     * @return a script that breaks off there
     * @throws IllegalArgumentException if the script, as far as it is known, never gets to this point
     */
    public Script breakingAt(Point point, Break how) {
        Objects.requireNonNull(point, "point");
        Objects.requireNonNull(how, "how");
        return with(s -> {
            s.breakPoint = point;
            s.how = how;
        });
    }

    /**
     * Sets how many bytes of the body pass before {@link Point#REQUEST_BODY_PARTLY_READ} or {@link Point#BODY_PARTLY_SENT}, by default half
     * of them. A body with fewer bytes is one of the server's {@linkplain FaultServer#takeProblems() problems}.
     *
     * @param bytes how many, 0 or more
     * @return a script with this setting
     * @throws IllegalArgumentException if the number is negative, or larger than the body of the answer
     */
    public Script afterBytes(int bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("afterBytes must not be negative, but is " + bytes);
        }
        return with(s -> s.bytes = bytes);
    }

    /**
     * Holds the request at a point until the gate is opened, before breaking off there. The client may close meanwhile: the request goes
     * on all the same when the gate opens, and is applied late.
     *
     * @param point where; a script can hold a request at several points
     * @param gate the gate, which many scripts can share
     * @return a script that holds there too
     * @throws IllegalArgumentException if the script, as far as it is known, never gets to this point
     */
    public Script holdingAt(Point point, Gate gate) {
        Objects.requireNonNull(gate, "gate");
        return with(s -> {
            Map<Point, Gate> gates = new EnumMap<>(Point.class);
            gates.putAll(s.gates);
            gates.put(point, gate);
            s.gates = gates;
        });
    }

    /**
     * Applies the request whatever is answered; also one that breaks off at {@link Point#REQUEST_HEAD_READ} or
     * {@link Point#REQUEST_BODY_PARTLY_READ}, as services do that act on what they read so far.
     *
     * @return a script that applies
     * @throws IllegalArgumentException if the script breaks off at {@link Point#REQUEST_READ}, which is before applying; the point after it
     *     is {@link Point#COMMITTED}
     */
    public Script applying() {
        return with(s -> s.applies = true);
    }

    /**
     * Does not apply the request whatever is answered.
     *
     * @return a script that does not apply
     */
    public Script notApplying() {
        return with(s -> s.applies = false);
    }

    /**
     * Sends an interim answer before the answer proper; after another interim one if called again.
     *
     * @param status the status, 100 or 102 to 199
     * @return a script with this interim answer too
     * @throws IllegalArgumentException if the status is out of range
     */
    public Script interim(int status) {
        if (status < 100 || status > 199 || status == 101) {
            throw new IllegalArgumentException(
                    "the status of an interim answer must be 100 or 102 to 199, but is " + status);
        }
        return with(s -> {
            List<Integer> interims = new ArrayList<>(s.interims);
            interims.add(status);
            s.interims = List.copyOf(interims);
        });
    }

    /**
     * Sends the answer one byte per interval from a point on.
     *
     * @param point {@link Point#COMMITTED} or later, but before {@link Point#ANSWER_SENT}
     * @param interval the time between two bytes, more than zero
     * @return a script that drips
     * @throws IllegalArgumentException if point or interval are not as described
     */
    public Script drippingFrom(Point point, Duration interval) {
        if (point.compareTo(Point.COMMITTED) < 0 || point == Point.ANSWER_SENT) {
            throw new IllegalArgumentException("an answer cannot drip from " + point);
        }
        if (interval.isZero() || interval.isNegative()) {
            throw new IllegalArgumentException("the interval between two bytes must be positive, but is " + interval);
        }
        return with(s -> {
            s.dripFrom = point;
            s.dripInterval = interval;
        });
    }

    /**
     * Answers without reading the request's body, if it has one, and without a {@code 100 Continue}; such a request counts as
     * {@linkplain FaultServer#partialRequests() partial}. Afterwards the connection ends, half-closed unless the script breaks it off at
     * {@link Point#ANSWER_SENT} in another way.
     *
     * @return a script that answers early
     * @throws IllegalArgumentException if the script is to break off or hold inside the body that it does not read
     */
    public Script early() {
        return with(s -> s.early = true);
    }

    /**
     * Stops {@linkplain FaultServer#stopListening() listening} before breaking off, or at the latest when the request was applied: whoever
     * connects after that is refused.
     *
     * @return a script that stops the server listening
     */
    public Script stoppingListening() {
        return with(s -> s.stopsListening = true);
    }

    private Script with(Consumer<Settings> change) {
        Settings changed = settings.copy();
        change.accept(changed);
        check(changed);
        return new Script(changed);
    }

    private static void check(Settings s) {
        if (Boolean.TRUE.equals(s.applies) && s.breakPoint == Point.REQUEST_READ) {
            throw new IllegalArgumentException(
                    "the script breaks off at REQUEST_READ, before applying; break off at COMMITTED to apply");
        }
        for (Point point : Point.values()) {
            boolean used = point == s.breakPoint || s.gates.containsKey(point) || point == s.dripFrom;
            if (!used) {
                continue;
            }
            if (s.breakPoint != null && point.compareTo(s.breakPoint) > 0) {
                throw new IllegalArgumentException(
                        "the script breaks off at " + s.breakPoint + " and never gets to " + point);
            }
            if (s.early && point == Point.REQUEST_BODY_PARTLY_READ) {
                throw new IllegalArgumentException("the script answers early and never gets to " + point);
            }
            if (s.answer != null) {
                AnswerLayout.check(s.answer, point, s.bytes);
            }
        }
    }

    Answer answerTo(ReceivedRequest request) {
        if (settings.answering != null) {
            return Objects.requireNonNull(
                    settings.answering.apply(request), "the answer made by the script's function");
        }
        return Objects.requireNonNull(settings.answer);
    }

    /** Whether the request can turn out to be applied, as far as known before the answer is made. */
    boolean mayApply() {
        if (settings.applies != null) {
            return settings.applies;
        }
        return settings.answer == null || applies(settings.answer);
    }

    boolean applies(Answer answer) {
        return settings.applies != null ? settings.applies : answer.status() / 100 == 2;
    }

    /** Whether to apply also what was not read completely. */
    boolean appliesAlways() {
        return Boolean.TRUE.equals(settings.applies);
    }

    @Nullable
    Break breakAt(Point point) {
        return point == settings.breakPoint ? settings.how : null;
    }

    @Nullable
    Gate gateAt(Point point) {
        return settings.gates.get(point);
    }

    boolean stopsAt(Point point) {
        return point == settings.breakPoint || settings.gates.containsKey(point);
    }

    /** How many bytes of a body pass before the point in its middle. */
    int bytesOf(int length) {
        return settings.bytes == HALF ? length / 2 : settings.bytes;
    }

    List<Integer> interims() {
        return settings.interims.isEmpty() && stopsAt(Point.INTERIM_SENT) ? List.of(103) : settings.interims;
    }

    boolean dripsFrom(Point point) {
        return point == settings.dripFrom;
    }

    Duration dripInterval() {
        return settings.dripInterval;
    }

    boolean isEarly() {
        return settings.early;
    }

    boolean stopsListening() {
        return settings.stopsListening;
    }

    /** Names the answer's status and where the script breaks off; never a header or a body. */
    @Override
    public String toString() {
        String answer = settings.answer == null ? "an answer by function" : settings.answer.toString();
        return "Script[" + answer + (settings.how == null ? "" : ", " + settings.how + " at " + settings.breakPoint)
                + "]";
    }
}
