package dev.reprise.internal;

import static dev.reprise.testkit.FakeTransport.doing;
import static dev.reprise.testkit.FakeTransport.fails;
import static dev.reprise.testkit.FakeTransport.status;
import static dev.reprise.testkit.FakeTransport.timeout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RetryPolicy;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.StatusAnswer;
import dev.reprise.backoff.Backoff;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Evidence;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.RecordingListener;
import dev.reprise.testkit.TestActions;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Cancel and interrupt, wherever a call is: no attempt starts after them, and what was sent stays recorded. */
@Timeout(60)
class StopTest {

    private final FakeTime time = new FakeTime();
    private final TestActions actions = new TestActions(time);

    @AfterEach
    void clearFlag() {
        assertThat(Thread.interrupted()).as("no test leaves the flag set").isFalse();
    }

    private static void interrupt() {
        Thread.currentThread().interrupt();
    }

    private void assertInterrupted(FakeTransport.Ended ended) {
        assertThat(Thread.interrupted()).as("the flag stays set").isTrue();
        assertThat(ended.ending()).isEqualTo(Ending.INTERRUPTED);
    }

    // ---- interrupt

    @Test
    void interruptedBeforeItStarts() {
        FakeTransport transport = new FakeTransport(time, status(200));
        interrupt();

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.of("GET"));

