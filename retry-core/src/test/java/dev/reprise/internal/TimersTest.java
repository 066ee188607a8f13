package dev.reprise.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.outcome.Repeatability;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The library's one timer thread. */
@Timeout(60)
class TimersTest {

    @Test
    void nothingOfACancelledCallIsLeft() {
        int before = Timers.waiting();
        Retrier retrier = Retrier.of(RetryPolicy.builder("slow")
                .backoff(Backoff.fixed(Duration.ofHours(1)))
                .deadline(Duration.ofHours(3))
                .budget(BudgetSettings.unlimited())
                .logging(false)
                .build());
        CompletableFuture<?>[] calls = new CompletableFuture<?>[1000];
        for (int i = 0; i < calls.length; i++) {
            boolean hangs = i % 2 == 0;
            calls[i] = retrier.callAsync(
                    Repeatability.IDEMPOTENT,
                    attempt -> hangs
                            ? new CompletableFuture<>()
                            : CompletableFuture.failedFuture(new IOException("down")));
        }
        assertThat(Timers.waiting()).as("limits and pauses").isEqualTo(before + calls.length);

        for (CompletableFuture<?> call : calls) {
            call.thenApply(result -> result).cancel(true);
        }

        assertThat(Timers.waiting()).isEqualTo(before);
    }

    @Test
    void nothingOfACallThatSucceedsInTimeIsLeft() {
        int before = Timers.waiting();
        CompletableFuture<Object> stage = new CompletableFuture<>();
        CompletableFuture<Object> call = Retrier.of(RetryPolicy.builder("limited")
                        .attemptTimeout(Duration.ofHours(1))
                        .build())
                .callAsync(Repeatability.IDEMPOTENT, attempt -> stage);
        assertThat(Timers.waiting()).isEqualTo(before + 1);

        stage.complete("done");

        assertThat(call).isCompletedWithValue("done");
        assertThat(Timers.waiting()).isEqualTo(before);
    }

    @Test
    void itsThreadIsADaemonAndEndsWhenThereIsNothingToWaitFor() throws Exception {
        CountDownLatch ran = new CountDownLatch(1);
        Thread[] thread = new Thread[1];
        // What earlier tests left has to be gone within the bound of this one, which interrupts it.
        while (Timers.waiting() > 0) {
            assertThat(Thread.interrupted()).as("entries still wait").isFalse();
            Thread.onSpinWait();
        }

        assertThat(Timers.after(1, () -> {
                    thread[0] = Thread.currentThread();
                    ran.countDown();
                }))
                .isNotNull();

        assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(thread[0].isDaemon()).isTrue();
        thread[0].join(TimeUnit.SECONDS.toMillis(30));
        assertThat(thread[0].isAlive()).isFalse();
    }
}
