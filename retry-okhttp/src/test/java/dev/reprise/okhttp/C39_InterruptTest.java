package dev.reprise.okhttp;

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
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An interrupt means "stop": no further attempt, and the flag stays set. */
class C39_InterruptTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    @AfterEach
    void clearFlag() {
        Thread.interrupted();
    }

    /** A call on a thread of its own, and whether that thread's flag was set when it returned. */
    private static final class OnThread {
        private final FutureTask<Result> task;
        private final Thread thread;
        private volatile boolean flag;

        OnThread(OkHttpClient client, Request request) {
            task = new FutureTask<>(() -> {
                Result result = Result.of(client, request);
                flag = Thread.currentThread().isInterrupted();
                return result;
            });
            thread = new Thread(task);
            thread.start();
        }

        Result interrupted() throws Exception {
            thread.interrupt();
            return task.get(10, TimeUnit.SECONDS);
        }
    }

    private static void assertInterrupted(Result result) {
        assertThat(result.failure())
                .isInstanceOf(InterruptedIOException.class)
                .isNotInstanceOf(SocketTimeoutException.class);
        assertThat(result.ending()).isEqualTo(Ending.INTERRUPTED);
    }

    @Test
    void in_a_pause_it_ends_the_call_at_once() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(503));
            CountDownLatch pausing = new CountDownLatch(1);
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain(),
                    Calls.policy()
                            .backoff(Backoff.fixed(LONG))
                            .deadline(LONG.multipliedBy(9))
                            .sleeper(new Pausing(pausing))
                            .build());
            OnThread call = new OnThread(client, Calls.get(server, "/"));
            assertThat(pausing.await(10, TimeUnit.SECONDS)).isTrue();
            assertInterrupted(call.interrupted());
            assertThat(call.flag).isTrue();
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void while_an_answer_is_awaited_it_ends_the_call_with_the_attempt() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            Gate gate = new Gate();
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE).holdingAt(Point.COMMITTED, gate));
            BusinessAction action = Calls.actions().open("payment", "order-1");
            OnThread call = new OnThread(Calls.client(), RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            gate.awaitArrival(Calls.SOON);
            call.thread.interrupt();
            gate.open();
            Result result = call.task.get(10, TimeUnit.SECONDS);
            assertInterrupted(result);
            assertThat(call.flag).isTrue();
            assertThat(server.requests()).hasSize(1);
            assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
        }
    }

    @Test
    void while_the_answer_to_an_unrepeatable_request_is_awaited_the_interrupt_is_what_is_told() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            Gate gate = new Gate();
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE).holdingAt(Point.COMMITTED, gate));
            OnThread call = new OnThread(Calls.client(), Calls.post(server, "/pay"));
            gate.awaitArrival(Calls.SOON);
            call.thread.interrupt();
            gate.open();
            Result result = call.task.get(10, TimeUnit.SECONDS);
            assertInterrupted(result);
            assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
            assertThat(call.flag).isTrue();
        }
    }

    @Test
    void before_the_call_it_keeps_anything_from_being_sent() {
        try (FaultServer server = FaultServer.start()) {
            Thread.currentThread().interrupt();
            Result result = Result.of(Calls.client(), Calls.get(server, "/"));
            assertThat(Thread.interrupted()).isTrue();
            assertInterrupted(result);
            assertThat(result.attempts()).isZero();
            assertThat(server.accepted()).isZero();
        }
    }

    @Test
    void before_a_bound_call_it_leaves_the_action_open() {
        try (FaultServer server = FaultServer.start()) {
            BusinessAction action = Calls.actions().open("payment", "order-1");
            Request request = RetryOkHttp.bind(Calls.post(server, "/pay"), action);
            Thread.currentThread().interrupt();
            Result result = Result.of(Calls.client(), request);
            assertThat(Thread.interrupted()).isTrue();
            assertInterrupted(result);
            assertThat(action.state()).isEqualTo(ActionState.OPEN);
            assertThat(server.accepted()).isZero();
        }
    }

    @Test
    void an_interrupted_exception_that_escapes_an_interceptor_is_one_too() {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain()
                            .newBuilder()
                            .addInterceptor(chain -> {
                                throw C39_InterruptTest.<RuntimeException>unchecked(new InterruptedException());
                            })
                            .build(),
                    Calls.policy().build());
            Result result = Result.of(client, Calls.get(server, "/"));
            assertThat(Thread.interrupted()).isTrue();
            assertInterrupted(result);
            assertThat(result.attempts()).isEqualTo(1);
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // it is thrown unchecked and never cast
    private static <X extends Throwable> X unchecked(Throwable failure) throws X {
        throw (X) failure;
    }

    @Test
    void a_timeout_is_not_an_interrupt() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.REQUEST_READ, Break.STALL));
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain()
                            .newBuilder()
                            .readTimeout(Duration.ofMillis(200))
                            .build(),
                    Calls.policy().build());
            Result result = Result.of(client, Calls.get(server, "/"));
            assertThat(result.status()).isEqualTo(200);
            assertThat(result.attempts()).isEqualTo(2);
        }
    }

    @Test
    void the_failure_before_the_pause_is_attached() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
            CountDownLatch pausing = new CountDownLatch(1);
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain(),
                    Calls.policy()
                            .backoff(Backoff.fixed(LONG))
                            .deadline(LONG.multipliedBy(9))
                            .sleeper(new Pausing(pausing))
                            .build());
            OnThread call = new OnThread(client, Calls.get(server, "/"));
            assertThat(pausing.await(10, TimeUnit.SECONDS)).isTrue();
            Result result = call.interrupted();
            assertThat(result.failure().getCause()).hasMessageContaining("unexpected end of stream");
            assertThat(Outcome.of(result.failure())).isNotNull();
        }
    }
}
