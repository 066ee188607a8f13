package dev.reprise.drivers;

import static dev.reprise.drivers.AsyncCalls.failureOf;
import static dev.reprise.drivers.AsyncCalls.quick;
import static dev.reprise.drivers.AsyncCalls.resultOf;
import static dev.reprise.drivers.AsyncCalls.slow;
import static dev.reprise.drivers.AsyncCalls.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.CallSpec;
import dev.reprise.Outcome;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.StatusAnswer;
import dev.reprise.backoff.Backoff;
import dev.reprise.breaker.BreakerSettings;
import dev.reprise.breaker.CircuitBreaker;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.event.AttemptStarted;
import dev.reprise.event.CallEnded;
import dev.reprise.event.RetryListener;
import dev.reprise.event.RetryScheduled;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.outcome.Verdict;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.RecordingListener;
import dev.reprise.testkit.StubbornStore;
import dev.reprise.testkit.TestActions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever cancels an asynchronous call, wherever it is: no attempt starts any more, and nothing of it is left. */
@Timeout(120)
class C40_CancelTest {

    private final ScheduledThreadPoolExecutor scheduler = AsyncCalls.scheduler();
    private final RecordingListener events = new RecordingListener();
    private final AsyncCalls.Stages stages = new AsyncCalls.Stages();
    private final TestActions actions = new TestActions(new FakeTime());

    @AfterEach
    void stop() {
        scheduler.shutdownNow();
    }

    private void assertStopped(int attempts) throws Exception {
        until("the end of the call", () -> !events.only(CallEnded.class).isEmpty());
        assertThat(stages.attempts()).isEqualTo(attempts);
        assertThat(events.only(CallEnded.class)).extracting(CallEnded::ending).containsExactly(Ending.CANCELLED);
        assertThat(scheduler.getQueue())
                .as("nothing of the call is left in the scheduler")
                .isEmpty();
    }

    private CompletableFuture<Object> paused() throws Exception {
        CompletableFuture<Object> call =
                retrier(slow().scheduler(scheduler)).callAsync(Repeatability.IDEMPOTENT, stages);
        stages.stage(1).completeExceptionally(new IOException("down"));
        assertThat(scheduler.getQueue()).as("the pause").hasSize(1);
        return call;
    }

    private Retrier retrier(RetryPolicy.Builder policy) {
        return Retrier.of(policy.listener(events).build());
    }

    // ---- in a pause

    @Test
    void a_inAPause() throws Exception {
        CompletableFuture<Object> call = paused();

        assertThat(call.cancel(false)).isTrue();

        assertStopped(1);
        assertThat(call.isCancelled()).isTrue();
        assertThat(call.cancel(true)).as("cancelled already").isTrue();
    }

    static Stream<Arguments> derivations() {
        return Stream.of(
                derived("thenApply", call -> call.thenApply(result -> result)),
                derived("thenCompose", call -> call.thenCompose(CompletableFuture::completedFuture)),
                derived("handle", call -> call.handle((result, failure) -> result)),
                derived("whenComplete", call -> call.whenComplete((result, failure) -> {})),
                derived("exceptionally", call -> call.exceptionally(failure -> "none")),
                derived("thenCombine", call -> call.thenCombine(call, (one, two) -> one)),
                derived("copy", CompletableFuture::copy),
                derived("three steps", call -> call.thenApply(result -> result)
                        .thenCompose(CompletableFuture::completedFuture)
                        .whenComplete((result, failure) -> {})));
    }

    private static Arguments derived(String name, UnaryOperator<CompletableFuture<Object>> derivation) {
        return Arguments.of(Named.of(name, derivation));
    }

    @ParameterizedTest
    @MethodSource("derivations")
    void throughAFutureThatWasDerived(UnaryOperator<CompletableFuture<Object>> derivation) throws Exception {
        CompletableFuture<Object> call = paused();

        assertThat(derivation.apply(call).cancel(true)).isTrue();

        assertStopped(1);
        assertThat(call.isCancelled()).isTrue();
    }

