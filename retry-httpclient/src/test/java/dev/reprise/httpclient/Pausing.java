package dev.reprise.httpclient;

import dev.reprise.time.Sleeper;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** Pauses in real time, and tells when a pause has begun. */
record Pausing(CountDownLatch begun) implements Sleeper {

    @Override
    public void sleep(long nanos) throws InterruptedException {
        begun.countDown();
        Sleeper.system().sleep(nanos);
    }

    @Override
    public void sleep(long nanos, CompletableFuture<?> wakeUp) throws InterruptedException {
        begun.countDown();
        Sleeper.system().sleep(nanos, wakeUp);
    }
}
