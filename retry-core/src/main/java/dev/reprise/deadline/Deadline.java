package dev.reprise.deadline;

import dev.reprise.internal.math.Nanos;
import dev.reprise.time.Ticker;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The moment by which something has to end, on a monotonic clock: setting the wall clock does not move it.
 *
 * <p>Around several calls, bind it to the thread:
 *
 * <pre>{@code
 * try (Deadline.Scope scope = Deadline.after(Duration.ofSeconds(5)).activate()) {
 *     reserve(order);
 *     pay(order);      // has what reserving left over
 * }
 * }</pre>
 *
 * <p>Immutable and safe for use by several threads. Binding belongs to one thread and is not handed on to threads or
 * tasks that are started inside.
 */
public final class Deadline {

    /** Far below the end of {@code long}, so that no difference of readings can wrap. About 146 years. */
    private static final long LONGEST_NANOS = Long.MAX_VALUE / 2;

    private static final Deadline NONE = new Deadline(null, 0);
    private static final Deadline OVER = new Deadline(() -> 0, 0);

    private final @Nullable Ticker ticker;
    private final long endNanos;

    private Deadline(@Nullable Ticker ticker, long endNanos) {
        this.ticker = ticker;
        this.endNanos = endNanos;
    }

    /**
     * A deadline that counts from now, on the system's monotonic clock.
     *
     * @param duration how long from now, longer than zero; beyond about 146 years it counts as 146 years
     * @return a new deadline
     * @throws IllegalArgumentException if {@code duration} is zero or negative
     */
    public static Deadline after(Duration duration) {
        return after(duration, Ticker.system());
    }

    /**
     * A deadline that counts from now, on a clock of the caller's choice.
     *
     * @param duration how long from now, longer than zero; beyond about 146 years it counts as 146 years
     * @param ticker the clock, read now and each time the deadline is asked
     * @return a new deadline
     * @throws IllegalArgumentException if {@code duration} is zero or negative
     */
    public static Deadline after(Duration duration, Ticker ticker) {
        Objects.requireNonNull(duration, "duration must not be null");
        Objects.requireNonNull(ticker, "ticker must not be null");
        if (duration.isZero() || duration.isNegative()) {
            throw new IllegalArgumentException(
                    "a deadline must be longer than zero, was " + Nanos.text(Nanos.saturated(duration)));
        }
        return new Deadline(ticker, ticker.nanos() + Math.min(LONGEST_NANOS, Nanos.saturated(duration)));
    }

    /**
     * No bound at all.
     *
     * @return the deadline that never comes
     */
    public static Deadline none() {
        return NONE;
    }

    /**
     * A deadline that is over, as one that came with a request may be.
     *
     * @return the deadline at which nothing is left
     */
    public static Deadline over() {
        return OVER;
    }

    /**
     * The deadline that is bound to the calling thread.
     *
     * @return the earliest of those whose scopes are open on this thread, or {@link #none()}
     */
    public static Deadline current() {
        return ActiveScope.current();
    }

    /**
     * Binds this deadline to the calling thread until the scope is closed. Inside an earlier deadline the earlier one
     * goes on to rule: a scope can take time away, never add any.
     *
     * @return the scope, to be closed on the same thread
     */
    public Scope activate() {
        return ActiveScope.open(this);
    }

    /**
     * What is left.
     *
     * @return nanoseconds; zero or below when the deadline is over, {@link Long#MAX_VALUE} if there is none
     */
    public long remainingNanos() {
        return ticker == null ? Long.MAX_VALUE : endNanos - ticker.nanos();
    }

    /**
     * What is left.
     *
     * @return zero when the deadline is over, {@link Long#MAX_VALUE} nanoseconds if there is none
     */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, remainingNanos()));
    }

    /**
     * Whether the time is up.
     *
     * @return true from the moment on at which nothing is left
     */
    public boolean isExpired() {
        return remainingNanos() <= 0;
    }

    /**
     * Whether this deadline comes at all.
     *
     * @return false only for {@link #none()}
     */
    public boolean isBounded() {
        return ticker != null;
    }

    /**
     * The earlier of two deadlines, which may go by different clocks.
     *
     * @param other the deadline to compare with
     * @return the one with less time left at this moment; this one if they are equal
     */
    public Deadline earlier(Deadline other) {
        if (!other.isBounded()) {
            return this;
        }
        if (!isBounded()) {
            return other;
        }
        long lead = ticker == other.ticker ? endNanos - other.endNanos : remainingNanos() - other.remainingNanos();
        return lead <= 0 ? this : other;
    }

    /**
     * Tells what is left.
     *
     * @return for example {@code deadline in 1500 ms}
     */
    @Override
    public String toString() {
        if (!isBounded()) {
            return "no deadline";
        }
        long left = remainingNanos();
        return left <= 0 ? "deadline over" : "deadline in " + Nanos.text(left);
    }

    /** The time during which a deadline is bound to a thread. */
    public interface Scope extends AutoCloseable {

        /**
         * Ends the binding; the deadline around it rules again. Closing twice does nothing. A scope that is closed
         * while one opened inside it is still open ends together with that one.
         *
         * @throws IllegalStateException if called on another thread than the one that opened the scope; nothing changes
         */
        @Override
        void close();
    }
}
