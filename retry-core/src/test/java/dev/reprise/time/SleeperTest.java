package dev.reprise.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SleeperTest {

    private final Sleeper sleeper = Sleeper.system();

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 1_000, 1_500_000, 20_000_000})
    void neverSleepsShorterThanAsked(long nanos) throws InterruptedException {
        long start = System.nanoTime();
        sleeper.sleep(nanos);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(nanos);
    }

    @Test
    void aWakeUpWithoutReasonDoesNotEndThePause() throws InterruptedException {
        LockSupport.unpark(Thread.currentThread());

        long start = System.nanoTime();
        sleeper.sleep(20_000_000);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(20_000_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void nothingToWaitForReturnsAtOnce(long nanos) throws InterruptedException {
        sleeper.sleep(nanos);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, 0, 1, Long.MAX_VALUE})
    void aPendingInterruptIsHonouredWhateverTheLength(long nanos) {
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> sleeper.sleep(nanos));
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {86_400_000_000_000L, Long.MAX_VALUE})
    void anInterruptEndsThePause(long nanos) throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                sleeper.sleep(nanos);
                thrown.complete(new AssertionError("slept to the end"));
            } catch (InterruptedException e) {
                thrown.complete(e);
            }
        });
        thread.start();
        while (thread.getState() != Thread.State.TIMED_WAITING && !thrown.isDone()) {
            Thread.onSpinWait();
        }
        thread.interrupt();

        assertThat(thrown.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        thread.join(30_000);
        assertThat(thread.isAlive()).isFalse();
    }
}
