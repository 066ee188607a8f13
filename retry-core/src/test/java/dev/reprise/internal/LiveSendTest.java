package dev.reprise.internal;

import static dev.reprise.testkit.FakeTransport.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.action.StatusAnswer;
import dev.reprise.backoff.Backoff;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.TestActions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One send of an action at a time, in this process and in the others. */
@Timeout(60)
class LiveSendTest {

    private final FakeTime time = new FakeTime();
    private final TestActions actions = new TestActions(time);

    private static RetryPolicy.Builder realTime() {
        return RetryPolicy.builder("real time").backoff(Backoff.none()).deadline(Duration.ofSeconds(30));
    }

    private FakeTransport held(CountDownLatch sending, CountDownLatch answer, FakeTransport.Reply reply) {
        return new FakeTransport(
                time,
                FakeTransport.doing(
                        () -> {
                            sending.countDown();
                            try {
                                answer.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        reply));
    }

    @Test
    void twoPressesAtOnceAreOneSendAndBothGetItsAnswer() throws Exception {
        BusinessAction action = actions.open("keyed");
        CountDownLatch sending = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        FakeTransport first = held(sending, answer, status(201));
        FakeTransport second = new FakeTransport(time, status(500));

        CompletableFuture<FakeTransport.Ended> one =
                CompletableFuture.supplyAsync(() -> first.call(realTime().build(), Facts.bound(action, "body")));
        sending.await();
        CompletableFuture<FakeTransport.Ended> two = CompletableFuture.supplyAsync(
                () -> second.call(realTime().build(), Facts.bound(actions.open("keyed"), "body")));
        answer.countDown();

        assertThat(one.get(30, TimeUnit.SECONDS).answer().status()).isEqualTo(201);
        assertThat(two.get(30, TimeUnit.SECONDS).answer().status()).isEqualTo(201);
        assertThat(two.get().ending()).isEqualTo(Ending.ALREADY_SETTLED);
        assertThat(second.requests()).isZero();
    }

    @Test
    void theSecondPressSendsWithTheSameKeyIfTheFirstLeftADoubt() throws Exception {
        BusinessAction action = actions.open("keyed");
        CountDownLatch sending = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        FakeTransport first = held(sending, answer, FakeTransport.timeout());
        FakeTransport second = new FakeTransport(time, status(200));

        CompletableFuture<FakeTransport.Ended> one = CompletableFuture.supplyAsync(
                () -> first.call(realTime().maxAttempts(1).build(), Facts.bound(action, "body")));
        sending.await();
        CompletableFuture<FakeTransport.Ended> two =
                CompletableFuture.supplyAsync(() -> second.call(realTime().build(), Facts.bound(action, "body")));
        answer.countDown();

        assertThat(one.get(30, TimeUnit.SECONDS).thrown()).isInstanceOf(UnknownOutcomeException.class);
        assertThat(two.get(30, TimeUnit.SECONDS).ending()).isEqualTo(Ending.SUCCESS);
        assertThat(second.keys()).isEqualTo(first.keys());
        assertThat(second.seen().get(0).send())
                .as("the second send of the action")
                .isEqualTo(2);
    }

    @Test
    void whoWaitsForTheTurnGivesUpAtItsOwnDeadline() throws Exception {
        BusinessAction action = actions.open("keyed");
        CountDownLatch sending = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        FakeTransport first = held(sending, answer, status(201));
        CompletableFuture<FakeTransport.Ended> one =
                CompletableFuture.supplyAsync(() -> first.call(realTime().build(), Facts.bound(action, "body")));
        sending.await();
        FakeTransport second = new FakeTransport(time, status(200));

        FakeTransport.Ended two =
                second.call(realTime().deadline(Duration.ofMillis(200)).build(), Facts.bound(action, "body"));

        assertThat(two.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(two.thrown()).as("the other one may be applied").isInstanceOf(UnknownOutcomeException.class);
        assertThat(second.requests()).isZero();
        answer.countDown();
        assertThat(one.get(30, TimeUnit.SECONDS).ending()).isEqualTo(Ending.SUCCESS);
        assertThat(second.call(realTime().build(), Facts.bound(action, "body")).ending())
                .isEqualTo(Ending.ALREADY_SETTLED);
    }

    @Test
    void aCallThatBreaksWhileItWaitsForItsTurnDoesNotDenyWhatTheOtherSendMayHaveDone() {
        LogicalCall call = new LogicalCall(realTime().build(), Facts.bound(actions.open("keyed"), "body"));
        assertThat(call.start()).isEqualTo(Step.TURN);

        call.broke(new IllegalStateException("a scheduler that takes nothing"));

        assertThat(call.outcome().effect()).isEqualTo(Effect.UNKNOWN);
    }

    @Test
    void thirtyTwoPressesAreOneSend() throws Exception {
        BusinessAction action = actions.open("keyed");
        FakeTransport transport = new FakeTransport(time, status(201));
        CountDownLatch go = new CountDownLatch(1);
        List<CompletableFuture<FakeTransport.Ended>> presses = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        List<FakeTransport> others = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            FakeTransport mine = new FakeTransport(time, status(201));
            others.add(mine);
            CompletableFuture<FakeTransport.Ended> press = new CompletableFuture<>();
            presses.add(press);
            Thread thread = new Thread(() -> {
                try {
                    go.await();
                    press.complete(mine.call(realTime().build(), Facts.bound(action, "body")));
                } catch (Throwable e) {
                    press.completeExceptionally(e);
                }
            });
            threads.add(thread);
            thread.start();
        }

        go.countDown();

        for (CompletableFuture<FakeTransport.Ended> press : presses) {
            assertThat(press.get(30, TimeUnit.SECONDS).answer().status()).isEqualTo(201);
        }
        assertThat(others.stream().mapToInt(FakeTransport::requests).sum()).isEqualTo(1);
        assertThat(transport.requests()).isZero();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void anotherProcessThatIsSendingIsLeftAlone() {
        InMemoryActionStore store = new InMemoryActionStore();
        TestActions here = new TestActions(time, store);
        BusinessAction mine = here.open("keyed");
        BusinessAction theirs = here.on(time).find(mine.id());
        FakeTransport there = new FakeTransport(time, status(200));
        List<FakeTransport.Ended> nested = new ArrayList<>();
        FakeTransport transport = new FakeTransport(
                time,
                FakeTransport.doing(
                        () -> nested.add(there.call(Policies.plain(time).build(), Facts.bound(theirs, "body"))),
                        status(201)));

        transport.call(Policies.plain(time).build(), Facts.bound(mine, "body"));

        assertThat(there.requests()).isZero();
        assertThat(nested.get(0).ending()).isEqualTo(Ending.IN_FLIGHT_ELSEWHERE);
        assertThat(nested.get(0).outcome().effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(nested.get(0).thrown()).isInstanceOf(UnknownOutcomeException.class);
    }

    @Test
    void aProcessThatWasFrozenInAPauseDoesNotSendLate() {
        BusinessAction action = actions.open("keyed");
        time.duringSleep(() -> time.jumpWall(Duration.ofMinutes(10)));
        FakeTransport transport = new FakeTransport(time, FakeTransport.timeout(), status(200));

        FakeTransport.Ended ended = transport.call(
                Policies.plain(time).deadline(Duration.ofMinutes(1)).build(), Facts.bound(action, "body"));

        assertThat(transport.requests()).isEqualTo(1);
        assertThat(ended.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
    }

    @Test
    void anUnboundCallDoesNotReadTheWallClockForThat() {
        time.duringSleep(() -> time.jumpWall(Duration.ofDays(10)));
        FakeTransport transport = new FakeTransport(time, status(503), status(200));

        assertThat(transport.call(Policies.plain(time).build(), Facts.of("GET")).ending())
                .isEqualTo(Ending.SUCCESS);
    }

    @Test
    void aCrashReadsAsADoubtOnceItsTimeIsOver() {
        InMemoryActionStore store = new InMemoryActionStore();
        TestActions crashed = new TestActions(time, store);
        BusinessAction before = crashed.open("verifiable");
        CallFacts facts = Facts.bound(before, "body");
        LogicalCall call = new LogicalCall(
                Policies.plain(time).deadline(Duration.ofMinutes(1)).build(), facts);
        call.start();
        call.turnTaken(call.turn().join());
        assertThat(call.recorded(call.recording().run())).isEqualTo(Step.ATTEMPT);
        // And here the process ends.
        time.pass(Duration.ofMinutes(2));
        TestActions restarted = new TestActions(time, store).finds(StatusAnswer.applied());
        BusinessAction after = restarted.open("verifiable");
        FakeTransport transport = new FakeTransport(time, status(200));

        assertThat(after.id()).isEqualTo(before.id());
        assertThat(after.state()).isEqualTo(ActionState.IN_DOUBT);
        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(after, "body"));

        assertThat(transport.requests()).isZero();
        assertThat(restarted.questions()).hasSize(1);
        assertThat(ended.ending()).isEqualTo(Ending.APPLIED_BY_QUERY);
    }

    @Test
    void anotherPayloadIsRefusedBeforeAnyByteLeaves() {
        BusinessAction action = actions.open("keyed");
        FakeTransport transport = new FakeTransport(time, FakeTransport.timeout());
        transport.call(Policies.plain(time).build(), Facts.bound(action, "100 EUR"));
        int before = transport.requests();

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(action, "200 EUR"));

        assertThat(transport.requests()).isEqualTo(before);
        assertThat(ended.ending()).isEqualTo(Ending.PAYLOAD_MISMATCH);
        assertThat(ended.thrown().getMessage()).doesNotContain("EUR");
    }
}
