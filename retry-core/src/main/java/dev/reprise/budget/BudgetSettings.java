package dev.reprise.budget;

import dev.reprise.internal.math.Nanos;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How large a {@link RetryBudget} is: a share of the calls of a sliding window, and a floor that does not depend on
 * them. Start from {@link #DEFAULT} and change what needs changing:
 *
 * <pre>{@code
 * BudgetSettings.DEFAULT.ratio(0.2).floor(5)
 * }</pre>
 *
 * <p>Immutable and safe for use by several threads. The methods that change a setting return a new instance.
 */
public final class BudgetSettings {

    /**
     * One retry for ten calls: a service that is down for everybody gets a tenth more load, where three attempts each
     * would triple it.
     */
    public static final double DEFAULT_RATIO = 0.1;

    /** Ten retries that need no calls to earn them: a client that calls once a minute may still repeat its call. */
    public static final int DEFAULT_FLOOR = 10;

    /** 10 s: long enough to see the calls that earn a retry, short enough to forget an outage when it is over. */
    public static final Duration DEFAULT_WINDOW = Duration.ofSeconds(10);

    /** What a policy uses when nothing is said: 10 % of the calls of the last 10 s, and 10 retries on top. */
    public static final BudgetSettings DEFAULT =
            new BudgetSettings(perMillion(DEFAULT_RATIO), DEFAULT_FLOOR, Nanos.saturated(DEFAULT_WINDOW), false);

    /** The shortest window, 1 s: a shorter one hardly sees a call to take its share of. */
    public static final Duration SHORTEST_WINDOW = Duration.ofSeconds(1);

    /** The longest window, 1 h: a longer one would let the calls of a quiet morning pay for a storm at noon. */
    public static final Duration LONGEST_WINDOW = Duration.ofHours(1);

    private static final int MILLION = 1_000_000;
    private static final BudgetSettings UNLIMITED = new BudgetSettings(0, 0, Nanos.saturated(DEFAULT_WINDOW), true);
    private static final BudgetSettings NONE = new BudgetSettings(0, 0, Nanos.saturated(DEFAULT_WINDOW), false);

    private final int ratioPerMillion;
    private final int floor;
    private final long windowNanos;
    private final boolean unlimited;

    private BudgetSettings(int ratioPerMillion, int floor, long windowNanos, boolean unlimited) {
        this.ratioPerMillion = ratioPerMillion;
        this.floor = floor;
        this.windowNanos = windowNanos;
        this.unlimited = unlimited;
    }

    /**
     * Retries without a bound. For tests, and for a client whose number of attempts is bound enough.
     *
     * @return settings whose budget grants every retry
     */
    public static BudgetSettings unlimited() {
        return UNLIMITED;
    }

    /**
     * No retries at all: a ratio and a floor of zero.
     *
     * @return settings whose budget grants no retry
     */
    public static BudgetSettings none() {
        return NONE;
    }

    /**
     * Changes which share of the window's calls may be repeated. The share is kept in whole parts per million, and what it
     * grants is rounded down to whole retries, so that nothing is lost or gained by floating point.
     *
     * @param ratio from 0 to 1, rounded to the nearest 0.000001; 0.1 grants one retry for ten calls
     * @return these settings with another ratio
     * @throws IllegalArgumentException if {@code ratio} is out of range, or if these settings are unlimited
     */
    public BudgetSettings ratio(double ratio) {
        requireLimited("ratio", ratio);
        return new BudgetSettings(perMillion(ratio), floor, windowNanos, false);
    }

    /**
     * Changes how many retries are granted in each window whatever the number of calls.
     *
     * @param retries zero or more
     * @return these settings with another floor
     * @throws IllegalArgumentException if {@code retries} is negative, or if these settings are unlimited
     */
    public BudgetSettings floor(int retries) {
        requireLimited("floor", retries);
        if (retries < 0) {
            throw new IllegalArgumentException("the retry budget's floor must not be negative, was " + retries);
        }
        return new BudgetSettings(ratioPerMillion, retries, windowNanos, false);
    }

    /**
     * Changes how long a call earns and a retry costs.
     *
     * @param window from {@link #SHORTEST_WINDOW} to {@link #LONGEST_WINDOW}
     * @return these settings with another window
     * @throws IllegalArgumentException if {@code window} is out of range, or if these settings are unlimited
     */
    public BudgetSettings window(Duration window) {
        Objects.requireNonNull(window, "window must not be null");
        requireLimited("window", Nanos.text(Nanos.saturated(window)));
        if (window.compareTo(SHORTEST_WINDOW) < 0 || window.compareTo(LONGEST_WINDOW) > 0) {
            throw new IllegalArgumentException(
                    "the retry budget's window must be from 1 s to 1 h, was " + Nanos.text(Nanos.saturated(window)));
        }
        return new BudgetSettings(ratioPerMillion, floor, Nanos.saturated(window), false);
    }

    private void requireLimited(String setting, Object value) {
        if (unlimited) {
            throw new IllegalArgumentException(
                    "an unlimited retry budget has no " + setting + ", so " + value + " would have no effect");
        }
    }

    private static int perMillion(double ratio) {
        if (!(ratio >= 0 && ratio <= 1)) {
            throw new IllegalArgumentException("the retry budget's ratio must be from 0 to 1, was " + ratio
                    + (ratio > 1 ? "; a budget without a bound is unlimited()" : ""));
        }
        // By its decimal digits, since 0.1 the double is not a tenth.
        return BigDecimal.valueOf(ratio)
                .movePointRight(6)
                .setScale(0, RoundingMode.HALF_UP)
                .intValueExact();
    }

    /**
     * The share of the window's calls that may be repeated.
     *
     * @return from 0 to 1; 0 if unlimited
     */
    public double ratio() {
        return ratioPerMillion / (double) MILLION;
    }

    /**
     * The retries of each window that need no calls.
     *
     * @return zero or more; zero if unlimited
     */
    public int floor() {
        return floor;
    }

    /**
     * How long a call earns and a retry costs.
     *
     * @return from {@link #SHORTEST_WINDOW} to {@link #LONGEST_WINDOW}
     */
    public Duration window() {
        return Duration.ofNanos(windowNanos);
    }

    /**
     * Whether every retry is granted.
     *
     * @return true only for {@link #unlimited()}
     */
    public boolean isUnlimited() {
        return unlimited;
    }

    long windowNanos() {
        return windowNanos;
    }

    /** Whether it matters how many calls there are. */
    boolean growsWithCalls() {
        return ratioPerMillion > 0;
    }

    /** How many retries this many calls are good for, the floor included. */
    long retriesFor(long calls) {
        // Whole millions and the rest apart: the product of both would leave long for a very large number of calls.
        long earned = calls / MILLION * ratioPerMillion + calls % MILLION * ratioPerMillion / MILLION;
        return floor + earned;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof BudgetSettings that
                && ratioPerMillion == that.ratioPerMillion
                && floor == that.floor
                && windowNanos == that.windowNanos
                && unlimited == that.unlimited;
    }

    @Override
    public int hashCode() {
        return Objects.hash(ratioPerMillion, floor, windowNanos, unlimited);
    }

    /**
     * Describes the budget in words.
     *
     * @return for example {@code 10 % of the calls of the last 10 s and 10 retries}
     */
    @Override
    public String toString() {
        if (unlimited) {
            return "unlimited";
        }
        if (ratioPerMillion == 0 && floor == 0) {
            return "none";
        }
        String percent =
                BigDecimal.valueOf(ratioPerMillion, 4).stripTrailingZeros().toPlainString();
        return percent + " % of the calls of the last " + Nanos.text(windowNanos) + " and " + floor + " retries";
    }
}
