package dev.reprise.drivers;

import dev.reprise.AsyncOperation;
import dev.reprise.Attempt;
import dev.reprise.RetryPolicy;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.BudgetSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** What tests of asynchronous calls in real time share. No wait is without an end. */
final class AsyncCalls {

    static final long BOUND_SECONDS = 30;

    private AsyncCalls() {}

    /** Real time, no pauses to speak of, no deadline to speak of, no budget. */
    static RetryPolicy.Builder quick() {
        return RetryPolicy.builder("quick")
                .maxAttempts(3)
                .backoff(Backoff.fixed(Duration.ofMillis(1)))
                .budget(BudgetSettings.unlimited())
                .deadline(Duration.ofHours(24))
                .budget(BudgetSettings.unlimited());
    }

    /** Real time, and pauses that outlast every test. */
    static RetryPolicy.Builder slow() {
        return quick().backoff(Backoff.fixed(Duration.ofHours(1)));
    }

    static ScheduledThreadPoolExecutor scheduler() {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
        scheduler.setRemoveOnCancelPolicy(true);
        return scheduler;
    }

    /** How the future ended, without the wrapper; null if it did not fail. */
    static Throwable failureOf(CompletableFuture<?> future) throws Exception {
        return future.handle((result, failure) -> failure).get(BOUND_SECONDS, TimeUnit.SECONDS);
    }

    static <T> T resultOf(CompletableFuture<T> future) throws Exception {
        return future.get(BOUND_SECONDS, TimeUnit.SECONDS);
    }

    static void until(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(BOUND_SECONDS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("did not come: " + what);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            Thread.onSpinWait();
        }
    }

    /** An operation whose stages a test completes itself. */
    static final class Stages implements AsyncOperation<Object> {

        private final List<CompletableFuture<Object>> stages = new ArrayList<>();

        @Override
        public synchronized CompletionStage<Object> attempt(Attempt attempt) {
            CompletableFuture<Object> stage = new CompletableFuture<>();
            stages.add(stage);
            return stage;
        }

        synchronized int attempts() {
            return stages.size();
        }

        /** The stage of an attempt, from 1. */
        CompletableFuture<Object> stage(int attempt) throws InterruptedException {
            until("attempt " + attempt, () -> attempts() >= attempt);
            synchronized (this) {
                return stages.get(attempt - 1);
            }
        }
    }
}
