package dev.reprise.drivers;

import static dev.reprise.drivers.AsyncCalls.failureOf;
import static dev.reprise.drivers.AsyncCalls.quick;
import static dev.reprise.drivers.AsyncCalls.resultOf;
import static dev.reprise.drivers.AsyncCalls.slow;
import static dev.reprise.drivers.AsyncCalls.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.CallSpec;
import dev.reprise.ContextCapture;
import dev.reprise.Outcome;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.backoff.Backoff;
import dev.reprise.event.AttemptFinished;
import dev.reprise.event.AttemptStarted;
import dev.reprise.event.CallEnded;
import dev.reprise.event.RetryListener;
import dev.reprise.event.RetryScheduled;
import dev.reprise.event.RetryStarted;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.RecordingListener;
import dev.reprise.testkit.StubbornStore;
import dev.reprise.testkit.TestActions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever a callback throws, the future completes, and the failure that it is about is not hidden. */
@Timeout(120)
class C41_CallbacksThatThrowTest {

    /** What callbacks throw. */
    enum Trouble {
        EXCEPTION {
            @Override
            Throwable make() {
                return new IllegalStateException("callback");
            }
        },
        ERROR {
            @Override
            Throwable make() {
                return new NoClassDefFoundError("callback");
            }
        },
        CHECKED {
            @Override
            Throwable make() {
                return new IOException("callback");
            }
        };

        abstract Throwable make();

        @SuppressWarnings("TypeParameterUnusedInFormals") // it never returns, so it can stand for anything
        <R> R strike() {
            throw Trouble.<RuntimeException>sneak(make());
        }

        @SuppressWarnings("unchecked") // what is thrown may be anything
        private static <X extends Throwable> RuntimeException sneak(Throwable thrown) throws X {
            throw (X) thrown;
        }
    }

    private final ScheduledThreadPoolExecutor scheduler = AsyncCalls.scheduler();
    private final IOException original = new IOException("original");
    private final RecordingListener events = new RecordingListener();
    private final AsyncCalls.Stages stages = new AsyncCalls.Stages();

    @AfterEach
    void stop() {
        scheduler.shutdownNow();
    }

    private CompletionStage<Object> failing() {
        return CompletableFuture.failedFuture(original);
    }

    private static List<Throwable> everything(Throwable failure) {
        List<Throwable> all = new ArrayList<>();
        collect(failure, all);
        return all;
    }

    private static void collect(Throwable failure, List<Throwable> into) {
        if (failure == null || into.contains(failure)) {
            return;
        }
        into.add(failure);
        collect(failure.getCause(), into);
        Stream.of(failure.getSuppressed()).forEach(suppressed -> collect(suppressed, into));
    }

    private void assertEndedOnce(Ending ending) throws Exception {
        until("the end of the call", () -> !events.only(CallEnded.class).isEmpty());
        assertThat(events.only(CallEnded.class)).extracting(CallEnded::ending).containsExactly(ending);
    }

    @ParameterizedTest
    @EnumSource
    void aFaultClassifier(Trouble trouble) throws Exception {
        Retrier retrier = Retrier.of(quick().listener(events).build());
        CallSpec<Object> spec = CallSpec.<Object>of(Repeatability.IDEMPOTENT).faults(failure -> trouble.strike());

        Throwable failure = failureOf(retrier.callAsync(spec, attempt -> failing()));

        assertThat(failure).isSameAs(original);
        assertThat(everything(failure)).anyMatch(thrown -> "callback".equals(thrown.getMessage()));
        assertEndedOnce(Ending.PERMANENT);
    }

