package dev.reprise.testkit;

import dev.reprise.time.Sleeper;
import dev.reprise.time.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * Time that stands still until it is told to pass: a ticker and a wall clock that move together, unless a test moves one alone,
 * and a sleeper that notes every pause and lets it pass at once.
 */
public final class FakeTime {

    /** A Wednesday. */
    public static final Instant START = Instant.parse("2025-01-01T00:00:00Z");

    private final List<Duration> sleeps = new ArrayList<>();
    private final long startTicks;
    private long ticks;
    private Instant wall = START;
    private Runnable duringSleep = () -> {};

    /** A ticker that wraps around after an hour, which must not make any difference. */
    public FakeTime() {
        this(Long.MAX_VALUE - Duration.ofHours(1).toNanos());
    }

    public FakeTime(long startTicks) {
        this.startTicks = startTicks;
        this.ticks = startTicks;
    }

    public Ticker ticker() {
        return this::ticks;
    }

    public Clock clock() {
        return new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return wall();
            }
        };
    }

    public Sleeper sleeper() {
        return nanos -> {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            Runnable now;
            synchronized (this) {
                sleeps.add(Duration.ofNanos(nanos));
                now = duringSleep;
            }
            now.run();
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            pass(Duration.ofNanos(nanos));
        };
    }

    /** Something that happens in the middle of every pause. */
    public synchronized FakeTime duringSleep(Runnable what) {
        duringSleep = what;
        return this;
    }

    public synchronized void pass(Duration duration) {
        ticks += duration.toNanos();
        wall = wall.plus(duration);
    }

    /** The wall clock jumps, as after a frozen process wakes up or somebody sets it. */
    public synchronized void jumpWall(Duration duration) {
        wall = wall.plus(duration);
    }

    public synchronized List<Duration> sleeps() {
        return List.copyOf(sleeps);
    }

    /** How much monotonic time passed since the start. */
    public synchronized Duration elapsed() {
        return Duration.ofNanos(ticks - startTicks);
    }

    private synchronized long ticks() {
        return ticks;
    }

    public synchronized Instant wall() {
        return wall;
    }
}
