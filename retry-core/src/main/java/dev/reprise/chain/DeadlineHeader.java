package dev.reprise.chain;

import dev.reprise.internal.FieldNames;
import dev.reprise.internal.math.Nanos;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A header field that tells how much time is left, and the form of its value. The time is relative, since the two sides' clocks
 * need not agree; what the request needs on its way is therefore not in it. It is rounded down, so that no reader believes it
 * has more than there is.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class DeadlineHeader {

    /** The field that gRPC defines ("gRPC over HTTP2", Requests): {@value}. */
    public static final String GRPC_TIMEOUT = "grpc-timeout";

    /** 18 digits always fit in a {@code long}, and no deadline is 31 million years away. */
    private static final int MOST_DIGITS = 18;

    /** TimeoutValue in "gRPC over HTTP2": a positive integer of at most 8 digits. */
    private static final int MOST_GRPC_DIGITS = 8;

    private static final long MOST_GRPC = 99_999_999;

    private static final String GRPC_UNITS = "numSMH";
    private static final TimeUnit[] GRPC_LENGTHS = {
        TimeUnit.NANOSECONDS,
        TimeUnit.MICROSECONDS,
        TimeUnit.MILLISECONDS,
        TimeUnit.SECONDS,
        TimeUnit.MINUTES,
        TimeUnit.HOURS
    };

    private final String name;
    private final boolean grpc;

    private DeadlineHeader(String name, boolean grpc) {
        this.name = FieldNames.checked("deadline header", name);
        this.grpc = grpc;
    }

    /**
     * A field with the whole milliseconds that are left, in decimal: {@code 1500}.
     *
     * @param fieldName the field's name
     * @return the header field
     * @throws IllegalArgumentException if the name is not a field name (RFC 9110 §5.1)
     */
    public static DeadlineHeader milliseconds(String fieldName) {
        return new DeadlineHeader(fieldName, false);
    }

    /**
     * The field {@value #GRPC_TIMEOUT} in gRPC's form: at most eight digits and a unit, {@code 1500000u}.
     *
     * @return the header field
     */
    public static DeadlineHeader grpc() {
        return grpc(GRPC_TIMEOUT);
    }

    /**
     * A field of another name in gRPC's form.
     *
     * @param fieldName the field's name
     * @return the header field
     * @throws IllegalArgumentException if the name is not a field name (RFC 9110 §5.1)
     */
    public static DeadlineHeader grpc(String fieldName) {
        return new DeadlineHeader(fieldName, true);
    }

    /**
     * The field's name.
     *
     * @return the name as it was given
     */
    public String name() {
        return name;
    }

    /**
     * The value that tells a time.
     *
     * @param left how much time is left; a negative time counts as zero
     * @return the value, rounded down to what the form can say: milliseconds, or in gRPC's form the finest unit in which the time
     *     has at most eight digits. That form has no zero, so there it is never less than {@code 1n}
     */
    public String write(Duration left) {
        long nanos = Math.max(0, Nanos.saturated(Objects.requireNonNull(left, "left")));
        return grpc ? writeGrpc(Math.max(1, nanos)) : Long.toString(TimeUnit.NANOSECONDS.toMillis(nanos));
    }

    private static String writeGrpc(long nanos) {
        int unit = 0;
        while (GRPC_LENGTHS[unit].convert(nanos, TimeUnit.NANOSECONDS) > MOST_GRPC) {
            unit++;
        }
        return GRPC_LENGTHS[unit].convert(nanos, TimeUnit.NANOSECONDS) + GRPC_UNITS.substring(unit, unit + 1);
    }

    /**
     * The time that a value tells.
     *
     * @param value the field's value, or null if it is absent; spaces and tabs around it do not count
     * @return zero or more, at most about 292 years; null if the field is absent or its value is not of this form: empty, signed,
     *     with other digits than 0 to 9, with more than 18 of them (8 in gRPC's form), or several values in one
     */
    public @Nullable Duration read(@Nullable String value) {
        String text = value == null ? "" : withoutSpace(value);
        if (!grpc) {
            return duration(text, MOST_DIGITS, TimeUnit.MILLISECONDS);
        }
        int last = text.length() - 1;
        int unit = last < 0 ? -1 : GRPC_UNITS.indexOf(text.charAt(last));
        return unit < 0 ? null : duration(text.substring(0, last), MOST_GRPC_DIGITS, GRPC_LENGTHS[unit]);
    }

    private static @Nullable Duration duration(String digits, int most, TimeUnit unit) {
        if (digits.isEmpty() || digits.length() > most) {
            return null;
        }
        for (int i = 0; i < digits.length(); i++) {
            if (digits.charAt(i) < '0' || digits.charAt(i) > '9') {
                return null;
            }
        }
        // Stops at the end of long.
        return Duration.ofNanos(unit.toNanos(Long.parseLong(digits)));
    }

    /** Around a field's value there may be spaces and tabs (RFC 9110 §5.5), which not every server takes away. */
    static String withoutSpace(String value) {
        int start = 0;
        int end = value.length();
        while (start < end && isSpace(value.charAt(start))) {
            start++;
        }
        while (end > start && isSpace(value.charAt(end - 1))) {
            end--;
        }
        return value.substring(start, end);
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t';
    }

    @Override
    public String toString() {
        return name + (grpc ? " in gRPC's form" : " in milliseconds");
    }
}