    @ParameterizedTest
    @EnumSource
    void aFaultClassifierThatIsAskedAboutATimeLimit(Trouble trouble) throws Exception {
        Retrier retrier = Retrier.of(quick().attemptTimeout(Duration.ofMillis(20))
                .faults(failure -> trouble.strike())
                .build());

        Throwable failure = failureOf(retrier.callAsync(Repeatability.IDEMPOTENT, stages));

        assertThat(failure).isInstanceOf(TimeoutException.class);
        assertThat(stages.stage(1).isCancelled()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void aResultClassifier(Trouble trouble) throws Exception {
        Retrier retrier = Retrier.of(quick().listener(events).build());
        CallSpec<Object> spec = CallSpec.<Object>of(Repeatability.IDEMPOTENT).results(result -> trouble.strike());

        assertThat(resultOf(retrier.callAsync(spec, attempt -> CompletableFuture.completedFuture("result"))))
                .isEqualTo("result");
        assertEndedOnce(Ending.PERMANENT);
    }

    @ParameterizedTest
    @EnumSource
    void aDelayFunction(Trouble trouble) throws Exception {
        Retrier retrier = Retrier.of(quick().backoff(Backoff.custom(retry -> trouble.<Duration>strike()))
                .listener(events)
                .build());

        Throwable failure = failureOf(retrier.callAsync(Repeatability.IDEMPOTENT, attempt -> failing()));

        assertThat(failure).isSameAs(original);
        assertThat(everything(failure)).anyMatch(thrown -> "callback".equals(thrown.getMessage()));
        assertEndedOnce(Ending.PERMANENT);
    }

    @ParameterizedTest
    @EnumSource
    void aRandomSource(Trouble trouble) throws Exception {
        Retrier retrier = Retrier.of(
                quick().backoff(Backoff.DEFAULT).random(trouble::strike).build());

        assertThat(failureOf(retrier.callAsync(Repeatability.IDEMPOTENT, attempt -> failing())))
                .isSameAs(original);
    }

    @ParameterizedTest
    @EnumSource
    void aListener(Trouble trouble) throws Exception {
        RetryListener broken = new RetryListener() {
            @Override
            public void attemptStarted(AttemptStarted event) {
                trouble.strike();
            }

            @Override
            public void attemptFinished(AttemptFinished event) {
                trouble.strike();
            }

            @Override
            public void retryScheduled(RetryScheduled event) {
                trouble.strike();
            }

            @Override
            public void retryStarted(RetryStarted event) {
                trouble.strike();
            }

            @Override
            public void ended(CallEnded event) {
                trouble.strike();
            }
        };
        Retrier retrier = Retrier.of(quick().listener(broken).listener(events).build());

        CompletableFuture<Object> call = retrier.callAsync(
                Repeatability.IDEMPOTENT,
                attempt -> attempt.number() < 3 ? failing() : CompletableFuture.completedFuture("third"));

        assertThat(resultOf(call)).isEqualTo("third");
        assertEndedOnce(Ending.SUCCESS);
    }

    @ParameterizedTest
    @EnumSource
    void theOperationItselfOnItsSecondAttempt(Trouble trouble) throws Exception {
        Retrier retrier = Retrier.of(quick().listener(events).build());

        Throwable failure = failureOf(retrier.callAsync(
                Repeatability.IDEMPOTENT, attempt -> attempt.number() == 1 ? failing() : trouble.strike()));

        assertThat(failure).hasMessage("callback");
        assertThat(failure.getSuppressed()).contains(original);
        assertEndedOnce(trouble == Trouble.CHECKED ? Ending.ATTEMPTS : Ending.PERMANENT);
    }

    @Test
    void anOperationThatReturnsNoStage() throws Exception {
        Retrier retrier = Retrier.of(quick().listener(events).build());

        Throwable failure = failureOf(retrier.<Object>callAsync(
                Repeatability.IDEMPOTENT, attempt -> attempt.number() == 1 ? failing() : null));

        assertThat(failure).isInstanceOf(NullPointerException.class).hasMessageContaining("stage");
        assertThat(failure.getSuppressed()).contains(original);
        assertEndedOnce(Ending.PERMANENT);
    }

    @ParameterizedTest
    @EnumSource
    void aStageThatTakesNoCallbacks(Trouble trouble) throws Exception {
        CompletableFuture<Object> broken = new CompletableFuture<>() {
            @Override
            public CompletableFuture<Object> whenComplete(BiConsumer<? super Object, ? super Throwable> action) {
                return trouble.strike();
            }
        };
        Retrier retrier = Retrier.of(quick().maxAttempts(1).listener(events).build());

        assertThat(failureOf(retrier.callAsync(Repeatability.IDEMPOTENT, attempt -> broken)))
                .hasMessage("callback");
    }

    @ParameterizedTest
    @EnumSource
    void aStageThatCannotBeCancelled(Trouble trouble) throws Exception {
        CompletableFuture<Object> broken = new CompletableFuture<>() {
            @Override
            public CompletableFuture<Object> toCompletableFuture() {
                return trouble.strike();
            }
        };
        Retrier retrier = Retrier.of(quick().maxAttempts(1)
                .attemptTimeout(Duration.ofMillis(20))
                .listener(events)
                .build());

        assertThat(failureOf(retrier.callAsync(Repeatability.IDEMPOTENT, attempt -> broken)))
                .isInstanceOf(TimeoutException.class);
    }

    @ParameterizedTest
    @EnumSource
    void aContextHook(Trouble trouble) throws Exception {
        ContextCapture.Snapshot opensAndCannotClose = () -> trouble::strike;
        ContextCapture.Snapshot cannotOpen = trouble::strike;
        List<ContextCapture> hooks =
                List.of(trouble::strike, () -> null, () -> cannotOpen, () -> opensAndCannotClose, () -> () -> null);
        for (ContextCapture hook : hooks) {
            Retrier retrier = Retrier.of(quick().contextCapture(hook).build());

            CompletableFuture<Object> call = retrier.callAsync(
                    Repeatability.IDEMPOTENT,
                    attempt -> attempt.number() < 3 ? failing() : CompletableFuture.completedFuture("third"));

            assertThat(resultOf(call)).isEqualTo("third");
        }
    }

    // ---- the scheduler

    @Test
    void aSchedulerThatWasShutDown() throws Exception {
        scheduler.shutdown();
        Retrier retrier =
                Retrier.of(quick().scheduler(scheduler).listener(events).build());

        Throwable failure = failureOf(retrier.callAsync(Repeatability.IDEMPOTENT, attempt -> failing()));

        assertThat(failure).isSameAs(original);
        assertThat(everything(failure)).anyMatch(thrown -> thrown instanceof RejectedExecutionException);
        assertThat(Outcome.of(failure).attempts()).isEqualTo(1);
        assertEndedOnce(Ending.PERMANENT);
    }

    @Test
    void aSchedulerThatWasShutDownDoesNotMakeATimeLimitVoid() throws Exception {
        scheduler.shutdown();
        Retrier retrier = Retrier.of(
                quick().scheduler(scheduler).deadline(Duration.ofMillis(100)).build());

        Throwable failure = failureOf(retrier.callAsync(Repeatability.IDEMPOTENT, stages));

        assertThat(failure).isInstanceOf(TimeoutException.class);
        assertThat(stages.stage(1).isCancelled()).isTrue();
    }

    @Test
    void aSchedulerThatIsShutDownDuringAPause() throws Exception {
        Retrier retrier = Retrier.of(quick().backoff(Backoff.fixed(Duration.ofSeconds(1)))
                .scheduler(scheduler)
                .listener(events)
                .build());
        CompletableFuture<Object> call = retrier.callAsync(Repeatability.IDEMPOTENT, attempt -> failing());
        assertThat(scheduler.shutdownNow()).as("the pause").hasSize(1);

        Throwable failure = failureOf(call);

        assertThat(failure).isSameAs(original);
        assertThat(everything(failure)).anyMatch(thrown -> thrown instanceof RejectedExecutionException);
        assertThat(Outcome.of(failure).attempts()).isEqualTo(1);
    }

    @Test
    void aSchedulerThatIsShutDownDuringAnAttempt() throws Exception {
        Retrier retrier = Retrier.of(quick().attemptTimeout(Duration.ofMillis(200))
                .maxAttempts(1)
                .scheduler(scheduler)
                .build());
        CompletableFuture<Object> call = retrier.callAsync(Repeatability.IDEMPOTENT, stages);
        assertThat(scheduler.shutdownNow()).as("the time limit").hasSize(1);

        assertThat(failureOf(call)).isInstanceOf(TimeoutException.class);
    }

    @ParameterizedTest
    @EnumSource
    void aSchedulerThatThrowsAnything(Trouble trouble) throws Exception {
        ScheduledThreadPoolExecutor broken = new ScheduledThreadPoolExecutor(1) {
            @Override
            public ScheduledFuture<?> schedule(Runnable work, long delay, TimeUnit unit) {
                return trouble.strike();
            }

            @Override
            public void execute(Runnable work) {
                trouble.strike();
            }
        };
        StubbornStore store = new StubbornStore(true);
        BusinessAction action = new TestActions(new FakeTime(), store).open("keyed");
        Retrier retrier = Retrier.of(quick().scheduler(broken).listener(events).build());

        Throwable failure = failureOf(retrier.callAsync(CallSpec.of(action, "order 1"), attempt -> failing()));

        assertThat(failure).isInstanceOf(UnknownOutcomeException.class).hasCause(original);
        assertThat(everything(failure)).anyMatch(thrown -> "callback".equals(thrown.getMessage()));
        assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
        broken.shutdownNow();
    }

    @Test
    void theUsersSchedulerIsNeverShutDown() throws Exception {
        Retrier retrier = Retrier.of(quick().scheduler(scheduler).build());

        failureOf(retrier.callAsync(Repeatability.IDEMPOTENT, attempt -> failing()));

        assertThat(scheduler.isShutdown()).isFalse();
        assertThat(scheduler.getQueue()).isEmpty();
    }

    // ---- store and query

    @ParameterizedTest
    @EnumSource
    void aStore(Trouble trouble) throws Exception {
        for (int access = 1; access <= 3; access++) {
            for (boolean mayBlock : new boolean[] {true, false}) {
                int failing = access;
                StubbornStore store = new StubbornStore(mayBlock);
                BusinessAction action = new TestActions(new FakeTime(), store).open("keyed");
                store.failWith(trouble.make());
                store.failAt(now -> now == failing);
                Retrier retrier = Retrier.of(quick().build());

                Throwable failure = failureOf(retrier.callAsync(CallSpec.of(action, "order 1"), attempt -> failing()));

                assertThat(everything(failure)).anyMatch(thrown -> "callback".equals(thrown.getMessage()));
                store.recover();
                CompletableFuture<Object> again = retrier.callAsync(
                        CallSpec.of(action, "order 1"), attempt -> CompletableFuture.completedFuture("paid"));
                assertThat(resultOf(again))
                        .as("the turn was passed on after trouble at access %d", access)
                        .isEqualTo("paid");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStatusQuery(Trouble trouble) throws Exception {
        TestActions actions = new TestActions(new FakeTime()).finds(trouble::strike);
        BusinessAction action = actions.open("verifiable");
        RetryPolicy policy = quick().maxPolls(2).build();

        Throwable failure =
                failureOf(Retrier.of(policy).callAsync(CallSpec.of(action, "order 1"), attempt -> failing()));

        assertThat(failure).isInstanceOf(UnknownOutcomeException.class).hasCause(original);
        assertThat(actions.questions()).hasSize(2);
        assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
    }

    // ---- what hangs on the future

    @ParameterizedTest
    @EnumSource
    void aDerivedFutureThatFailsDoesNotDisturbTheCall(Trouble trouble) throws Exception {
        CompletableFuture<Object> call =
                Retrier.of(slow().listener(events).build()).callAsync(Repeatability.IDEMPOTENT, stages);
        CompletableFuture<Object> derived = call.thenApply(result -> trouble.strike());

        stages.stage(1).complete("result");

        assertThat(resultOf(call)).isEqualTo("result");
        assertThat(failureOf(derived)).hasRootCauseMessage("callback");
        assertEndedOnce(Ending.SUCCESS);
    }
}