        assertInterrupted(ended);
        assertThat(transport.requests()).isZero();
        assertThat(ended.outcome().attempts()).isEqualTo(0);
    }

    @Test
    void interruptedBeforeABoundCallStartsLeavesTheActionOpen() {
        BusinessAction action = actions.open("keyed");
        FakeTransport transport = new FakeTransport(time, status(200));
        interrupt();

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(action, "body"));

        assertInterrupted(ended);
        assertThat(transport.requests()).isZero();
        assertThat(ended.outcome().effect()).isEqualTo(Effect.NOT_APPLIED);
        assertThat(action.state()).isEqualTo(ActionState.OPEN);
    }

    @Test
    void interruptedInAPause() {
        time.duringSleep(StopTest::interrupt);
        FakeTransport transport = new FakeTransport(time, status(503), status(200));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.of("GET"));

        assertInterrupted(ended);
        assertThat(transport.requests()).isEqualTo(1);
    }

    @Test
    void interruptedInAPauseThatDoesNotNotice() {
        FakeTransport transport = new FakeTransport(time, status(503), status(200));
        RetryPolicy deaf = Policies.plain(time).sleeper(nanos -> interrupt()).build();

        FakeTransport.Ended ended = transport.call(deaf, Facts.of("GET"));

        assertInterrupted(ended);
        assertThat(transport.requests()).isEqualTo(1);
    }

    @Test
    void aRetryThatDoesNotStartIsNotToldOf() {
        RecordingListener events = new RecordingListener();
        time.duringSleep(StopTest::interrupt);

        new FakeTransport(time, status(503), status(200))
                .call(Policies.plain(time).listener(events).build(), Facts.of("GET"));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(events.names()).containsExactly("AttemptStarted", "AttemptFinished", "RetryScheduled", "CallEnded");
    }

    @Test
    void interruptedInAPauseLeavesABoundActionInDoubt() {
        BusinessAction action = actions.open("keyed");
        time.duringSleep(StopTest::interrupt);
        FakeTransport transport = new FakeTransport(time, timeout(), status(200));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(action, "body"));

        assertInterrupted(ended);
        assertThat(ended.outcome().actionState()).isEqualTo(ActionState.IN_DOUBT);
        assertThat(transport
                        .call(Policies.plain(time).build(), Facts.bound(action, "body"))
                        .ending())
                .as("the turn was passed on")
                .isEqualTo(Ending.SUCCESS);
    }

    @Test
    void interruptedBeforeAFreeResend() {
        FakeTransport transport = new FakeTransport(
                time,
                doing(StopTest::interrupt, fails(new IOException("stale"), FakeTransport.staleConnection())),
                status(200));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.of("GET"));

        assertInterrupted(ended);
        assertThat(transport.requests()).isEqualTo(1);
    }

    @Test
    void interruptedInAnAttemptThatSucceedsAllTheSame() {
        FakeTransport transport = new FakeTransport(time, doing(StopTest::interrupt, status(200)));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.of("GET"));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(ended.answer()).isNotNull();
    }

    @Test
    void interruptedWhileItWaitsForTheTurn() throws Exception {
        BusinessAction action = actions.open("keyed");
        CountDownLatch sending = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        FakeTransport first = new FakeTransport(
                time,
                doing(
                        () -> {
                            sending.countDown();
                            await(answer);
                        },
                        status(201)));
        RetryPolicy policy = RetryPolicy.builder("real time").build();
        CompletableFuture<FakeTransport.Ended> one =
                CompletableFuture.supplyAsync(() -> first.call(policy, Facts.bound(action, "body")));
        sending.await();
        FakeTransport second = new FakeTransport(time, status(200));
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        CompletableFuture<FakeTransport.Ended> two = new CompletableFuture<>();
        Thread waiter = new Thread(() -> {
            two.complete(second.call(policy, Facts.bound(action, "body")));
            flag.complete(Thread.currentThread().isInterrupted());
        });
        waiter.start();
        while (waiter.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }

        waiter.interrupt();

        assertThat(two.get(30, TimeUnit.SECONDS).ending()).isEqualTo(Ending.INTERRUPTED);
        assertThat(flag.get(30, TimeUnit.SECONDS)).isTrue();
        assertThat(second.requests()).isZero();
        answer.countDown();
        assertThat(one.get(30, TimeUnit.SECONDS).ending()).isEqualTo(Ending.SUCCESS);
        assertThat(second.call(policy, Facts.bound(action, "body")).ending()).isEqualTo(Ending.ALREADY_SETTLED);
    }

    @Test
    void interruptedWhileItAsks() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        actions.finds(() -> {
            asked.countDown();
            new CountDownLatch(1).await();
            return StatusAnswer.applied();
        });
        BusinessAction action = actions.open("verifiable");
        FakeTransport transport = new FakeTransport(time, timeout());
        Thread caller = Thread.currentThread();
        Thread interrupter = new Thread(() -> {
            await(asked);
            caller.interrupt();
        });
        interrupter.start();

        FakeTransport.Ended ended =
                transport.call(RetryPolicy.builder("real time").build(), Facts.bound(action, "body"));

        assertInterrupted(ended);
        assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
        interrupter.join();
    }

    // ---- cancel

    @Test
    void cancelledBeforeItStarts() {
        FakeTransport transport = new FakeTransport(time, status(200));
        transport.cancel();

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.of("GET"));

        assertThat(ended.ending()).isEqualTo(Ending.CANCELLED);
        assertThat(transport.requests()).isZero();
    }

    @Test
    void cancelledInAPause() {
        FakeTransport transport = new FakeTransport(time, status(503), status(200));
        time.duringSleep(transport::cancel);

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.of("GET"));

        assertThat(ended.ending()).isEqualTo(Ending.CANCELLED);
        assertThat(transport.requests()).isEqualTo(1);
        assertThat(ended.thrown()).isNotNull();
    }

    @Test
    void aRealPauseEndsAtOnce() throws Exception {
        FakeTransport transport = new FakeTransport(time, status(503), status(200));
        RetryPolicy policy = RetryPolicy.builder("real time")
                .backoff(Backoff.fixed(Duration.ofMinutes(10)))
                .deadline(Duration.ofHours(1))
                .build();
        CompletableFuture<FakeTransport.Ended> call =
                CompletableFuture.supplyAsync(() -> transport.call(policy, Facts.of("GET")));
        while (transport.releases() == 0) {
            Thread.onSpinWait();
        }

        transport.cancel();

        assertThat(call.get(30, TimeUnit.SECONDS).ending()).isEqualTo(Ending.CANCELLED);
        assertThat(transport.requests()).isEqualTo(1);
    }

    @Test
    void cancelledInFlightLeavesABoundActionInDoubt() {
        BusinessAction action = actions.open("keyed");
        Evidence cancelled = new Evidence(true, 1, true, false, false, false, false, true);
        FakeTransport transport = new FakeTransport(time, fails(new IOException("Canceled"), cancelled), status(200));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(action, "body"));

        assertThat(transport.requests()).isEqualTo(1);
        assertThat(ended.ending()).isEqualTo(Ending.CANCELLED);
        assertThat(ended.thrown()).hasMessage("Canceled");
        assertThat(ended.outcome().effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
    }

    @Test
    void cancelledBeforeAFreeResend() {
        FakeTransport[] transport = new FakeTransport[1];
        transport[0] = new FakeTransport(
                time,
                doing(
                        () -> transport[0].cancel(),
                        fails(new IOException("REFUSED_STREAM"), FakeTransport.refusedByPeer())),
                status(200));

        FakeTransport.Ended ended = transport[0].call(Policies.plain(time).build(), Facts.of("GET"));

        assertThat(ended.ending()).isEqualTo(Ending.CANCELLED);
        assertThat(transport[0].requests()).isEqualTo(1);
    }

    @Test
    void anAnswerThatArrivedIsNotThrownAwayByALateCancel() {
        Evidence late = new Evidence(true, 1, true, true, false, false, false, true);
        LogicalCall call = new LogicalCall(Policies.plain(time).build(), Facts.of("GET"));
        call.start();
        call.ended(HttpJudge.answered(call, dev.reprise.http.HttpAnswer.of(200), late, false));

        assertThat(call.outcome().ending()).isEqualTo(Ending.SUCCESS);
    }

    @Test
    void cancelledWhileItAsks() throws Exception {
        BusinessAction action = actions.open("verifiable");
        FakeTransport transport = new FakeTransport(time, timeout());
        CountDownLatch asked = new CountDownLatch(1);
        actions.finds(() -> {
            asked.countDown();
            new CountDownLatch(1).await();
            return StatusAnswer.applied();
        });
        CompletableFuture<FakeTransport.Ended> call = CompletableFuture.supplyAsync(
                () -> transport.call(RetryPolicy.builder("real time").build(), Facts.bound(action, "body")));
        asked.await();

        transport.cancel();

        assertThat(call.get(30, TimeUnit.SECONDS).ending()).isEqualTo(Ending.CANCELLED);
        assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
    }

    // ---- a driver that breaks

    @Test
    void aTransportThatThrowsEndsTheCallInGoodOrder() {
        BusinessAction action = actions.open("keyed");
        FakeTransport transport = new FakeTransport(
                time,
                (self, call) -> {
                    throw new NoClassDefFoundError("okio");
                },
                status(200));

        assertThatThrownBy(() -> transport.call(Policies.plain(time).build(), Facts.bound(action, "body")))
                .isInstanceOf(NoClassDefFoundError.class);

        assertThat(transport.requests()).isEqualTo(1);
        assertThat(action.state()).as("nobody knows what was sent").isEqualTo(ActionState.IN_DOUBT);
        assertThat(transport
                        .call(Policies.plain(time).build(), Facts.bound(action, "body"))
                        .ending())
                .as("the turn was passed on")
                .isEqualTo(Ending.SUCCESS);
    }

    @Test
    void aSleeperThatThrowsEndsTheCallInGoodOrder() {
        BusinessAction action = actions.open("keyed");
        FakeTransport transport = new FakeTransport(time, timeout(), status(200));
        RetryPolicy broken = Policies.plain(time)
                .sleeper(nanos -> {
                    throw new IllegalStateException("no sleep");
                })
                .build();

        assertThatThrownBy(() -> transport.call(broken, Facts.bound(action, "body")))
                .isInstanceOf(IllegalStateException.class);

        assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
        assertThat(transport
                        .call(Policies.plain(time).build(), Facts.bound(action, "body"))
                        .ending())
                .isEqualTo(Ending.SUCCESS);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
