package dev.reprise.chain;

import dev.reprise.deadline.Deadline;
import dev.reprise.internal.FieldNames;
import dev.reprise.internal.math.Nanos;
import dev.reprise.time.Ticker;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The header fields by which services that call each other share one deadline, and agree that only one layer retries. Both are
 * opt-in: what is sent is a part of the {@code RetryPolicy}, hence of the host that it is for, and what is believed is up to the
 * service that reads it.
 *
 * <p>Whoever can send a request can write these fields. They can only take something away from that very request: time, and
 * further attempts. A service on the open internet still does well to read them from callers that it knows.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class CallChain {

    /** The marker's name unless another one is set. */
    public static final String DEFAULT_MARKER = "X-Retry-Nested";

    /**
     * 10 minutes: no interactive caller waits longer. A larger number is more likely a wrong unit than somebody's patience, and no
     * request should bind a server's resources for as long as its sender likes.
     */
    public static final Duration DEFAULT_LONGEST_DEADLINE = Duration.ofMinutes(10);

    /** What the marker says. */
    private static final String MARKED = "1";

    /** From 24 hours on nobody waits; it is also how {@code Attempt.timeRemaining()} says that nothing limits the attempt. */
    private static final long NO_DEADLINE_NANOS = Nanos.saturated(Duration.ofDays(1));

    private final @Nullable DeadlineHeader deadline;
    private final @Nullable String marker;
    private final Duration longestDeadline;
    private final Ticker ticker;

    private CallChain(Builder builder) {
        deadline = builder.deadline;
        marker = builder.marker;
        longestDeadline = builder.longestDeadline == null ? DEFAULT_LONGEST_DEADLINE : builder.longestDeadline;
        ticker = builder.ticker;
    }

    /**
     * A builder for a chain that uses no header field yet.
     *
     * @return a new builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The field that tells how much time is left.
     *
     * @return the field, or null if none is used
     */
    public @Nullable DeadlineHeader deadline() {
        return deadline;
    }

    /**
     * The field that says that an outer layer retries.
     *
     * @return its name, or null if none is used
     */
    public @Nullable String marker() {
        return marker;
    }

    /**
     * The most that a request's deadline is believed.
     *
     * @return more than zero
     */
    public Duration longestDeadline() {
        return longestDeadline;
    }

    /**
     * Reads the fields of a request that came in; its time counts from now. A deadline that is absent or not of its form leaves the
     * server to its own limits, one that is too long is cut to {@link #longestDeadline()}.
     *
     * @param headers the request's header fields, for example {@code request::getHeader}
     * @return what the fields say
     */
    public IncomingCall read(RequestHeaders headers) {
        Objects.requireNonNull(headers, "headers");
        String mark = marker == null ? null : headers.value(marker);
        boolean marked = mark != null && DeadlineHeader.withoutSpace(mark).equals(MARKED);
        Duration left = deadline == null ? null : deadline.read(headers.value(deadline.name()));
        return new IncomingCall(left == null ? Deadline.none() : deadline(left), marked);
    }

    private Deadline deadline(Duration left) {
        if (left.isZero()) {
            return Deadline.over();
        }
        return Deadline.after(left.compareTo(longestDeadline) > 0 ? longestDeadline : left, ticker);
    }

    /**
     * The fields of a request that goes out. The wrapped HTTP clients set them by themselves; this is for calls by other means, for
     * example {@code chain.outgoing(attempt.timeRemaining())}.
     *
     * @param left how long somebody waits for the answer; a negative time counts as zero, and 24 hours or more as no deadline
     * @return values by field name; unmodifiable
     */
    public Map<String, String> outgoing(Duration left) {
        Map<String, String> fields = new LinkedHashMap<>();
        if (deadline != null && Nanos.saturated(left) < NO_DEADLINE_NANOS) {
            fields.put(deadline.name(), deadline.write(left));
        }
        if (marker != null) {
            fields.put(marker, MARKED);
        }
        return Collections.unmodifiableMap(fields);
    }

    @Override
    public String toString() {
        return "CallChain: "
                + (deadline == null
                        ? "no deadline"
                        : "deadline in " + deadline + " up to " + Nanos.text(Nanos.saturated(longestDeadline)))
                + (marker == null ? ", no marker" : ", marker " + marker);
    }

    /** Builds a {@link CallChain}. Not safe for use by many threads. */
    public static final class Builder {
        private @Nullable DeadlineHeader deadline;
        private @Nullable String marker;
        private @Nullable Duration longestDeadline;
        private Ticker ticker = Ticker.system();

        private Builder() {}

        /**
         * Tells how much time is left. Default: nothing is told or read.
         *
         * @param header the header field
         * @return this builder
         * @throws IllegalArgumentException if the marker has the same name, or HTTP has a use for the field
         */
        public Builder deadline(DeadlineHeader header) {
            OtherFields.refuse(
                    "deadline", Objects.requireNonNull(header, "deadline").name());
            deadline = header;
            checkNames();
            return this;
        }

        /**
         * Marks requests with {@value CallChain#DEFAULT_MARKER}. Default: no request is marked or taken as marked.
         *
         * @return this builder
         * @throws IllegalArgumentException if the deadline's field has the same name
         */
        public Builder marker() {
            return marker(DEFAULT_MARKER);
        }

        /**
         * Marks requests with a header field of the value 1.
         *
         * @param fieldName the field's name
         * @return this builder
         * @throws IllegalArgumentException if it is not a field name (RFC 9110 §5.1), the deadline's field has the same, or HTTP has
         *     a use for the field
         */
        public Builder marker(String fieldName) {
            OtherFields.refuse("marker", FieldNames.checked("marker", fieldName));
            marker = fieldName;
            checkNames();
            return this;
        }

        private void checkNames() {
            if (deadline != null && deadline.name().equalsIgnoreCase(marker)) {
                throw new IllegalArgumentException(
                        "marker and deadline must be two header fields, but both are " + deadline.name());
            }
        }

        /**
         * The most that a request's deadline is believed; a longer one is cut to this. Default: 10 minutes. Concerns {@link
         * CallChain#read} alone.
         *
         * @param longest more than zero
         * @return this builder
         * @throws IllegalArgumentException if it is zero or less
         */
        public Builder longestDeadline(Duration longest) {
            if (Objects.requireNonNull(longest, "longestDeadline").isZero() || longest.isNegative()) {
                throw new IllegalArgumentException("longestDeadline must be more than zero, but is " + longest);
            }
            longestDeadline = longest;
            return this;
        }

        /**
         * The monotonic clock of the deadlines that are read. Default: the system's. A seam for tests.
         *
         * @param source the ticker
         * @return this builder
         */
        public Builder ticker(Ticker source) {
            ticker = Objects.requireNonNull(source, "ticker");
            return this;
        }

        /**
         * Builds the chain.
         *
         * @return an immutable chain
         * @throws IllegalStateException if neither a deadline nor a marker was set, or the longest deadline without a header field
         *     to read one from
         */
        public CallChain build() {
            if (deadline == null && marker == null) {
                throw new IllegalStateException("a deadline or a marker must be set");
            }
            if (deadline == null && longestDeadline != null) {
                throw new IllegalStateException("longestDeadline (" + longestDeadline
                        + ") has no effect unless the deadline's header field is set too");
            }
            return new CallChain(this);
        }
    }
}
