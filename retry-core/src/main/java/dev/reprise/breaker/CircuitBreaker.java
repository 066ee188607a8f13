package dev.reprise.breaker;

import dev.reprise.internal.math.Nanos;
import dev.reprise.time.RandomSource;
import dev.reprise.time.Ticker;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses attempts for a while when too many have failed. Each attempt is one entry: it takes a permit before it starts and
 * ends it with what it told.
 *
 * <pre>{@code
 * Permit permit = breaker.tryAcquire();
 * if (permit == null) {
 *     return refused();
 * }
 * }</pre>
 *
 * <p><b>Closed</b>, it admits everything, and opens on the failure that reaches the settings' limit; a success never opens it.
 * <b>Open</b>, it refuses everything until its time is over. <b>Half-open</b>, it admits the set number of probes: when as many
 * have succeeded it closes and starts counting anew; the first that fails opens it again; one that told nothing gives its place
 * to the next; one that is longer under way than the probe limit is given up, so that no lost permit can keep the breaker
 * half-open for good.
 *
 * <p>Unknown outcomes are failures, and are counted apart. Neutral results neither reset nor dilute the failures.
 *
 * <p><b>Cost.</b> While the service is healthy, a permit is one object of some 24 bytes, no clock is read and nothing shared is
 * written. A refusal reads the clock and allocates nothing. There is no lock. Only the monotonic ticker is read; setting the
 * wall clock has no effect.
 *
 * <p>Safe for use by several threads.
 */
public final class CircuitBreaker {

    /** What a breaker does with attempts. */
    public enum State {
        /** Attempts are admitted. */
        CLOSED,
        /** Attempts are refused. */
        OPEN,
        /** A few attempts are admitted as probes, all others are refused. */
        HALF_OPEN
    }

    private static final Logger LOG = LoggerFactory.getLogger(CircuitBreaker.class);
    private static final BreakerListener NOBODY = (from, to) -> {};
    private static final AtomicReferenceFieldUpdater<CircuitBreaker, Phase> PHASE =
            AtomicReferenceFieldUpdater.newUpdater(CircuitBreaker.class, Phase.class, "phase");

    private final BreakerSettings settings;
    private final Ticker ticker;
    private final RandomSource random;
    private final BreakerListener listener;
    private volatile Phase phase;

    private CircuitBreaker(BreakerSettings settings, Ticker ticker, RandomSource random, BreakerListener listener) {
        this.settings = settings;
        this.ticker = ticker;
        this.random = random;
        this.listener = listener;
        phase = new Closed(this);
    }

    /**
     * A closed breaker on the system's monotonic clock, whose changes nobody is told of.
     *
     * @param settings when it opens and closes
     * @return a new breaker
     */
    public static CircuitBreaker of(BreakerSettings settings) {
        return of(settings, Ticker.system(), RandomSource.system(), NOBODY);
    }

    /**
     * A closed breaker.
     *
     * @param settings when it opens and closes
     * @param ticker the clock
     * @param random where the jitter of the open time comes from; drawn from once for each opening
     * @param listener is told of every change of state
     * @return a new breaker
     */
    public static CircuitBreaker of(
            BreakerSettings settings, Ticker ticker, RandomSource random, BreakerListener listener) {
        return new CircuitBreaker(
                Objects.requireNonNull(settings, "settings must not be null"),
                Objects.requireNonNull(ticker, "ticker must not be null"),
                Objects.requireNonNull(random, "random must not be null"),
                Objects.requireNonNull(listener, "listener must not be null"));
    }

    /**
     * The breaker's settings.
     *
     * @return what it was made from
     */
    public BreakerSettings settings() {
        return settings;
    }

    /**
     * Asks for admission. Never waits. In an open breaker whose time is over this begins the half-open state.
     *
     * @return a permit that must be ended, or null if the attempt is refused
     */
    public @Nullable Permit tryAcquire() {
        while (true) {
            Phase now = phase;
            if (now instanceof Closed closed) {
                return new CallPermit(closed);
            }
            long nanos = ticker.nanos();
            if (now instanceof HalfOpen halfOpen) {
                return halfOpen.tryAcquire(nanos);
            }
            Open open = (Open) now;
            if (open.remainingNanos(nanos) > 0) {
                return null;
            }
            // The first probe is taken before anybody else can see the new state.
            HalfOpen next = new HalfOpen(this, open.counts());
            Permit first = next.tryAcquire(nanos);
            if (change(open, next)) {
                return first;
            }
        }
    }

    /**
     * Whether an attempt would be refused at this moment. Takes no permit and changes nothing.
     *
     * @return true if open, or half-open with no place for a probe
     */
    public boolean isOpen() {
        Phase now = phase;
        if (now instanceof Closed) {
            return false;
        }
        long nanos = ticker.nanos();
        return now instanceof HalfOpen halfOpen ? halfOpen.refuses(nanos) : ((Open) now).remainingNanos(nanos) > 0;
    }

    /**
     * The state. An open breaker whose time is over is reported as half-open, although the listener is told only when the
     * first probe is admitted.
     *
     * @return the state at this moment
     */
    public State state() {
        return snapshot().state();
    }

    /**
     * What the breaker looks like.
     *
     * @return state and numbers at this moment
     */
    public BreakerSnapshot snapshot() {
        Phase now = phase;
        long left = now instanceof Open open ? Math.max(0, open.remainingNanos(ticker.nanos())) : 0;
        State state = now instanceof Open && left == 0 ? State.HALF_OPEN : state(now);
        Counts counts = now.counts();
        return new BreakerSnapshot(
                state,
                counts.calls(),
                counts.failures(),
                counts.unknowns(),
                counts.lastFailure(),
                Duration.ofNanos(left));
    }

    Open open(Counts counts) {
        long length = settings.openNanos();
        return new Open(counts, ticker.nanos(), length + (long) (length * settings.openJitter() * chance()));
    }

    private double chance() {
        try {
            return Math.max(0, Math.min(1, random.nextDouble()));
        } catch (RuntimeException problem) {
            // A permit must end whatever chance does, or the breaker would miss a failure.
            LOG.debug(
                    "A breaker's source of chance threw {}", problem.getClass().getName());
            return 0;
        }
    }

    boolean change(Phase from, Phase to) {
        boolean changed = PHASE.compareAndSet(this, from, to);
        if (changed) {
            tell(state(from), state(to));
        }
        return changed;
    }

    private void tell(State from, State to) {
        try {
            listener.stateChanged(from, to);
        } catch (Throwable problem) {
            LOG.debug("A breaker listener threw {}", problem.getClass().getName());
        }
    }

    private static State state(Phase phase) {
        if (phase instanceof Closed) {
            return State.CLOSED;
        }
        return phase instanceof Open ? State.OPEN : State.HALF_OPEN;
    }

    /**
     * Tells the state and why.
     *
     * @return for example {@code circuit breaker open for another 12 s: 5 of 8 calls failed, 2 of them unknown, the last with
     *     HTTP 503}
     */
    @Override
    public String toString() {
        BreakerSnapshot now = snapshot();
        String state =
                switch (now.state()) {
                    case CLOSED -> "closed";
                    case OPEN -> "open for another " + Nanos.text(Nanos.saturated(now.untilHalfOpen()));
                    case HALF_OPEN -> "half-open";
                };
        return "circuit breaker " + state + ": " + now.failures() + " of " + now.calls() + " calls failed, "
                + now.unknowns() + " of them unknown"
                + (now.lastFailure() == null ? "" : ", the last with " + now.lastFailure());
    }
}