    static Stream<Arguments> otherEnds() {
        return Stream.of(
                end("complete", call -> call.complete("by hand")),
                end("completeExceptionally", call -> call.completeExceptionally(new IOException("by hand"))),
                end("obtrudeValue", call -> call.obtrudeValue("by hand")),
                end("obtrudeException", call -> call.obtrudeException(new IOException("by hand"))),
                end("orTimeout", call -> call.orTimeout(1, TimeUnit.MILLISECONDS)),
                end("completeOnTimeout", call -> call.completeOnTimeout("late", 1, TimeUnit.MILLISECONDS)));
    }

    private static Arguments end(String name, Consumer<CompletableFuture<Object>> end) {
        return Arguments.of(Named.of(name, end));
    }

    @ParameterizedTest
    @MethodSource("otherEnds")
    void whoCompletesTheFutureByHandStopsTheCallToo(Consumer<CompletableFuture<Object>> end) throws Exception {
        CompletableFuture<Object> call = paused();

        end.accept(call);

        assertStopped(1);
        assertThat(call.isDone()).isTrue();
    }

    @Test
    void e_afterAWaitThatWasTooLong() throws Exception {
        CompletableFuture<Object> call = paused();
        assertThatThrownBy(() -> call.get(1, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);

        assertThat(call.cancel(true)).isTrue();

        assertStopped(1);
    }

    // ---- in flight

    @Test
    void c_inFlightTheAttemptIsCancelled() throws Exception {
        CompletableFuture<Object> call =
                retrier(slow().scheduler(scheduler)).callAsync(Repeatability.IDEMPOTENT, stages);

        assertThat(call.cancel(true)).isTrue();

        assertThat(stages.stage(1).isCancelled()).isTrue();
        assertStopped(1);
    }

    @Test
    void theTimeLimitOfACancelledAttemptIsGone() throws Exception {
        CompletableFuture<Object> call = retrier(slow().scheduler(scheduler).attemptTimeout(Duration.ofHours(1)))
                .callAsync(Repeatability.IDEMPOTENT, stages);
        assertThat(scheduler.getQueue()).hasSize(1);

        call.cancel(true);

        assertStopped(1);
    }

    @Test
    void whatComesOfACancelledAttemptIsClosed() throws Exception {
        AtomicBoolean closed = new AtomicBoolean();
        AutoCloseable late = () -> closed.set(true);
        CompletableFuture<Object> stubborn = new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean mayInterruptIfRunning) {
                return false;
            }
        };
        CompletableFuture<Object> call = retrier(slow()).callAsync(Repeatability.IDEMPOTENT, attempt -> stubborn);

        call.cancel(true);
        stubborn.complete(late);

