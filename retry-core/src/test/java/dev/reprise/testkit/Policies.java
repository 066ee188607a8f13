package dev.reprise.testkit;

import dev.reprise.RetryPolicy;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.BudgetSettings;
import java.time.Duration;

/** Policies to start a test from. */
public final class Policies {

    public static final Duration BASE = Duration.ofMillis(100);

    private Policies() {}

    /** Three attempts, 100 ms doubling up to 20 s, no jitter, no deadline to speak of, no budget, Retry-After up to an hour. */
    public static RetryPolicy.Builder plain(FakeTime time) {
        return seams(RetryPolicy.builder("test"), time)
                .maxAttempts(3)
                .backoff(Backoff.exponential(BASE, Duration.ofSeconds(20)))
                .deadline(Duration.ofDays(365))
                .retryAfterCeiling(Duration.ofHours(1))
                .retryAfterJitter(0)
                .budget(BudgetSettings.unlimited());
    }

    /** The library's defaults on fake time. */
    public static RetryPolicy.Builder defaults(FakeTime time) {
        return seams(RetryPolicy.builder("test"), time);
    }

    private static RetryPolicy.Builder seams(RetryPolicy.Builder builder, FakeTime time) {
        return builder.ticker(time.ticker()).clock(time.clock()).sleeper(time.sleeper());
    }
}
