package dev.reprise.backoff;

import dev.reprise.backoff.Growth.Custom;
import dev.reprise.backoff.Growth.Exponential;
import dev.reprise.backoff.Growth.Fixed;
import dev.reprise.internal.math.Nanos;
import dev.reprise.time.RandomSource;
import java.time.Duration;
import java.util.Objects;

/**
 * How long to pause before each retry. Start from {@link #exponential(Duration, Duration)}, {@link #fixed(Duration)},
 * {@link #custom(BackoffFunction)} or {@link #none()} and choose a jitter:
 *
 * <pre>{@code
 * Backoff.exponential(Duration.ofMillis(200), Duration.ofSeconds(5)).fullJitter()
 * }</pre>
 *
 * <p>No factory chooses a jitter by itself; {@link #DEFAULT}, which a policy uses when nothing is said, has full
 * jitter. Prefer a jitter wherever more than one client calls the same service: without one, all that failed together
 * return together.
 *
 * <p>Whatever the settings and the retry number, a pause is never negative, never above the cap, and never overflows.
 * Jitter survives at the cap: pauses that have reached it still differ from each other.
 *
 * <p>Immutable and safe for use by several threads, as long as a custom function is. The methods that change a setting
 * return a new instance. Times are kept in nanoseconds; anything beyond 292 years counts as 292 years.
 */
public final class Backoff {

    /** By what an exponential pause grows unless {@link #factor(double)} says otherwise: 2, it doubles. */
    public static final double DEFAULT_FACTOR = 2.0;

    /**
     * What the pauses of {@link #exponential(Duration)} never exceed: 24 hours. Long enough never to be meant as a
     * pause inside a call, short enough to stay a sane number.
     */
    public static final Duration UNCAPPED_MAXIMUM = Duration.ofHours(24);

    /**
     * What a policy uses when nothing is said: exponential from 200 ms, doubling up to 5 s, with full jitter. The first
     * three pauses add up to at most 1.4 s and to 0.7 s on average, which a waiting user bears.
     */
    public static final Backoff DEFAULT =
            exponential(Duration.ofMillis(200), Duration.ofSeconds(5)).fullJitter();

    private static final double DECORRELATED_FACTOR = 3.0;

    private final Growth growth;
    private final long capNanos;
    private final Jitter jitter;
    private final long spreadNanos;

    private Backoff(Growth growth, long capNanos, Jitter jitter, long spreadNanos) {
        if (capNanos < growth.baseNanos()) {
            throw new IllegalArgumentException("the backoff's cap of " + Nanos.text(capNanos)
                    + " must not be below its base of " + Nanos.text(growth.baseNanos()));
        }
        if (spreadNanos > capNanos) {
            throw new IllegalArgumentException("the additive jitter's spread of " + Nanos.text(spreadNanos)
                    + " must not be above the backoff's cap of " + Nanos.text(capNanos));
        }
        if (jitter == Jitter.DECORRELATED) {
            requireOwnGrowth(growth);
        }
        this.growth = growth;
        this.capNanos = capNanos;
        this.jitter = jitter;
        this.spreadNanos = spreadNanos;
    }

    private static void requireOwnGrowth(Growth growth) {
        if (!(growth instanceof Exponential exponential)) {
            throw new IllegalArgumentException(
                    "decorrelated jitter needs an exponential backoff, this one is: " + growth);
        }
        if (exponential.factor() != DEFAULT_FACTOR) {
            throw new IllegalArgumentException("decorrelated jitter grows by a rule of its own, the factor "
                    + exponential.factor() + " would have no effect");
        }
    }

    /**
     * No pause at all: every retry goes out at once.
     *
     * @return a backoff whose pauses are zero
     */
    public static Backoff none() {
        return fixed(Duration.ZERO);
    }

    /**
     * The same pause before every retry.
     *
     * @param delay the pause, zero or longer
     * @return a backoff without cap and without jitter
     * @throws IllegalArgumentException if {@code delay} is negative
     */
    public static Backoff fixed(Duration delay) {
        return new Backoff(new Fixed(notNegative(delay, "delay")), Long.MAX_VALUE, Jitter.NONE, 0);
    }

