package dev.reprise.http;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads how long a server wants to be left alone (RFC 9110 §10.2.3, {@code Retry-After}). What it cannot read counts as
 * absent, never as zero and never as an error; what is ambiguous counts as the longest wait it may mean, so that the
 * server's wish is not undercut.
 *
 * <ul>
 *   <li>Seconds are ASCII digits only. A number too large to be kept is a present and very long wait.
 *   <li>All three date forms of RFC 9110 §5.6.7 are read. A date that does not exist, or whose day of the week is
 *       wrong, is absent; one that has passed is a present wait of zero.
 *   <li>A date is measured against the response's own {@code Date}, which came from the same clock, so that the local
 *       clock may be wrong. A {@code Date} further than {@link #FRESH} from the local clock is not believed: it is more
 *       likely a stored response than a wrong clock, and would stretch the wait.
 *   <li>Several values, as lines or as a list with blanks after the commas, are not allowed by the grammar; the longest
 *       readable one counts, and what is unreadable beside it is passed over. A comma without a blank, as in
 *       {@code 1,5}, may be a decimal comma and makes the value unreadable.
 * </ul>
 *
 * <p>All waits fit into nanoseconds: none is longer than about 292 years. Stateless; safe for use by several threads.
 */
public final class RetryAfter {

    /** How far a response's {@code Date} may be from the local clock and still be believed: 24 hours. */
    public static final Duration FRESH = Duration.ofHours(24);

    private RetryAfter() {}

    /** How closely to keep to the grammar of the seconds. */
    public enum Mode {
        /**
         * Reads {@code 1.5} as well, rounded up to whole nanoseconds. The grammar has no fractions, but large services
         * send them, and taking one as absent would undercut the wish. The default.
         */
        LENIENT,

        /** Whole seconds only, as the grammar says: {@code 1.5} is absent. */
        STRICT
    }

    /**
     * Reads all the fields of a response that say when to ask again.
     *
     * <p>A readable millisecond field counts before {@code Retry-After}, since it says the same thing more exactly. It
     * does not if {@code Retry-After} asks for more than rounding to seconds explains: then it says something else, and
     * the longer wait counts. A stored response ({@code Age}, RFC 9111 §5.1) is taken for as old as it says.
     *
     * @param headers gives the values of a field, one for each line, and an empty list for a field that is missing;
     *     must look up names without regard to case
     * @param millisecondNames the vendor fields to look at, for example {@link HeaderNames#RETRY_AFTER_MS}; empty for
     *     none
     * @param clock the wall clock, not read for seconds
     * @param mode how closely to keep to the grammar of {@code Retry-After}
     * @return how long to wait from the receipt of the response, zero or longer, or null if it does not say
     */
    public static @Nullable Duration read(
            Function<String, List<String>> headers, List<String> millisecondNames, Clock clock, Mode mode) {
        Duration exact = null;
        for (String name : millisecondNames) {
            exact = longer(exact, parseMillis(headers.apply(name)));
        }
        ServerClock serverClock =
                new ServerClock(headers.apply(HeaderNames.DATE), headers.apply(HeaderNames.AGE), clock);
        Duration standard = parse(headers.apply(HeaderNames.RETRY_AFTER), serverClock, mode);
        if (exact == null || standard == null) {
            return exact == null ? standard : exact;
        }
        boolean sameWish = standard.minus(exact).compareTo(Duration.ofSeconds(1)) < 0;
        return sameWish ? exact : standard;
    }

    /**
     * Reads {@code Retry-After}.
     *
     * @param values the field's values, one for each line; empty if it is missing
     * @param dates the values of the response's {@code Date}; empty if it is missing
     * @param clock the wall clock, not read for seconds
     * @param mode how closely to keep to the grammar
     * @return how long to wait from the receipt of the response, zero or longer, or null if it does not say
     */
    public static @Nullable Duration parse(List<String> values, List<String> dates, Clock clock, Mode mode) {
        return parse(values, new ServerClock(dates, List.of(), clock), mode);
    }

    private static @Nullable Duration parse(List<String> values, ServerClock serverClock, Mode mode) {
        Objects.requireNonNull(mode, "mode must not be null");
        Duration longest = null;
        for (String line : values) {
            for (String member : FieldValue.members(line)) {
                Duration seconds = FieldValue.duration(member, FieldValue.SECONDS, mode == Mode.LENIENT);
                longest = longer(longest, seconds != null ? seconds : serverClock.until(member));
            }
        }
        return longest;
    }

    /**
     * Reads a vendor's field in milliseconds. A fraction is read and rounded up to whole nanoseconds.
     *
     * @param values the field's values, one for each line; empty if it is missing
     * @return how long to wait from the receipt of the response, zero or longer, or null if it does not say
     */
    public static @Nullable Duration parseMillis(List<String> values) {
        Duration longest = null;
        for (String line : values) {
            for (String member : FieldValue.members(line)) {
                longest = longer(longest, FieldValue.duration(member, FieldValue.MILLIS, true));
            }
        }
        return longest;
    }

    private static @Nullable Duration longer(@Nullable Duration a, @Nullable Duration b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return a.compareTo(b) >= 0 ? a : b;
    }
}
