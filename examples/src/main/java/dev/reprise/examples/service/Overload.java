package dev.reprise.examples.service;

import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.MockResponse;
import org.jspecify.annotations.Nullable;

/**
 * The switch that makes the service too busy. Such a refusal says nothing about the request, so nothing of it is kept:
 * the same key may come again and is worked on then. Thread-safe.
 */
final class Overload {

    private final AtomicInteger left = new AtomicInteger();
    private volatile int retryAfterSeconds;

    void next(int requests, int retryAfterSeconds) {
        this.retryAfterSeconds = retryAfterSeconds;
        left.set(requests);
    }

    /** Returns whether the request that has just been read is turned away. */
    boolean turnsAway() {
        return left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
    }

    MockResponse response(@Nullable String requestId) {
        return Answer.refusal(503, "BUSY", "Too busy, come back later", requestId)
                .response()
                .setHeader("Retry-After", retryAfterSeconds)
                .build();
    }
}
