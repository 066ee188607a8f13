package dev.reprise.breaker;

import dev.reprise.breaker.Trip.InARow;
import dev.reprise.breaker.Trip.Rate;
import dev.reprise.internal.math.Nanos;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * When a {@link CircuitBreaker} opens and how it closes again. Start from {@link #DEFAULT},
 * {@link #consecutiveFailures(int)} or {@link #failureRate(double, int, int)} and change what needs changing:
 *
 * <pre>{@code
 * BreakerSettings.consecutiveFailures(5).openFor(Duration.ofSeconds(10))
 * }</pre>
 *
 * <p>Immutable and safe for use by several threads. The methods that change a setting return a new instance.
 */
public final class BreakerSettings {

    /** 30 s: long enough for a restart, short enough that nobody has to close a breaker by hand. */
    public static final Duration DEFAULT_OPEN_FOR = Duration.ofSeconds(30);

    /** Up to 10 % on top of the open time, so that clients which saw the same outage do not probe together. */
    public static final double DEFAULT_OPEN_JITTER = 0.1;

    /** One probe: a service that is only just coming back is not met by a crowd. */
    public static final int DEFAULT_HALF_OPEN_PROBES = 1;

    /** 60 s: longer than an attempt takes within the default deadline, so that only a probe that was lost is given up. */
    public static final Duration DEFAULT_PROBE_LIMIT = Duration.ofSeconds(60);

    /** Half of the last ten calls, judged from five calls on: quick to notice an outage, deaf to a single failure. */
    public static final BreakerSettings DEFAULT = failureRate(0.5, 10, 5);

    /** The longest time a breaker may stay open, and the longest limit of a probe: 24 h. */
    public static final Duration LONGEST_TIME = Duration.ofHours(24);

    /** The most probes of a half-open breaker: 100. */
    public static final int MOST_PROBES = 100;

    /** The most calls that a failure rate can look back on: 1,000. */
    public static final int MOST_CALLS = 1_000;

    private final Trip trip;
    private final long openNanos;
    private final double openJitter;
    private final int halfOpenProbes;
    private final long probeNanos;

    private BreakerSettings(Trip trip, long openNanos, double openJitter, int halfOpenProbes, long probeNanos) {
        this.trip = trip;
        this.openNanos = openNanos;
        this.openJitter = openJitter;
        this.halfOpenProbes = halfOpenProbes;
        this.probeNanos = probeNanos;
    }

    private static BreakerSettings opensAfter(Trip trip) {
        return new BreakerSettings(
                trip,
                Nanos.saturated(DEFAULT_OPEN_FOR),
                DEFAULT_OPEN_JITTER,
                DEFAULT_HALF_OPEN_PROBES,
                Nanos.saturated(DEFAULT_PROBE_LIMIT));
    }

    /**
     * Opens after failures that no success has interrupted.
     *
     * @param failures how many, 1 or more
     * @return settings with everything else at its default
     * @throws IllegalArgumentException if {@code failures} is below 1
     */
    public static BreakerSettings consecutiveFailures(int failures) {
        return opensAfter(new InARow(atLeastOne(failures, "number of consecutive failures")));
    }

    /**
     * Opens on a failure with which a share of the last calls has failed. Before {@code lastCalls} results have come in, the
     * share is that of those which have.
     *
     * @param ratio the share, above 0 up to 1, rounded to the nearest 0.000001 and never to zero
     * @param lastCalls how many calls to look back on, from 1 to {@link #MOST_CALLS}
     * @param minimumCalls how many results there must be before the share means anything, from 1 to {@code lastCalls}
     * @return settings with everything else at its default
     * @throws IllegalArgumentException if an argument is out of range
     */
    public static BreakerSettings failureRate(double ratio, int lastCalls, int minimumCalls) {
        int perMillion = perMillion(ratio);
        atLeastOne(lastCalls, "number of last calls");
        atLeastOne(minimumCalls, "minimum number of calls");
        if (lastCalls > MOST_CALLS) {
            throw new IllegalArgumentException(
                    "the breaker's number of last calls must not be above " + MOST_CALLS + ", was " + lastCalls);
        }
        if (minimumCalls > lastCalls) {
            throw new IllegalArgumentException("the breaker's minimum number of calls of " + minimumCalls
                    + " must not be above its number of last calls of " + lastCalls);
        }
        return opensAfter(new Rate(perMillion, lastCalls, minimumCalls));
    }

    /**
     * Changes how long an open breaker refuses before it lets a probe through, jitter not included.
     *
     * @param duration longer than zero, up to {@link #LONGEST_TIME}
     * @return these settings with another open time
     * @throws IllegalArgumentException if {@code duration} is out of range
     */
    public BreakerSettings openFor(Duration duration) {
        return new BreakerSettings(trip, nanos(duration, "open time"), openJitter, halfOpenProbes, probeNanos);
    }

    /**
     * Changes how much chance may add to the open time. It never shortens it.
     *
     * @param share from 0 (none) to 1 (up to twice the open time)
     * @return these settings with another jitter
     * @throws IllegalArgumentException if {@code share} is out of range
     */
    public BreakerSettings openJitter(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException(
                    "the breaker's jitter of the open time must be from 0 to 1, was " + share);
        }
        return new BreakerSettings(trip, openNanos, share, halfOpenProbes, probeNanos);
    }

    /**
     * Changes how many probes a half-open breaker admits, and so how many successes close it.
     *
     * @param probes from 1 to 100
     * @return these settings with another number of probes
     * @throws IllegalArgumentException if {@code probes} is out of range
     */
    public BreakerSettings halfOpenProbes(int probes) {
        if (atLeastOne(probes, "number of half-open probes") > MOST_PROBES) {
            throw new IllegalArgumentException(
                    "the breaker's number of half-open probes must not be above " + MOST_PROBES + ", was " + probes);
        }
        return new BreakerSettings(trip, openNanos, openJitter, probes, probeNanos);
    }

    /**
     * Changes after which time a probe is given up: its place goes to the next attempt, and its own result will be ignored.
     * Set it above the longest time that an attempt may take, or a slow service is never found healthy.
     *
     * @param limit longer than zero, up to {@link #LONGEST_TIME}
     * @return these settings with another probe limit
     * @throws IllegalArgumentException if {@code limit} is out of range
     */
    public BreakerSettings probeLimit(Duration limit) {
        return new BreakerSettings(trip, openNanos, openJitter, halfOpenProbes, nanos(limit, "probe limit"));
    }

    /**
     * After which time a probe is given up.
     *
     * @return longer than zero, up to {@link #LONGEST_TIME}
     */
    public Duration probeLimit() {
        return Duration.ofNanos(probeNanos);
    }

    private static int atLeastOne(int value, String setting) {
        if (value < 1) {
            throw new IllegalArgumentException("the breaker's " + setting + " must be at least 1, was " + value);
        }
        return value;
    }

    private static int perMillion(double ratio) {
        if (!(ratio > 0 && ratio <= 1)) {
            throw new IllegalArgumentException(
                    "the breaker's failure rate must be above 0 and at most 1, was " + ratio);
        }
        // By its decimal digits, since 0.1 the double is not a tenth.
        int nearest = BigDecimal.valueOf(ratio)
                .movePointRight(6)
                .setScale(0, RoundingMode.HALF_UP)
                .intValueExact();
        // A rate of zero would open a breaker that has not seen a failure.
        return Math.max(1, nearest);
    }

    private static long nanos(Duration value, String setting) {
        Objects.requireNonNull(value, "the breaker's " + setting + " must not be null");
        if (value.isZero() || value.isNegative() || value.compareTo(LONGEST_TIME) > 0) {
            throw new IllegalArgumentException("the breaker's " + setting
                    + " must be longer than zero and at most 24 h, was " + Nanos.text(Nanos.saturated(value)));
        }
        return Nanos.saturated(value);
    }

    Trip trip() {
        return trip;
    }

    long openNanos() {
        return openNanos;
    }

    double openJitter() {
        return openJitter;
    }

    int halfOpenProbes() {
        return halfOpenProbes;
    }

    long probeNanos() {
        return probeNanos;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof BreakerSettings that
                && trip.equals(that.trip)
                && openNanos == that.openNanos
                && openJitter == that.openJitter
                && halfOpenProbes == that.halfOpenProbes
                && probeNanos == that.probeNanos;
    }

    @Override
    public int hashCode() {
        return Objects.hash(trip, openNanos, openJitter, halfOpenProbes, probeNanos);
    }

    /**
     * Describes the settings in words.
     *
     * @return for example {@code opens for 30 s (jitter up to 10 %) on 5 failures in a row, 1 probe of at most 60 s}
     */
    @Override
    public String toString() {
        String jitter = BigDecimal.valueOf(openJitter)
                .movePointRight(2)
                .stripTrailingZeros()
                .toPlainString();
        return "opens for " + Nanos.text(openNanos) + " (jitter up to " + jitter + " %) on " + trip + ", "
                + halfOpenProbes + (halfOpenProbes == 1 ? " probe of at most " : " probes of at most ")
                + Nanos.text(probeNanos);
    }
}