    /**
     * Pauses that double from retry to retry until they reach the cap: {@code min(cap, base * 2^(retry - 1))}.
     *
     * @param base the pause before the first retry, zero or longer
     * @param cap what no pause exceeds, {@code base} or longer
     * @return a backoff without jitter
     * @throws IllegalArgumentException if {@code base} is negative or {@code cap} is below it
     */
    public static Backoff exponential(Duration base, Duration cap) {
        Growth growth = new Exponential(notNegative(base, "base"), DEFAULT_FACTOR);
        return new Backoff(growth, notNegative(cap, "cap"), Jitter.NONE, 0);
    }

    /**
     * Pauses that double from retry to retry until they reach {@link #UNCAPPED_MAXIMUM}.
     *
     * @param base the pause before the first retry, from zero to {@link #UNCAPPED_MAXIMUM}
     * @return a backoff without jitter
     * @throws IllegalArgumentException if {@code base} is negative or above {@link #UNCAPPED_MAXIMUM}
     */
    public static Backoff exponential(Duration base) {
        return exponential(base, UNCAPPED_MAXIMUM);
    }

    /**
     * Pauses that a function computes.
     *
     * @param function gives the pause before each retry; asked again for every call
     * @return a backoff without cap and without jitter
     */
    public static Backoff custom(BackoffFunction function) {
        Objects.requireNonNull(function, "function must not be null");
        return new Backoff(new Custom(function), Long.MAX_VALUE, Jitter.NONE, 0);
    }

    /**
     * Changes by what an exponential backoff grows from retry to retry.
     *
     * @param factor a finite number, 1 or larger
     * @return this backoff with another factor
     * @throws IllegalArgumentException if {@code factor} is below 1 or not finite, if this backoff is not
     *     exponential, or if its jitter is decorrelated, which grows by a rule of its own
     */
    public Backoff factor(double factor) {
        if (!(factor >= 1.0) || Double.isInfinite(factor)) {
            throw new IllegalArgumentException("factor must be a finite number of at least 1, was " + factor);
        }
        if (!(growth instanceof Exponential)) {
            throw new IllegalArgumentException("factor needs an exponential backoff, this one is: " + growth);
        }
        return new Backoff(new Exponential(growth.baseNanos(), factor), capNanos, jitter, spreadNanos);
    }

    /**
     * Changes what no pause exceeds, jitter included.
     *
     * @param cap the longest pause, not below the base or fixed delay and not below an additive jitter's spread
     * @return this backoff with another cap
     * @throws IllegalArgumentException if {@code cap} is too short
     */
    public Backoff cap(Duration cap) {
        return new Backoff(growth, notNegative(cap, "cap"), jitter, spreadNanos);
    }

    /**
     * Takes chance out. For tests, and for a client that is alone with its server.
     *
     * @return this backoff without jitter
     */
    public Backoff noJitter() {
        return new Backoff(growth, capNanos, Jitter.NONE, 0);
    }

    /**
     * Spreads each pause over everything from zero to its full length: {@code random * e}. Gives the server the most
     * even load of all jitters.
     *
     * @return this backoff with full jitter
     */
    public Backoff fullJitter() {
        return new Backoff(growth, capNanos, Jitter.FULL, 0);
    }

    /**
     * Spreads each pause over the upper half of its length: {@code e * (0.5 + 0.5 * random)}. For callers that want a
     * certain shortest pause.
     *
     * @return this backoff with equal jitter
     */
    public Backoff equalJitter() {
        return new Backoff(growth, capNanos, Jitter.EQUAL, 0);
    }

    /**
     * Lets each pause grow from the one before it instead of from the retry number: evenly from the base to the smaller
     * of the cap and three times the previous pause, which for the first retry counts as the base. The cap bounds the
     * range, not the drawn value, so that capped pauses do not all fall on the cap itself.
     *
     * @return this backoff with decorrelated jitter
     * @throws IllegalArgumentException if this backoff is not exponential, or has a factor other than
     *     {@link #DEFAULT_FACTOR}, which would have no effect
     */
    public Backoff decorrelatedJitter() {
        return new Backoff(growth, capNanos, Jitter.DECORRELATED, 0);
    }

