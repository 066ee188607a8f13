package dev.reprise.http;

import dev.reprise.internal.math.Nanos;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the parts of a header field's value. */
final class FieldValue {

    /** Decimal places between seconds and nanoseconds. */
    static final int SECONDS = 9;

    /** Decimal places between milliseconds and nanoseconds. */
    static final int MILLIS = 6;

    private FieldValue() {}

    /**
     * What a line holds: one value, or several where lines have been joined. A comma separates only with a blank
     * beside it, for {@code 1,5} may be a decimal; and a date keeps the comma after its day name.
     */
    static List<String> members(String line) {
        String value = trimmed(line);
        List<String> members = new ArrayList<>(1);
        int start = 0;
        for (int i = 0; i < value.length(); i++) {
            boolean separator = value.charAt(i) == ',' && (isBlankAt(value, i - 1) || isBlankAt(value, i + 1));
            if (separator && !HttpDate.isDayName(trimmed(value.substring(start, i)))) {
                members.add(trimmed(value.substring(start, i)));
                start = i + 1;
            }
        }
        members.add(trimmed(value.substring(start)));
        return members;
    }

    /** Takes off the blanks that do not belong to a value (RFC 9110 §5.5): SP and HTAB, unlike {@code String.trim}. */
    static String trimmed(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isBlank(text.charAt(start))) {
            start++;
        }
        while (end > start && isBlank(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    /**
     * Reads a length of time: digits and, where allowed, a point with more digits.
     *
     * @param unit {@link #SECONDS} or {@link #MILLIS}
     * @return rounded up to nanoseconds, at most {@link Long#MAX_VALUE} of them; null if this is no such number
     */
    static @Nullable Duration duration(String text, int unit, boolean fractionAllowed) {
        int point = text.indexOf('.');
        String whole = point < 0 ? text : text.substring(0, point);
        String fraction = point < 0 ? "" : text.substring(point + 1);
        if (!isDigits(whole) || (point >= 0 && !(fractionAllowed && isDigits(fraction)))) {
            return null;
        }
        long nanos = 0;
        for (int i = 0; i < whole.length(); i++) {
            nanos = appended(nanos, whole.charAt(i));
        }
        for (int i = 0; i < unit; i++) {
            nanos = appended(nanos, i < fraction.length() ? fraction.charAt(i) : '0');
        }
        for (int i = unit; i < fraction.length(); i++) {
            if (fraction.charAt(i) != '0') {
                return Duration.ofNanos(Nanos.saturatedAdd(nanos, 1));
            }
        }
        return Duration.ofNanos(nanos);
    }

    private static long appended(long number, char digit) {
        int value = digit - '0';
        return number > (Long.MAX_VALUE - value) / 10 ? Long.MAX_VALUE : number * 10 + value;
    }

    /** {@code Long.parseLong} would also take a sign, and the digits of every script. */
    private static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty();
    }

    private static boolean isBlankAt(String text, int index) {
        return index >= 0 && index < text.length() && isBlank(text.charAt(index));
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
