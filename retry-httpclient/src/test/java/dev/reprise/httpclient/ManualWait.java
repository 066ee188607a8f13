package dev.reprise.httpclient;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets real time pass where a test is about something that must not happen meanwhile. */
final class ManualWait {

    private final CountDownLatch never = new CountDownLatch(1);

    void pass(Duration time) {
        try {
            never.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