    /**
     * Adds a random part to each pause: {@code e + [0, spread)}. Where that would pass the cap, {@code e} is
     * shortened to {@code cap - spread}, so that the pause stays below the cap and keeps its spread.
     *
     * @param spread the width of the random part, from zero to the cap
     * @return this backoff with additive jitter
     * @throws IllegalArgumentException if {@code spread} is negative or above the cap
     */
    public Backoff additiveJitter(Duration spread) {
        return new Backoff(growth, capNanos, Jitter.ADDITIVE, notNegative(spread, "spread"));
    }

    /**
     * The pause before a retry. Draws exactly one number from {@code random}, whatever the length of the pause, or none
     * without jitter; a seeded source therefore gives a sequence that repeats. A source that leaves its range cannot
     * push the pause out of its own.
     *
     * @param retry which retry, from 1
     * @param previousNanos what this method returned for the retry before, in nanoseconds; not read for the first
     *     retry, nor by any jitter but the decorrelated one
     * @param random where chance comes from
     * @return nanoseconds, from zero to the cap
     * @throws IllegalArgumentException if {@code retry} is below 1
     * @throws IllegalStateException if a custom function fails, or returns null or a negative duration
     */
    public long delayNanos(int retry, long previousNanos, RandomSource random) {
        long raw = rawNanos(retry);
        return switch (jitter) {
            case NONE -> raw;
            case FULL -> part(raw, random);
            case EQUAL -> raw - raw / 2 + part(raw / 2, random);
            case DECORRELATED -> {
                long base = growth.baseNanos();
                long previous = retry == 1 ? base : Math.max(base, previousNanos);
                long end = Math.min(capNanos, Growth.grown(previous, DECORRELATED_FACTOR, 1));
                yield base + part(end - base, random);
            }
            case ADDITIVE -> Math.min(raw, capNanos - spreadNanos) + part(spreadNanos, random);
        };
    }

    /**
     * The longest pause that {@link #delayNanos} can give before a retry; without jitter, the pause.
     *
     * @param retry which retry, from 1
     * @return a duration from zero to the cap
     * @throws IllegalArgumentException if {@code retry} is below 1
     * @throws IllegalStateException if a custom function fails, or returns null or a negative duration
     */
    public Duration longestDelay(int retry) {
        long raw = rawNanos(retry);
        return Duration.ofNanos(
                switch (jitter) {
                    case NONE, FULL, EQUAL -> raw;
                    case DECORRELATED ->
                        Math.min(capNanos, Growth.grown(growth.baseNanos(), DECORRELATED_FACTOR, retry));
                    case ADDITIVE -> Math.min(raw, capNanos - spreadNanos) + spreadNanos;
                });
    }

    private long rawNanos(int retry) {
        if (retry < 1) {
            throw new IllegalArgumentException("retry counts from 1, was " + retry);
        }
        return Math.min(capNanos, growth.nanos(retry));
    }

    private static long part(long width, RandomSource random) {
        long part = (long) (random.nextDouble() * width);
        return Math.max(0, Math.min(width, part));
    }

    private static long notNegative(Duration value, String name) {
        Objects.requireNonNull(value, name + " must not be null");
        if (value.isNegative()) {
            throw new IllegalArgumentException(
                    name + " must not be negative, was " + Nanos.text(Nanos.saturated(value)));
        }
        return Nanos.saturated(value);
    }

    /**
     * Describes the pauses in words.
     *
     * @return for example {@code exponential from 200 ms by factor 2.0 up to 5 s, full jitter}
     */
    @Override
    public String toString() {
        String cap = capNanos == Long.MAX_VALUE ? "" : " up to " + Nanos.text(capNanos);
        String spread = jitter == Jitter.ADDITIVE ? Nanos.text(spreadNanos) : "";
        return growth + cap + ", " + jitter + spread;
    }
}
