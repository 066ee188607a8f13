package dev.reprise.examples.storm;

import dev.reprise.RetryPolicy;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.BudgetSettings;
import java.time.Duration;
import java.util.Locale;

/** How the clients of a storm retry. */
enum Strategy {
    /** All pauses are the same, so all that failed together return together. */
    FIXED("fixed 500 ms") {
        @Override
        RetryPolicy.Builder policy() {
            return untilServed(Backoff.fixed(BASE));
        }
    },

    /** Each pause is twice the one before it, and chance spreads them. */
    EXPONENTIAL_JITTER("500*2^(n-1) + jitter [0,250) ms") {
        @Override
        RetryPolicy.Builder policy() {
            return untilServed(Backoff.exponential(BASE).additiveJitter(SPREAD));
        }
    },

    /** What a policy does of which nothing was set. */
    DEFAULT("the default policy") {
        @Override
        RetryPolicy.Builder policy() {
            return RetryPolicy.builder(NAME);
        }
    };

    private static final String NAME = "storm";
    private static final Duration BASE = Duration.ofMillis(500);
    private static final Duration SPREAD = Duration.ofMillis(250);

    /** More than any client needs until the service is back, so that only the pauses make the difference. */
    private static final int ENOUGH_ATTEMPTS = 10;

    private final String title;

    Strategy(String title) {
        this.title = title;
    }

    /** Its policy, to which a simulation may add its own clock. */
    abstract RetryPolicy.Builder policy();

    /** The name in the rows. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The name in the transcript. */
    String title() {
        return title;
    }

    private static RetryPolicy.Builder untilServed(Backoff backoff) {
        return RetryPolicy.builder(NAME)
                .maxAttempts(ENOUGH_ATTEMPTS)
                .budget(BudgetSettings.unlimited())
                .backoff(backoff);
    }
}
