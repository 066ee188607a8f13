package dev.reprise.okhttp;

import dev.reprise.time.Sleeper;
import dev.reprise.time.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Monotonic time that moves by hand and by pauses, which take no real time and are recorded. */
final class ManualTime implements Ticker, Sleeper {

    private final AtomicLong now = new AtomicLong();
    private final List<Duration> pauses = new CopyOnWriteArrayList<>();

    @Override
    public long nanos() {
        return now.get();
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        pauses.add(Duration.ofNanos(nanos));
        now.addAndGet(nanos);
    }

    @Override
    public void sleep(long nanos, CompletableFuture<?> wakeUp) throws InterruptedException {
        sleep(nanos);
    }

    void advance(Duration by) {
        now.addAndGet(by.toNanos());
    }

    Duration elapsed() {
        return Duration.ofNanos(now.get());
    }

    List<Duration> pauses() {
        return pauses;
    }
}
