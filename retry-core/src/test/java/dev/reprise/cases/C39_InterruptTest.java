package dev.reprise.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Outcome;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.backoff.Backoff;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.Policies;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An interrupt ends a call, is never retried, and its flag stays set. */
@Timeout(30)
class C39_InterruptTest {

    private final AtomicInteger requests = new AtomicInteger();

    @AfterEach
    void clearFlag() {
        assertThat(Thread.interrupted()).isFalse();
    }

    private static Throwable assertInterrupted(Throwable thrown) {
        assertThat(Thread.interrupted()).as("the flag is set").isTrue();
        assertThat(Outcome.of(thrown).ending()).isEqualTo(Ending.INTERRUPTED);
        return thrown;
    }

    private static void interruptSoon(CountDownLatch when) {
        Thread caller = Thread.currentThread();
        new Thread(() -> {
                    try {
                        when.await();
                        while (caller.getState() != Thread.State.TIMED_WAITING
                                && caller.getState() != Thread.State.WAITING) {
                            Thread.onSpinWait();
                        }
                        caller.interrupt();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                })
                .start();
    }

    @Test
    void a_inAPause() {
        CountDownLatch failed = new CountDownLatch(1);
        interruptSoon(failed);
        Retrier retrier = Retrier.of(RetryPolicy.builder("slow")
                .backoff(Backoff.fixed(Duration.ofMinutes(5)))
                .deadline(Duration.ofHours(1))
                .build());

        Throwable thrown = catchThrowable(() -> retrier.call(Repeatability.IDEMPOTENT, attempt -> {
            requests.incrementAndGet();
            failed.countDown();
            throw new SocketTimeoutException("first attempt");
        }));

        assertThat(assertInterrupted(thrown))
                .as("not the timeout of the attempt before")
                .isExactlyInstanceOf(InterruptedIOException.class);
        assertThat(thrown.getSuppressed()).anyMatch(s -> "first attempt".equals(s.getMessage()));
        assertThat(requests).hasValue(1);
    }

    @Test
    void b_whileItWaitsForTheAnswer() {
        CountDownLatch waiting = new CountDownLatch(1);
        interruptSoon(waiting);

        Throwable thrown = catchThrowable(
                () -> Retrier.of(RetryPolicy.ofDefaults("test")).call(Repeatability.IDEMPOTENT, attempt -> {
                    requests.incrementAndGet();
                    waiting.countDown();
                    try {
                        new CountDownLatch(1).await();
                        return "";
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        throw new InterruptedIOException("interrupted while reading");
                    }
                }));

        assertThat(assertInterrupted(thrown)).hasMessage("interrupted while reading");
        assertThat(requests).hasValue(1);
    }

    @Test
    void c_beforeItStarts() {
        Thread.currentThread().interrupt();

        Throwable thrown = catchThrowable(
                () -> Retrier.of(RetryPolicy.ofDefaults("test")).call(Repeatability.IDEMPOTENT, attempt -> {
                    requests.incrementAndGet();
                    return "";
                }));

        assertThat(assertInterrupted(thrown)).isInstanceOf(InterruptedIOException.class);
        assertThat(requests).hasValue(0);
    }

    @Test
    void d_insideAnOperationThatSaysSo() {
        Throwable thrown = catchThrowable(() -> Retrier.of(RetryPolicy.ofDefaults("test"))
                .<String, InterruptedException>call(Repeatability.IDEMPOTENT, attempt -> {
                    requests.incrementAndGet();
                    throw new InterruptedException("stop");
                }));

        assertThat(assertInterrupted(thrown))
                .isInstanceOf(InterruptedException.class)
                .hasMessage("stop");
        assertThat(requests).hasValue(1);
    }

    @Test
    void e_aTimeoutIsNoInterrupt() throws IOException {
        FakeTime time = new FakeTime();

        String result = Retrier.of(Policies.plain(time).build()).call(Repeatability.IDEMPOTENT, attempt -> {
            if (requests.incrementAndGet() < 3) {
                throw new SocketTimeoutException("timeout");
            }
            return "done";
        });

        assertThat(result).isEqualTo("done");
        assertThat(requests).hasValue(3);
    }
}
