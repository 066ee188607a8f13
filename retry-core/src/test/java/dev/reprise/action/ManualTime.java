package dev.reprise.action;

import dev.reprise.time.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Wall clock and ticker that move only when told to. */
public final class ManualTime {

    public static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    private Instant wall = START;
    // Just before the wrap, which every difference has to survive.
    private long ticks = Long.MAX_VALUE - 1_000;

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
                return now();
            }
        };
    }

    public Ticker ticker() {
        return this::ticks;
    }

    /** Time passes. */
    public synchronized void pass(Duration duration) {
        ticks += duration.toNanos();
        setWall(wall.plus(duration));
    }

    /** Time passes and the wall clock does not see it, or only the ticker does. */
    public synchronized void passUnseenByWallClock(Duration duration) {
        ticks += duration.toNanos();
    }

    /** Someone sets the wall clock. */
    public synchronized void setWall(Instant to) {
        wall = to;
    }

    public synchronized Instant now() {
        return wall;
    }

    private synchronized long ticks() {
        return ticks;
    }
}
