package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.action.StatusAnswer;
import dev.reprise.action.StatusQuery;
import dev.reprise.backoff.Backoff;
import dev.reprise.deadline.Deadline;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Break;
import dev.reprise.testing.DeadPort;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Gate;
import dev.reprise.testing.Opening;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.junit.jupiter.api.Test;

/** The call returns by the deadline that its user set, whatever it is doing. */
class Promise03_DeadlineTest {

    private static final Duration DEADLINE = Duration.ofMillis(400);

    /** Far beyond the deadline and far below the timeouts of the client. */
    private static final Duration GENEROUS = Duration.ofSeconds(8);

    /** Timeouts that would let everything hang for a minute. */
    private static OkHttpClient.Builder patient() {
        return Calls.plain()
                .newBuilder()
                .connectTimeout(Duration.ofMinutes(1))
                .readTimeout(Duration.ofMinutes(1))
                .writeTimeout(Duration.ofMinutes(1));
    }

    private static RetryPolicy.Builder policy() {
        return Calls.policy().deadline(DEADLINE);
    }

    private static OkHttpClient wrap(OkHttpClient.Builder client) {
        return RetryOkHttp.wrap(client.build(), policy().build());
    }

    private static Result assertInTime(Result result) {
        assertThat(result.took()).isLessThan(GENEROUS);
        assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(result.failure()).isInstanceOf(IOException.class);
        assertThat(result.failure().getMessage()).doesNotContain("Canceled");
        return result;
    }

    @Test
    void while_a_name_is_resolved() {
        CountDownLatch never = new CountDownLatch(1);
        OkHttpClient client = wrap(patient().dns(host -> {
            try {
                never.await();
            } catch (InterruptedException abandoned) {
                Thread.currentThread().interrupt();
            }
            return List.of(InetAddress.getLoopbackAddress());
        }));
        Request request = new Request.Builder().url("http://pay.test/").build();
        assertThat(assertInTime(Result.of(client, request)).effect()).isEqualTo(Effect.NOT_APPLIED);
    }

    @Test
    void while_it_connects() {
        try (DeadPort port = DeadPort.silent()) {
            Request request = new Request.Builder().url(port.url("/")).build();
            Result result = assertInTime(Result.of(wrap(patient()), request));
            assertThat(result.effect()).isEqualTo(Effect.NOT_APPLIED);
        }
    }

    @Test
    void while_tls_is_agreed_on() {
        try (FaultServer server = FaultServer.startTls()) {
            server.onEveryConnect(Opening.breakHandshake(Break.STALL));
            OkHttpClient client = wrap(patient().sslSocketFactory(server.sslSocketFactory(), server.trustManager()));
            Result result = assertInTime(Result.of(client, Calls.post(server, "/pay")));
            assertThat(result.effect()).isEqualTo(Effect.NOT_APPLIED);
        }
    }

    @Test
    void while_the_request_is_not_taken() {
        sendingLarge(FaultServer.start(), patient());
    }

    @Test
    void while_the_request_is_not_taken_over_tls() {
        FaultServer server = FaultServer.startTls();
        sendingLarge(server, patient().sslSocketFactory(server.sslSocketFactory(), server.trustManager()));
    }

    private static void sendingLarge(FaultServer started, OkHttpClient.Builder client) {
        try (FaultServer server = started) {
            server.otherwise(Script.breakAt(Point.REQUEST_HEAD_READ, Break.STALL));
            Request request = Calls.post(server, "/pay")
                    .newBuilder()
                    .post(RequestBody.create(new byte[8 * 1024 * 1024], null))
                    .build();
            Result result = assertInTime(Result.of(wrap(client), request));
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
        }
    }

