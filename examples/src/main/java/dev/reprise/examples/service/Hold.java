package dev.reprise.examples.service;

import java.util.concurrent.CountDownLatch;

/** Keeps one command at work for as long as its creator likes. */
public final class Hold {

    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    /** Waits until the command is at work. */
    public void awaitReached() throws InterruptedException {
        reached.await();
    }

    /** Lets the command go on. */
    public void release() {
        released.countDown();
    }

    void pause() throws InterruptedException {
        reached.countDown();
        released.await();
    }
}
