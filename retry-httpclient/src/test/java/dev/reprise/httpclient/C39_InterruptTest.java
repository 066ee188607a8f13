package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Outcome;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.backoff.Backoff;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Gate;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An interrupt means "stop": no further attempt, and as with any {@code send} the exception stands for the flag. */
class C39_InterruptTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    @AfterEach
    void clearFlag() {
        Thread.interrupted();
    }

    /** A call on a thread of its own. */
    private static final class OnThread {
        private final FutureTask<Result> task;
        private final Thread thread;

        OnThread(HttpClient client, HttpRequest.Builder request) {
            task = new FutureTask<>(() -> Result.Way.SEND.of(client, request));
            thread = new Thread(task);
            thread.start();
        }

        Result interrupted() throws Exception {
            thread.interrupt();
            return task.get(10, TimeUnit.SECONDS);
        }
    }

    private static void assertInterrupted(Result result) {
        assertThat(result.failure()).isInstanceOf(InterruptedException.class);
        assertThat(result.ending()).isEqualTo(Ending.INTERRUPTED);
    }

    private static HttpClient pausing(CountDownLatch begun) {
        return RetryHttpClient.wrap(
                Calls.plain(),
                Calls.policy()
                        .backoff(Backoff.fixed(LONG))
                        .deadline(LONG.multipliedBy(9))
                        .sleeper(new Pausing(begun))
                        .build());
    }

    @Test
    void in_a_pause_it_ends_the_call_at_once_and_tells_what_was_before() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
            CountDownLatch begun = new CountDownLatch(1);
            HttpRequest.Builder request = Calls.post(server, "/file").header("Idempotency-Key", "key-1");
            HttpClient client = RetryHttpClient.wrap(
                    Calls.plain(),
                    Calls.policy()
                            .keyHeader("Idempotency-Key")
                            .backoff(Backoff.fixed(LONG))
                            .deadline(LONG.multipliedBy(9))
                            .sleeper(new Pausing(begun))
                            .build());
            OnThread call = new OnThread(client, request);
            assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
            Result result = call.interrupted();
            assertInterrupted(result);
            assertThat(result.failure().getSuppressed())
                    .anyMatch(earlier -> String.valueOf(earlier.getMessage()).contains("received no bytes"));
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void in_a_pause_after_an_answer() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(503));
            CountDownLatch begun = new CountDownLatch(1);
            OnThread call = new OnThread(pausing(begun), Calls.get(server, "/"));
            assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
            assertInterrupted(call.interrupted());
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void while_an_answer_is_awaited_it_cancels_the_exchange() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            Gate gate = new Gate();
            server.otherwise(Script.answer(200).holdingAt(Point.COMMITTED, gate));
            BusinessAction action = Calls.actions().open("payment", "order-1");
            OnThread call = new OnThread(Calls.client(), RetryHttpClient.bind(Calls.post(server, "/pay"), action));
            gate.awaitArrival(Calls.SOON);
            Result result = call.interrupted();
            assertInterrupted(result);
            assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
            assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
            server.awaitClientClosed(1, Calls.SOON);
            gate.open();
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void before_the_call_it_keeps_anything_from_being_sent() {
        try (FaultServer server = FaultServer.start()) {
            BusinessAction action = Calls.actions().open("payment", "order-1");
            HttpRequest.Builder request = RetryHttpClient.bind(Calls.post(server, "/pay"), action);
            Thread.currentThread().interrupt();
            Result result = Result.Way.SEND.of(Calls.client(), request);
            assertInterrupted(result);
            assertThat(result.attempts()).isZero();
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            assertThat(action.state()).isEqualTo(ActionState.OPEN);
            assertThat(server.accepted()).isZero();
        }
    }

    @Test
    void a_timeout_is_not_an_interrupt() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.REQUEST_READ, Break.STALL));
            HttpRequest.Builder request = Calls.get(server, "/").timeout(Duration.ofMillis(200));
            Result result = Result.Way.SEND.of(Calls.client(), request);
            assertThat(result.status()).isEqualTo(200);
            assertThat(result.attempts()).isEqualTo(2);
        }
    }

    @Test
    void the_outcome_is_told() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(503));
            CountDownLatch begun = new CountDownLatch(1);
            OnThread call = new OnThread(pausing(begun), Calls.get(server, "/"));
            assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(Outcome.of(call.interrupted().failure()).attempts()).isEqualTo(1);
        }
    }
}
