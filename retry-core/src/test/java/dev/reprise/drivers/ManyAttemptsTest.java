package dev.reprise.drivers;

import static dev.reprise.drivers.AsyncCalls.failureOf;
import static dev.reprise.drivers.AsyncCalls.quick;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.AsyncOperation;
import dev.reprise.Attempt;
import dev.reprise.Outcome;
import dev.reprise.Retrier;
import dev.reprise.backoff.Backoff;
import dev.reprise.outcome.Repeatability;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A hundred thousand attempts that fail at once need no more stack and no more memory than a few. */
@Timeout(120)
class ManyAttemptsTest {

    private static final int ATTEMPTS = 100_000;

    /** Fails every attempt in its own way, and looks at the stack and at what became of earlier failures. */
    private abstract static class Failing implements AsyncOperation<Object> {
        private final List<WeakReference<Throwable>> failures = new ArrayList<>();
        private int attempts;
        private int deepest;
        private int kept = -1;

        @Override
        public CompletionStage<Object> attempt(Attempt attempt) throws Exception {
            attempts++;
            if (attempts % 1000 == 10) {
                deepest = Math.max(deepest, depth());
            }
            IOException failure = new IOException("attempt " + attempts);
            if (attempts % 1000 == 500) {
                failures.add(new WeakReference<>(failure));
            }
            if (attempts == ATTEMPTS) {
                kept = kept();
            }
            return fail(failure);
        }

        abstract CompletionStage<Object> fail(IOException failure) throws IOException;

        private int kept() {
            for (int i = 0; i < 100 && reachable() > 0; i++) {
                System.gc();
            }
            return reachable();
        }

        private int reachable() {
            return (int) failures.stream().filter(ref -> ref.get() != null).count();
        }

        private static int depth() {
            return StackWalker.getInstance().walk(frames -> (int) frames.count());
        }
    }

    private static void assertFlat(Failing operation) throws Exception {
        Retrier retrier = Retrier.of(quick().maxAttempts(ATTEMPTS)
                .backoff(Backoff.none())
                .logging(false)
                .build());

        Throwable failure = failureOf(retrier.callAsync(Repeatability.IDEMPOTENT, operation));

        assertThat(failure).hasMessage("attempt " + ATTEMPTS);
        assertThat(Outcome.of(failure).attempts()).isEqualTo(ATTEMPTS);
        assertThat(operation.attempts).isEqualTo(ATTEMPTS);
        assertThat(operation.deepest).as("stack frames").isLessThan(300);
        assertThat(operation.kept)
                .as("failures of earlier attempts that are still in memory")
                .isZero();
    }

    @Test
    void withStagesThatHaveFailedAlready() throws Exception {
        assertFlat(new Failing() {
            @Override
            CompletionStage<Object> fail(IOException failure) {
                return CompletableFuture.failedFuture(failure);
            }
        });
    }

    @Test
    void withAnOperationThatThrows() throws Exception {
        assertFlat(new Failing() {
            @Override
            CompletionStage<Object> fail(IOException failure) throws IOException {
                throw failure;
            }
        });
    }

    @Test
    void withStagesThatFailOnAnotherThread() throws Exception {
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            assertFlat(new Failing() {
                @Override
                CompletionStage<Object> fail(IOException failure) {
                    CompletableFuture<Object> stage = new CompletableFuture<>();
                    other.execute(() -> stage.completeExceptionally(failure));
                    return stage;
                }
            });
        } finally {
            other.shutdownNow();
        }
    }

    @Test
    void withStagesThatFailWhileTheyAreHandedOver() throws Exception {
        assertFlat(new Failing() {
            @Override
            CompletionStage<Object> fail(IOException failure) {
                CompletableFuture<Object> stage = new CompletableFuture<>();
                ForkJoinPool.commonPool().execute(() -> stage.completeExceptionally(failure));
                return stage.thenApply(result -> result);
            }
        });
    }
}
