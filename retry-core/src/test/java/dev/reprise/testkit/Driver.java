package dev.reprise.testkit;

import dev.reprise.Attempt;
import dev.reprise.CallSpec;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The two ways to run an operation, behind one face, so that a rule for both is one test. Time is fake in both. */
public enum Driver {
    BLOCKING {
        @Override
        @Nullable
        Object run(FakeTime time, RetryPolicy.Builder policy, CallSpec<Object> spec, ScriptedOperation operation)
                throws Throwable {
            Retrier retrier = Retrier.of(policy.build());
            return retrier.<Object, Exception>call(spec, attempt -> {
                Object reply = operation.reply(attempt);
                if (reply == ScriptedOperation.SILENCE) {
                    time.pass(attempt.timeRemaining());
                    throw new TimeoutException("no answer");
                }
                if (reply instanceof ScriptedOperation.Failure failure) {
                    throw sneaky(failure.why());
                }
                return reply;
            });
        }
    },

    ASYNCHRONOUS {
        @Override
        @Nullable
        Object run(FakeTime time, RetryPolicy.Builder policy, CallSpec<Object> spec, ScriptedOperation operation)
                throws Throwable {
            FakeScheduler scheduler = new FakeScheduler(time);
            Retrier retrier = Retrier.of(policy.scheduler(scheduler).build());
            CompletableFuture<Object> future = retrier.callAsync(spec, attempt -> stage(operation, attempt));
            scheduler.runUntil(future::isDone);
            if (scheduler.waiting() != 0) {
                throw new AssertionError(scheduler.waiting() + " entries are left in the scheduler");
            }
            try {
                return future.join();
            } catch (CompletionException wrapped) {
                throw wrapped.getCause() == null ? wrapped : wrapped.getCause();
            }
        }
    };

    /** Runs the operation to its end; throws what the caller would catch. */
    abstract @Nullable Object run(
            FakeTime time, RetryPolicy.Builder policy, CallSpec<Object> spec, ScriptedOperation operation)
            throws Throwable;

    private static CompletionStage<Object> stage(ScriptedOperation operation, Attempt attempt) {
        CompletableFuture<Object> stage = new CompletableFuture<>();
        Object reply = operation.reply(attempt);
        if (reply instanceof ScriptedOperation.Failure failure) {
            if (failure.thrown()) {
                throw Driver.<RuntimeException>sneak(failure.why());
            }
            stage.completeExceptionally(failure.why());
        } else if (reply != ScriptedOperation.SILENCE) {
            stage.complete(reply);
        }
        return stage;
    }

    private static Exception sneaky(Throwable failure) {
        return Driver.<RuntimeException>sneak(failure);
    }

    @SuppressWarnings("unchecked") // what is thrown may be anything
    private static <X extends Throwable> RuntimeException sneak(Throwable failure) throws X {
        throw (X) failure;
    }

    /** The length of an attempt that nothing limits. */
    public static final Duration UNLIMITED = Duration.ofDays(1);
}