        until("closing", closed::get);
    }

    @Test
    void aResultThatCameJustTooLateIsClosedToo() throws Exception {
        AtomicBoolean closed = new AtomicBoolean();
        AtomicReference<CompletableFuture<Object>> call = new AtomicReference<>();
        CompletableFuture<Object> stage = new CompletableFuture<>();
        CallSpec<Object> cancelsWhileJudging = CallSpec.<Object>of(Repeatability.IDEMPOTENT)
                .results(result -> {
                    call.get().cancel(true);
                    return Verdict.success();
                });
        call.set(retrier(slow()).callAsync(cancelsWhileJudging, attempt -> stage));

        stage.complete((AutoCloseable) () -> closed.set(true));

        until("closing", closed::get);
        assertThat(call.get().isCancelled()).isTrue();
    }

    @Test
    void aBoundActionIsLeftInDoubtAndTheTurnIsPassedOn() throws Exception {
        BusinessAction action = actions.open("keyed");
        Retrier retrier = retrier(slow().scheduler(scheduler));
        CompletableFuture<Object> call = retrier.callAsync(CallSpec.of(action, "order 1"), stages);

        call.cancel(true);

        assertStopped(1);
        assertThat(events.only(CallEnded.class)).extracting(CallEnded::effect).containsExactly(Effect.UNKNOWN);
        assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
        CompletableFuture<Object> again = retrier.callAsync(CallSpec.of(action, "order 1"), stages);
        stages.stage(2).complete("paid");
        assertThat(resultOf(again)).isEqualTo("paid");
    }

    // ---- what a call holds of its scope

    @Test
    void inAPauseTheTokenOfTheRetryIsGivenBack() throws Exception {
        Retrier retrier = retrier(slow().scheduler(scheduler)
                .budget(BudgetSettings.DEFAULT.ratio(0).floor(5).window(BudgetSettings.LONGEST_WINDOW)));
        CompletableFuture<Object> call = retrier.callAsync(Repeatability.IDEMPOTENT, stages);
        assertThat(retrier.snapshot().get("").retriesAvailable()).isEqualTo(5);
        stages.stage(1).completeExceptionally(new IOException("down"));
        assertThat(retrier.snapshot().get("").retriesAvailable()).as("reserved").isEqualTo(4);

        call.cancel(true);

        assertStopped(1);
        assertThat(retrier.snapshot().get("").retriesAvailable()).isEqualTo(5);
    }

    @Test
    void inFlightTheBreakerIsNotChargedAndTheProbeIsGivenBack() throws Exception {
        FakeTime time = new FakeTime();
        Retrier retrier = retrier(slow().scheduler(scheduler)
                .maxAttempts(1)
                .ticker(time.ticker())
                .breaker(BreakerSettings.consecutiveFailures(1)
                        .openFor(Duration.ofSeconds(30))
                        .openJitter(0)));
        CompletableFuture<Object> opening = retrier.callAsync(Repeatability.IDEMPOTENT, stages);
        stages.stage(1).completeExceptionally(new IOException("down"));
        assertThat(failureOf(opening)).hasMessage("down");
        time.pass(Duration.ofSeconds(30));

        CompletableFuture<Object> probe = retrier.callAsync(Repeatability.IDEMPOTENT, stages);
        assertThat(stages.attempts()).isEqualTo(2);
        CompletableFuture<Object> refused = retrier.callAsync(Repeatability.IDEMPOTENT, stages);
        assertThat(Outcome.of(failureOf(refused)).ending()).isEqualTo(Ending.BREAKER);
        probe.cancel(true);

        CompletableFuture<Object> next = retrier.callAsync(Repeatability.IDEMPOTENT, stages);
        stages.stage(3).complete("back");
        assertThat(resultOf(next)).isEqualTo("back");
        assertThat(retrier.snapshot().get("").breaker().state()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    // ---- before anything was sent

    @Test
    void whileItWaitsForTheTurn() throws Exception {
        BusinessAction action = actions.open("keyed");
        Retrier retrier = retrier(slow().scheduler(scheduler));
        CompletableFuture<Object> first = retrier.callAsync(CallSpec.of(action, "order 1"), stages);
        assertThat(stages.attempts()).isEqualTo(1);
        AsyncCalls.Stages others = new AsyncCalls.Stages();
        CompletableFuture<Object> second = retrier.callAsync(CallSpec.of(action, "order 1"), others);

        assertThat(second.cancel(true)).isTrue();

        assertThat(events.only(CallEnded.class)).extracting(CallEnded::ending).containsExactly(Ending.CANCELLED);
        stages.stage(1).complete("paid");
        assertThat(resultOf(first)).isEqualTo("paid");
        assertThat(others.attempts()).isZero();
    }

    @Test
    void whileTheStoreIsWritten() throws Exception {
        StubbornStore store = new StubbornStore(true);
        BusinessAction action = new TestActions(new FakeTime(), store).open("keyed");
        store.hangAt(access -> access == 1);
        CompletableFuture<Object> call =
                retrier(slow().scheduler(scheduler)).callAsync(CallSpec.of(action, "order 1"), stages);
        store.awaitHanging();

        assertThat(call.cancel(true)).isTrue();
        store.release();

        assertStopped(0);
        assertThat(action.state()).as("nothing was sent").isEqualTo(ActionState.OPEN);
    }

    @Test
    void whileTheQueryIsAsked() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        actions.finds(() -> {
            asked.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException stop) {
                interrupted.countDown();
            }
            return StatusAnswer.applied();
        });
        BusinessAction action = actions.open("verifiable");
        CompletableFuture<Object> call =
                retrier(slow().scheduler(scheduler)).callAsync(CallSpec.of(action, "order 1"), stages);
        stages.stage(1).completeExceptionally(new IOException("lost"));
        asked.await();

        assertThat(call.cancel(true)).isTrue();

        assertThat(interrupted.await(AsyncCalls.BOUND_SECONDS, TimeUnit.SECONDS))
                .isTrue();
        assertStopped(1);
        assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
    }

    // ---- from within

    @Test
    void fromAListenerNoFurtherAttemptStarts() throws Exception {
        AtomicReference<CompletableFuture<Object>> call = new AtomicReference<>();
        RetryListener canceller = new RetryListener() {
            @Override
            public void retryScheduled(RetryScheduled event) {
                call.get().cancel(true);
            }
        };
        call.set(retrier(quick().backoff(Backoff.none()).listener(canceller))
                .callAsync(Repeatability.IDEMPOTENT, stages));

        stages.stage(1).completeExceptionally(new IOException("down"));

        assertStopped(1);
    }

    @Test
    void fromTheOperationItself() throws Exception {
        AtomicReference<CompletableFuture<Object>> call = new AtomicReference<>();
        AtomicInteger attempts = new AtomicInteger();
        call.set(retrier(quick()).callAsync(Repeatability.IDEMPOTENT, attempt -> {
            if (attempts.incrementAndGet() == 2) {
                until("the future", () -> call.get() != null);
                call.get().cancel(true);
            }
            return CompletableFuture.failedFuture(new IOException("down"));
        }));

        assertThat(failureOf(call.get())).isInstanceOf(CancellationException.class);
        until("the end of the call", () -> !events.only(CallEnded.class).isEmpty());
        assertThat(attempts).hasValue(2);
    }

    @Test
    void aCancelDoesNotWaitForEverForAnAttemptThatBlocksInItsStart() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        CompletableFuture<Object> call = retrier(quick()).callAsync(Repeatability.IDEMPOTENT, attempt -> {
            if (attempt.number() == 1) {
                throw new IOException("down");
            }
            entered.countDown();
            leave.await();
            return new CompletableFuture<>();
        });
        entered.await();

        assertThat(call.cancel(true)).isTrue();

        leave.countDown();
        until("the end of the call", () -> !events.only(CallEnded.class).isEmpty());
    }

    // ---- races

    @Test
    void d_noAttemptStartsAfterCancelReturnedTrue() throws Exception {
        int rounds = 10_000;
        ExecutorService other = Executors.newSingleThreadExecutor();
        CyclicBarrier start = new CyclicBarrier(2);
        AtomicInteger late = new AtomicInteger();
        List<Integer> attempts = new ArrayList<>();
        AtomicInteger counted = new AtomicInteger();
        RetryListener counter = new RetryListener() {
            @Override
            public void attemptStarted(AttemptStarted event) {
                counted.incrementAndGet();
            }
        };
        Retrier retrier = Retrier.of(
                quick().backoff(Backoff.none()).logging(false).listener(counter).build());
        try {
            for (int round = 0; round < rounds; round++) {
                AtomicBoolean cancelReturned = new AtomicBoolean();
                AtomicInteger started = new AtomicInteger();
                CompletableFuture<Object> first = new CompletableFuture<>();
                CompletableFuture<Object> call = retrier.callAsync(Repeatability.IDEMPOTENT, attempt -> {
                    if (cancelReturned.get()) {
                        late.incrementAndGet();
                    }
                    return started.incrementAndGet() == 1 ? first : new CompletableFuture<>();
                });
                IOException down = new IOException("down");
                int turns = round % 64;
                var failing = other.submit(() -> {
                    start.await();
                    first.completeExceptionally(down);
                    return null;
                });
                start.await();
                for (int i = 0; i < turns; i++) {
                    Thread.onSpinWait();
                }
                boolean cancelled = call.cancel(true);
                cancelReturned.set(true);
                failing.get(AsyncCalls.BOUND_SECONDS, TimeUnit.SECONDS);
                assertThat(cancelled).isTrue();
                attempts.add(started.get());
            }
        } finally {
            other.shutdownNow();
        }
        assertThat(late).hasValue(0);
        assertThat(attempts).as("both orders were met").contains(1, 2);
        assertThat(counted)
                .as("what was counted was started")
                .hasValue(attempts.stream().mapToInt(Integer::intValue).sum());
    }
}
