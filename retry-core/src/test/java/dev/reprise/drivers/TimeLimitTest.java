package dev.reprise.drivers;

import static dev.reprise.drivers.AsyncCalls.failureOf;
import static dev.reprise.drivers.AsyncCalls.quick;
import static dev.reprise.drivers.AsyncCalls.resultOf;
import static dev.reprise.drivers.AsyncCalls.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.CallSpec;
import dev.reprise.Outcome;
import dev.reprise.Retrier;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.StatusAnswer;
import dev.reprise.backoff.Backoff;
import dev.reprise.event.CallEnded;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.outcome.Verdict;
import dev.reprise.testkit.FakeScheduler;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.RecordingListener;
import dev.reprise.testkit.StubbornStore;
import dev.reprise.testkit.TestActions;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An asynchronous call ends in time even if its attempt, its store or its query never does. */
@Timeout(60)
class TimeLimitTest {

    private final FakeTime time = new FakeTime();
    private final FakeScheduler scheduler = new FakeScheduler(time);
    private final AsyncCalls.Stages stages = new AsyncCalls.Stages();
    private final RecordingListener events = new RecordingListener();

    // ---- attempts

    @Test
    void anAttemptThatTakesTooLongIsCancelledAndFollowedByAnother() throws Exception {
        Retrier retrier = Retrier.of(Policies.plain(time)
                .attemptTimeout(Duration.ofSeconds(1))
                .scheduler(scheduler)
                .build());
        CompletableFuture<Object> call = retrier.callAsync(Repeatability.IDEMPOTENT, stages);

        scheduler.runUntil(() -> stages.attempts() == 2);

        assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(1100));
        assertThat(stages.stage(1).isCancelled()).isTrue();
        stages.stage(2).complete("second");
        assertThat(resultOf(call)).isEqualTo("second");
        assertThat(scheduler.waiting()).as("the limit of the second attempt").isZero();
    }

    @Test
    void theDeadlineCompletesTheFutureWhileAnAttemptHangs() throws Exception {
        Retrier retrier = Retrier.of(Policies.plain(time)
                .deadline(Duration.ofSeconds(5))
                .scheduler(scheduler)
                .build());
        CompletableFuture<Object> call = retrier.callAsync(Repeatability.ONCE, stages);

        scheduler.runUntil(call::isDone);

        assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(5));
        Throwable failure = failureOf(call);
        assertThat(failure).isInstanceOf(UnknownOutcomeException.class).hasCauseInstanceOf(TimeoutException.class);
        assertThat(Outcome.of(failure).effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(stages.stage(1).isCancelled()).isTrue();
    }

    @Test
    void aClassifierThatKnowsBetterIsBelievedAboutAnAttemptThatTookTooLong() throws Exception {
        Retrier retrier = Retrier.of(Policies.plain(time)
                .attemptTimeout(Duration.ofSeconds(1))
                .faults(failure -> Verdict.transientFault(Effect.NOT_APPLIED))
                .scheduler(scheduler)
                .build());
        CompletableFuture<Object> call = retrier.callAsync(Repeatability.ONCE, stages);

        scheduler.runUntil(() -> stages.attempts() == 2);
        stages.stage(2).complete("second");

        assertThat(resultOf(call)).isEqualTo("second");
    }

    @Test
    void whatComesTooLateIsIgnoredAndClosed() throws Exception {
        AtomicInteger closed = new AtomicInteger();
        CompletableFuture<Object> deaf = new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean mayInterruptIfRunning) {
                return false;
            }
        };
        Retrier retrier = Retrier.of(Policies.plain(time)
                .attemptTimeout(Duration.ofSeconds(1))
                .scheduler(scheduler)
                .build());
        CompletableFuture<Object> call = retrier.callAsync(
                Repeatability.IDEMPOTENT, attempt -> attempt.number() == 1 ? deaf : stages.attempt(attempt));
        scheduler.runUntil(() -> stages.attempts() == 1);

        deaf.complete((AutoCloseable) closed::incrementAndGet);

        assertThat(closed).hasValue(1);
        assertThat(call.isDone()).isFalse();
        stages.stage(1).complete("second");
        assertThat(resultOf(call)).isEqualTo("second");
    }

    @Test
    void theLibrarysOwnTimerCutsToo() throws Exception {
        Retrier retrier = Retrier.of(quick().deadline(Duration.ofMillis(50)).build());

        Throwable failure = failureOf(retrier.callAsync(Repeatability.IDEMPOTENT, stages));

        assertThat(failure).isInstanceOf(TimeoutException.class).hasMessageContaining("ms");
        assertThat(stages.stage(1).isCancelled()).isTrue();
    }

    // ---- store, query, turn

    @Test
    void aStoreThatHangsBeforeTheSendIsLeftBehind() throws Exception {
        StubbornStore store = new StubbornStore(true);
        BusinessAction action = new TestActions(time, store).open("keyed");
        store.hangAt(access -> access == 1);
        Retrier retrier = Retrier.of(
                quick().deadline(Duration.ofMillis(200)).listener(events).build());

        Throwable failure = failureOf(retrier.callAsync(CallSpec.of(action, "order 1"), stages));

        assertThat(Outcome.of(failure).ending()).isEqualTo(Ending.STORE_FAILED);
        assertThat(stages.attempts()).isZero();
        store.release();
        store.recover();
        CompletableFuture<Object> again = Retrier.of(quick().build()).callAsync(CallSpec.of(action, "order 1"), stages);
        stages.stage(1).complete("paid");
        assertThat(resultOf(again)).as("the turn was passed on").isEqualTo("paid");
    }

    @Test
    void aStoreThatHangsAfterTheSendIsLeftBehind() throws Exception {
        StubbornStore store = new StubbornStore(true);
        BusinessAction action = new TestActions(time, store).open("keyed");
        store.hangAt(access -> access == 3);
        Retrier retrier = Retrier.of(quick().deadline(Duration.ofMillis(500)).build());
        CompletableFuture<Object> call = retrier.callAsync(CallSpec.of(action, "order 1"), stages);

        stages.stage(1).complete("paid");

        assertThat(resultOf(call))
                .as("the answer is known, whatever the store does")
                .isEqualTo("paid");
        store.release();
    }

    @Test
    void aQueryThatHangsIsInterruptedAtTheDeadline() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        TestActions actions = new TestActions(time).finds(() -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException stop) {
                interrupted.countDown();
            }
            return StatusAnswer.applied();
        });
        BusinessAction action = actions.open("verifiable");
        Retrier retrier = Retrier.of(quick().deadline(Duration.ofMillis(500)).build());
        CompletableFuture<Object> call = retrier.callAsync(
                CallSpec.of(action, "order 1"), attempt -> CompletableFuture.failedFuture(new IOException("lost")));

        Throwable failure = failureOf(call);

        assertThat(Outcome.of(failure).ending()).isEqualTo(Ending.DEADLINE);
        assertThat(interrupted.await(AsyncCalls.BOUND_SECONDS, TimeUnit.SECONDS))
                .isTrue();
        assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
    }

    @Test
    void whoWaitsForTheTurnGivesUpAtTheDeadlineAndOthersStillGetIt() throws Exception {
        BusinessAction action = new TestActions(time).open("keyed");
        Retrier patient = Retrier.of(quick().build());
        Retrier hurried = Retrier.of(
                quick().deadline(Duration.ofMillis(50)).listener(events).build());
        CompletableFuture<Object> first = patient.callAsync(CallSpec.of(action, "order 1"), stages);
        AsyncCalls.Stages others = new AsyncCalls.Stages();

        CompletableFuture<Object> second = hurried.callAsync(CallSpec.of(action, "order 1"), others);
        CompletableFuture<Object> third = patient.callAsync(CallSpec.of(action, "order 1"), others);

        assertThat(Outcome.of(failureOf(second)).ending()).isEqualTo(Ending.DEADLINE);
        assertThat(Outcome.of(failureOf(second)).effect())
                .as("somebody else is sending it")
                .isEqualTo(Effect.UNKNOWN);
        stages.stage(1).completeExceptionally(new IllegalStateException("nobody knows"));
        assertThat(failureOf(first)).isInstanceOf(UnknownOutcomeException.class);
        others.stage(1).complete("paid");
        assertThat(resultOf(third)).isEqualTo("paid");
        assertThat(others.attempts()).isEqualTo(1);
    }

    @Test
    void manyWaitForTheTurnAndOneSends() throws Exception {
        BusinessAction action = new TestActions(time).open("keyed");
        Retrier retrier = Retrier.of(quick().listener(events).build());
        CompletableFuture<?>[] calls = new CompletableFuture<?>[50];
        for (int i = 0; i < calls.length; i++) {
            calls[i] = retrier.callAsync(CallSpec.of(action, "order 1"), stages);
        }

        stages.stage(1).complete("paid");

        assertThat(calls[0].get(AsyncCalls.BOUND_SECONDS, TimeUnit.SECONDS)).isEqualTo("paid");
        until("the end of all", () -> events.only(CallEnded.class).size() == calls.length);
        assertThat(stages.attempts()).isEqualTo(1);
        assertThat(events.only(CallEnded.class))
                .extracting(CallEnded::ending)
                .containsOnlyOnce(Ending.SUCCESS)
                .contains(Ending.ALREADY_SETTLED);
    }

    // ---- a status query, on the way to an answer

    @Test
    void aQueryThatFindsTheActionAppliedEndsTheCall() throws Exception {
        TestActions actions =
                new TestActions(time).finds(StatusAnswer.running(), StatusAnswer.running(), StatusAnswer.applied());
        BusinessAction action = actions.open("verifiable");
        Retrier retrier = Retrier.of(quick().build());

        Throwable failure = failureOf(retrier.callAsync(
                CallSpec.of(action, "order 1"), attempt -> CompletableFuture.failedFuture(new IOException("lost"))));

        assertThat(Outcome.of(failure).ending()).isEqualTo(Ending.APPLIED_BY_QUERY);
        assertThat(actions.questions()).hasSize(3);
        assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
    }

    @Test
    void noPauseThatWouldEndAtTheDeadlineIsBegun() throws Exception {
        Retrier retrier = Retrier.of(Policies.plain(time)
                .deadline(Duration.ofSeconds(5))
                .backoff(Backoff.fixed(Duration.ofSeconds(5)))
                .scheduler(scheduler)
                .build());
        CompletableFuture<Object> call = retrier.callAsync(
                Repeatability.IDEMPOTENT, attempt -> CompletableFuture.failedFuture(new IOException("down")));

        assertThat(call.isDone()).isTrue();
        assertThat(Outcome.of(failureOf(call)).ending()).isEqualTo(Ending.DEADLINE);
        assertThat(time.elapsed()).isZero();
    }
}
