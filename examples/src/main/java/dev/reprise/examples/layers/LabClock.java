package dev.reprise.examples.layers;

import dev.reprise.time.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The system's clock, which can also be put forward, so that nobody has to wait and no slow machine can be late. Thread-safe. */
final class LabClock implements Ticker {

    private final AtomicLong ahead = new AtomicLong();

    @Override
    public long nanos() {
        return Ticker.system().nanos() + ahead.get();
    }

    void putForward(Duration time) {
        ahead.addAndGet(time.toNanos());
    }
}