    @Test
    void while_an_answer_is_awaited() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.STALL));
            Result result = assertInTime(Result.of(wrap(patient()), Calls.post(server, "/pay")));
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            server.awaitClientClosed(1, Calls.SOON);
        }
    }

    @Test
    void while_the_head_of_the_answer_drips() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(200).drippingFrom(Point.COMMITTED, Duration.ofMillis(50)));
            Result result = assertInTime(Result.of(wrap(patient()), Calls.get(server, "/")));
            assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
        }
    }

    @Test
    void while_an_idempotent_request_waits_which_then_fails_with_a_timeout() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.STALL));
            Result result = assertInTime(Result.of(wrap(patient()), Calls.get(server, "/")));
            assertThat(result.failure())
                    .isInstanceOf(java.net.SocketTimeoutException.class)
                    .hasMessageContaining("deadline");
        }
    }

    @Test
    void a_pause_beyond_it_is_not_begun() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(503));
            ManualTime time = new ManualTime();
            OkHttpClient client = RetryOkHttp.wrap(
                    patient().build(),
                    policy().sleeper(time).backoff(Backoff.fixed(DEADLINE)).build());
            Result result = Result.of(client, Calls.get(server, "/"));
            assertThat(result.status()).isEqualTo(503);
            assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
            assertThat(time.pauses()).isEmpty();
        }
    }

    @Test
    void while_a_status_query_hangs() {
        CountDownLatch never = new CountDownLatch(1);
        Actions actions = Actions.builder(new InMemoryActionStore())
                .type(
                        "payment",
                        type -> type.statusQuery(StatusQuery.of(Duration.ofMillis(1), question -> {
                            never.await();
                            return StatusAnswer.applied();
                        })))
                .build();
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
            BusinessAction action = actions.open("payment", "order-1");
            Result result =
                    assertInTime(Result.of(wrap(patient()), RetryOkHttp.bind(Calls.post(server, "/pay"), action)));
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
        }
    }

    @Test
    void while_another_call_sends_the_action() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            Gate gate = new Gate();
            server.otherwise(Script.answer(200).holdingAt(Point.COMMITTED, gate));
            BusinessAction action = Calls.actions().open("payment", "order-1");
            Request request = RetryOkHttp.bind(Calls.post(server, "/pay"), action);
            OkHttpClient first = Calls.client();
            CompletableFuture<Result> sending = CompletableFuture.supplyAsync(() -> Result.of(first, request));
            gate.awaitArrival(Calls.SOON);
            Result result = assertInTime(Result.of(wrap(patient()), request));
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            gate.open();
            assertThat(sending.get(10, TimeUnit.SECONDS).status()).isEqualTo(200);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void when_it_is_the_clients_call_timeout() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.STALL));
            OkHttpClient client = RetryOkHttp.wrap(
                    patient().callTimeout(DEADLINE).build(), Calls.policy().build());
            assertThat(client.callTimeoutMillis()).isZero();
            assertInTime(Result.of(client, Calls.post(server, "/pay")));
        }
    }

    @Test
    void when_it_is_set_for_the_request() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.STALL));
            OkHttpClient client =
                    RetryOkHttp.wrap(patient().build(), Calls.policy().build());
            assertInTime(Result.of(client, RetryOkHttp.with(Calls.post(server, "/pay"), Deadline.after(DEADLINE))));
        }
    }

    @Test
    @SuppressWarnings("try")
    void when_it_is_set_around_several_calls() {
        try (FaultServer server = FaultServer.start();
                Deadline.Scope scope = Deadline.after(DEADLINE).activate()) {
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.STALL));
            OkHttpClient client =
                    RetryOkHttp.wrap(patient().build(), Calls.policy().build());
            assertInTime(Result.of(client, Calls.post(server, "/pay")));
        }
    }

    @Test
    void when_it_is_a_timeout_of_the_call_itself() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.STALL));
            OkHttpClient client =
                    RetryOkHttp.wrap(patient().build(), Calls.policy().build());
            BusinessAction action = Calls.actions().open("payment", "order-1");
            var call = client.newCall(RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            call.timeout().timeout(DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
            Result result = Result.of(call);
            assertThat(result.took()).isLessThan(GENEROUS);
            assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
            assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
        }
    }

    @Test
    void an_answer_in_time_is_not_touched_by_it() {
        try (FaultServer server = FaultServer.start()) {
            Duration deadline = Duration.ofMillis(2000);
            OkHttpClient client = RetryOkHttp.wrap(
                    patient().build(), Calls.policy().deadline(deadline).build());
            for (int i = 0; i < 20; i++) {
                assertThat(Result.of(client, Calls.get(server, "/")).status()).isEqualTo(200);
            }
            new ManualWait().pass(deadline);
            assertThat(Result.of(client, Calls.get(server, "/")).status()).isEqualTo(200);
            assertThat(server.accepted()).isEqualTo(1);
        }
    }
}
