package dev.reprise.examples.service;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that moves when it is told to: days of retention pass in no time. Thread-safe. */
public final class ManualClock extends Clock {

    private final AtomicLong nowMillis =
            new AtomicLong(Instant.parse("2026-01-01T00:00:00Z").toEpochMilli());

    /** Lets time pass, to the millisecond. */
    public void advance(Duration duration) {
        nowMillis.addAndGet(duration.toMillis());
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(nowMillis.get());
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("this clock only knows UTC");
    }
}
