package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.backoff.Backoff;
import dev.reprise.event.RetryListener;
import dev.reprise.event.RetryScheduled;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Gate;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.Call;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** A cancelled call sends nothing more and ends at once. */
class C40_CancelTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private static OkHttpClient pausing(CountDownLatch begun) {
        return RetryOkHttp.wrap(
                Calls.plain(),
                Calls.policy()
                        .backoff(Backoff.fixed(LONG))
                        .deadline(LONG.multipliedBy(9))
                        .sleeper(new Pausing(begun))
                        .build());
    }

    private static void assertCancelled(Result result) {
        assertThat(result.failure()).isInstanceOf(IOException.class);
        assertThat(result.ending()).isEqualTo(Ending.CANCELLED);
        assertThat(result.attempts()).isEqualTo(1);
        assertThat(result.took()).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void in_a_pause() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(503));
            CountDownLatch begun = new CountDownLatch(1);
            Call call = pausing(begun).newCall(Calls.get(server, "/"));
            CompletableFuture<Result> running = CompletableFuture.supplyAsync(() -> Result.of(call));
            assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
            call.cancel();
            Result result = running.get(10, TimeUnit.SECONDS);
            assertCancelled(result);
            assertThat(result.failure()).hasMessage("Canceled");
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void in_a_pause_of_a_bound_call_which_stays_in_doubt() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
            CountDownLatch begun = new CountDownLatch(1);
            BusinessAction action = Calls.actions().open("payment", "order-1");
            Call call = pausing(begun).newCall(RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            CompletableFuture<Result> running = CompletableFuture.supplyAsync(() -> Result.of(call));
            assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
            call.cancel();
            assertCancelled(running.get(10, TimeUnit.SECONDS));
            assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void between_the_decision_and_the_pause() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(503));
            AtomicReference<Call> call = new AtomicReference<>();
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain(),
                    Calls.policy()
                            .backoff(Backoff.fixed(LONG))
                            .deadline(LONG.multipliedBy(9))
                            .listener(new RetryListener() {
                                @Override
                                public void retryScheduled(RetryScheduled event) {
                                    call.get().cancel();
                                }
                            })
                            .build());
            call.set(client.newCall(Calls.get(server, "/")));
            assertCancelled(Result.of(call.get()));
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void in_flight() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            Gate gate = new Gate();
            server.otherwise(Script.answer(200).holdingAt(Point.COMMITTED, gate));
            BusinessAction action = Calls.actions().open("payment", "order-1");
            Call call = Calls.client().newCall(RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            CompletableFuture<Result> running = CompletableFuture.supplyAsync(() -> Result.of(call));
            gate.awaitArrival(Calls.SOON);
            call.cancel();
            assertCancelled(running.get(10, TimeUnit.SECONDS));
            gate.open();
            assertThat(server.requests()).hasSize(1);
            assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
        }
    }

    @Test
    void while_another_call_sends_the_same_action() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            Gate gate = new Gate();
            server.otherwise(Script.answer(200, "paid").holdingAt(Point.COMMITTED, gate));
            BusinessAction action = Calls.actions().open("payment", "order-1");
            OkHttpClient client = Calls.client();
            CompletableFuture<Result> first = CompletableFuture.supplyAsync(
                    () -> Result.of(client, RetryOkHttp.bind(Calls.post(server, "/pay"), action)));
            gate.awaitArrival(Calls.SOON);
            Call second = client.newCall(RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            CompletableFuture<Result> waiting = CompletableFuture.supplyAsync(() -> Result.of(second));
            second.cancel();
            assertThat(waiting.get(10, TimeUnit.SECONDS).ending()).isEqualTo(Ending.CANCELLED);
            gate.open();
            assertThat(first.get(10, TimeUnit.SECONDS).body()).isEqualTo("paid");
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void while_a_name_is_resolved() throws Exception {
        CountDownLatch resolving = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        OkHttpClient client = RetryOkHttp.wrap(
                Calls.plain()
                        .newBuilder()
                        .dns(host -> {
                            resolving.countDown();
                            try {
                                never.await();
                            } catch (InterruptedException abandoned) {
                                Thread.currentThread().interrupt();
                            }
                            return List.of(InetAddress.getLoopbackAddress());
                        })
                        .build(),
                Calls.policy().deadline(LONG).build());
        Call call = client.newCall(new Request.Builder().url("http://pay.test/").build());
        CompletableFuture<Result> running = CompletableFuture.supplyAsync(() -> Result.of(call));
        assertThat(resolving.await(10, TimeUnit.SECONDS)).isTrue();
        call.cancel();
        assertCancelled(running.get(10, TimeUnit.SECONDS));
    }

    @Test
    void before_the_call() {
        try (FaultServer server = FaultServer.start()) {
            BusinessAction action = Calls.actions().open("payment", "order-1");
            Call call = Calls.client().newCall(RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            call.cancel();
            assertThat(Result.of(call).failure()).isInstanceOf(IOException.class);
            assertThat(server.requests()).isEmpty();
            assertThat(action.state()).isEqualTo(ActionState.OPEN);
        }
    }

    @RepeatedTest(200)
    void at_the_instant_at_which_the_attempt_fails() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            Gate gate = new Gate();
            server.otherwise(Script.answer(503).holdingAt(Point.REQUEST_READ, gate));
            Call call = RetryOkHttp.wrap(
                            Calls.plain(), Calls.policy().maxAttempts(50).build())
                    .newCall(Calls.get(server, "/"));
            CompletableFuture<Result> running = CompletableFuture.supplyAsync(() -> Result.of(call));
            gate.awaitArrival(Calls.SOON);
            gate.open();
            call.cancel();
            int seen = server.requests().size();
            Result result = running.get(10, TimeUnit.SECONDS);
            assertThat(result.failure()).isInstanceOf(IOException.class);
            assertThat(server.requests().size()).isLessThanOrEqualTo(seen + 1);
        }
    }
}
