package dev.reprise.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Attempt;
import dev.reprise.CallCounts;
import dev.reprise.CallSpec;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.ScopeSnapshot;
import dev.reprise.backoff.Backoff;
import dev.reprise.breaker.BreakerSettings;
import dev.reprise.breaker.CircuitBreaker;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.event.AttemptStarted;
import dev.reprise.event.CallEnded;
import dev.reprise.event.RetryListener;
import dev.reprise.event.RetryScheduled;
import dev.reprise.outcome.Repeatability;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

/** Whole calls from eight threads that end in every way there is: no token, no permit and no count is lost. */
@Timeout(120)
class CallPathStressTest {

    private static final int THREADS = 8;
    private static final int CALLS = 2_000;
    private static final int PROBES = 2;

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE);

    /** What decides on the threads of the test whether a reading of the clock interrupts them. */
    private static final ThreadLocal<@Nullable Random> INTERRUPTS = new ThreadLocal<>();

    /** Throws whenever it is told something. */
    private static final class Rude implements RetryListener {
        @Override
        public void attemptStarted(AttemptStarted event) {
            throw new IllegalStateException("attemptStarted");
        }

        @Override
        public void retryScheduled(RetryScheduled event) {
            throw new IllegalStateException("retryScheduled");
        }

        @Override
        public void ended(CallEnded event) {
            throw new IllegalStateException("ended");
        }
    }

    private RetryPolicy.Builder policy() {
        return RetryPolicy.builder("stress")
                .ticker(now::get)
                .sleeper(nanos -> {
                    if (Thread.interrupted()) {
                        throw new InterruptedException();
                    }
                })
                .backoff(Backoff.fixed(Duration.ofMillis(1)))
                .listener(new Rude())
                .logging(false);
    }

    /** Ends in a way that chance chooses. */
    private static Object attempt(Random random, Attempt attempt, Retrier retrier, AtomicInteger retries)
            throws Exception {
        if (attempt.number() > 1) {
            retries.incrementAndGet();
        }
        switch (random.nextInt(8)) {
            case 0:
                return "fine";
            case 1:
                // The pause that follows is cut short, and its retry never starts.
                Thread.currentThread().interrupt();
                throw new IOException("down");
            case 2:
                throw new InterruptedException();
            case 3:
                throw new IllegalArgumentException("the caller's own fault");
            case 4:
                throw new OutOfMemoryError("not really");
            case 5:
                return retrier.call(spec(random), inner -> {
                    throw new IOException("down inside");
                });
            default:
                throw new IOException("down");
        }
    }

    private static CallSpec<Object> spec(Random random) {
        CallSpec<Object> spec = CallSpec.of(Repeatability.IDEMPOTENT).scope("orders");
        return switch (random.nextInt(6)) {
            case 0 ->
                spec.faults(failure -> {
                    throw new IllegalStateException("classifier");
                });
            case 1 ->
                spec.results(result -> {
                    throw new IllegalStateException("classifier");
                });
            default -> spec;
        };
    }

    private static void call(Retrier retrier, Random random, AtomicInteger retries) {
        try {
            retrier.call(spec(random), attempt -> attempt(random, attempt, retrier, retries));
        } catch (Throwable expected) {
            // Whatever the operation or the library throws.
        } finally {
            Thread.interrupted();
        }
    }

    private static void callAsync(Retrier retrier, Random random) {
        CompletableFuture<Object> stage = new CompletableFuture<>();
        CompletableFuture<Object> future = retrier.callAsync(spec(random), attempt -> stage);
        if (random.nextBoolean()) {
            future.cancel(true);
        } else if (random.nextBoolean()) {
            stage.completeExceptionally(new IllegalArgumentException("the caller's own fault"));
        } else {
            stage.complete("fine");
        }
        future.handle((result, failure) -> failure instanceof CancellationException)
                .join();
    }

    /** An interrupt comes at any moment, also when a call has its permit and has not yet begun its attempt. */
    private long nowOrInterrupted() {
        Random random = INTERRUPTS.get();
        if (random != null && random.nextInt(20) == 0) {
            Thread.currentThread().interrupt();
        }
        return now.get();
    }

    private static ScopeSnapshot state(Retrier retrier) {
        return retrier.snapshot().get("orders");
    }

    private static long sum(CallCounts counts) {
        return counts.endings().values().stream().mapToLong(Long::longValue).sum();
    }

    @RepeatedTest(3)
    void everyTokenThatWasNotSpentIsThereInTheEnd() throws Exception {
        Retrier retrier = Retrier.of(
                policy().budget(BudgetSettings.DEFAULT.ratio(0.3).floor(10)).build());
        AtomicInteger retries = new AtomicInteger();
        AtomicInteger begun = new AtomicInteger();

        Together.run(THREADS, thread -> {
            Random random = new Random(thread);
            for (int i = 0; i < CALLS; i++) {
                begun.incrementAndGet();
                call(retrier, random, retries);
                assertThat(retries.get()).isLessThanOrEqualTo(10 + begun.get() * 3 / 10);
            }
        });

        // The clock stood still, so all is in one window.
        long allowed = 10 + THREADS * CALLS * 3L / 10;
        assertThat(state(retrier).retriesAvailable()).isEqualTo(allowed - retries.get());
        assertThat(retries).hasValueGreaterThan(10);
        CallCounts counts = state(retrier).counts();
        assertThat(counts.calls()).isEqualTo(THREADS * CALLS);
        assertThat(sum(counts)).isEqualTo(THREADS * CALLS);
        assertThat(counts.retries()).isEqualTo(retries.get());
    }

    @RepeatedTest(3)
    void everyPermitIsThereInTheEndWhateverBecameOfTheProbes() throws Exception {
        AtomicInteger underWay = new AtomicInteger();
        Retrier retrier = Retrier.of(policy().ticker(this::nowOrInterrupted)
                .maxAttempts(2)
                .budget(BudgetSettings.unlimited())
                .breaker(BreakerSettings.consecutiveFailures(3)
                        .openFor(Duration.ofSeconds(1))
                        .openJitter(0)
                        .halfOpenProbes(PROBES)
                        .probeLimit(BreakerSettings.LONGEST_TIME))
                .build());

        Together.run(THREADS, thread -> {
            Random random = new Random(thread);
            INTERRUPTS.set(new Random(THREADS + thread));
            for (int i = 0; i < CALLS; i++) {
                if (random.nextInt(4) == 0) {
                    callAsync(retrier, random);
                    Thread.interrupted();
                } else {
                    call(retrier, random, underWay);
                }
                if (random.nextInt(10) == 0) {
                    now.addAndGet(Duration.ofMillis(400).toNanos());
                }
            }
            INTERRUPTS.remove();
        });

        Map<CircuitBreaker.State, Long> changes = state(retrier).counts().breakerChanges();
        assertThat(changes.get(CircuitBreaker.State.HALF_OPEN)).isGreaterThan(10);
        assertThat(sum(state(retrier).counts())).isEqualTo(THREADS * CALLS);
        assertItCanClose(retrier);
    }

    /** All places for probes are free, or the breaker is closed: so many successes one after the other close it. */
    private void assertItCanClose(Retrier retrier) throws IOException {
        now.addAndGet(Duration.ofSeconds(2).toNanos());
        for (int i = 0; i < PROBES; i++) {
            CallSpec<Object> plain = CallSpec.of(Repeatability.IDEMPOTENT).scope("orders");
            assertThat(retrier.<Object, IOException>call(plain, attempt -> "fine"))
                    .isEqualTo("fine");
        }
        assertThat(state(retrier).breaker().state()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @RepeatedTest(3)
    void probesAtOnceAreAtMostTheSetNumberAndOneThatHangsIsGivenUp() throws Exception {
        Retrier retrier = Retrier.of(policy().maxAttempts(1)
                .budget(BudgetSettings.unlimited())
                .breaker(BreakerSettings.consecutiveFailures(1)
                        .openFor(Duration.ofSeconds(1))
                        .openJitter(0)
                        .halfOpenProbes(PROBES)
                        .probeLimit(Duration.ofSeconds(60)))
                .build());
        CallSpec<Object> plain = CallSpec.of(Repeatability.IDEMPOTENT).scope("orders");
        Random random = new Random(1);
        call(retrier, random, new AtomicInteger());
        while (state(retrier).breaker().state() == CircuitBreaker.State.CLOSED) {
            call(retrier, random, new AtomicInteger());
        }
        now.addAndGet(Duration.ofSeconds(1).toNanos());
        CountDownLatch refused = new CountDownLatch(THREADS - PROBES);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger probes = new AtomicInteger();
        CompletableFuture<?> all = CompletableFuture.runAsync(() -> {
            try {
                Together.run(THREADS, thread -> {
                    try {
                        retrier.call(plain, attempt -> {
                            probes.incrementAndGet();
                            return release.await(60, TimeUnit.SECONDS);
                        });
                    } catch (IOException open) {
                        refused.countDown();
                    }
                });
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        });

        assertThat(refused.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(probes).hasValue(PROBES);
        now.addAndGet(Duration.ofSeconds(60).toNanos());
        for (int i = 0; i < PROBES; i++) {
            assertThat(retrier.<Object, IOException>call(plain, attempt -> "fine"))
                    .isEqualTo("fine");
        }
        assertThat(state(retrier).breaker().state()).isEqualTo(CircuitBreaker.State.CLOSED);
        release.countDown();
        all.get(60, TimeUnit.SECONDS);
    }
}
