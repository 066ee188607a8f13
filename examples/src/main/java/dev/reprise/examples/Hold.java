package dev.reprise.examples;

import java.util.concurrent.CountDownLatch;

/** Keeps one payment at work for as long as its creator likes. */
final class Hold {

    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    /** Waits until the payment is at work. */
    void awaitReached() throws InterruptedException {
        reached.await();
    }

    /** Lets the payment go on. */
    void release() {
        released.countDown();
    }

    void pause() throws InterruptedException {
        reached.countDown();
        released.await();
    }
}
