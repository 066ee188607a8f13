package dev.reprise.examples.storm;

import dev.reprise.time.Sleeper;
import dev.reprise.time.Ticker;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that begins at zero and goes on only while somebody sleeps by it, at once and exactly as long as asked. */
final class VirtualClock implements Ticker, Sleeper {

    private final AtomicLong now = new AtomicLong();

    @Override
    public long nanos() {
        return now.get();
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted during a pause");
        }
        now.addAndGet(Math.max(0, nanos));
    }
}
