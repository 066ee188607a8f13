package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.backoff.Backoff;
import dev.reprise.event.CallEnded;
import dev.reprise.event.RetryListener;
import dev.reprise.event.RetryScheduled;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Gate;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cancelled call sends nothing more and leaves nothing behind. */
class C40_CancelTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final CountDownLatch pausing = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicReference<Ending> ending = new AtomicReference<>();

    private HttpClient client() {
        return RetryHttpClient.wrap(
                Calls.plain(),
                Calls.policy()
                        .backoff(Backoff.fixed(LONG))
                        .deadline(LONG.multipliedBy(9))
                        .listener(new RetryListener() {
                            @Override
                            public void retryScheduled(RetryScheduled event) {
                                pausing.countDown();
                            }

                            @Override
                            public void ended(CallEnded event) {
                                ending.set(event.ending());
                                over.countDown();
                            }
                        })
                        .build());
    }

    private void assertCancelled(CompletableFuture<?> future) throws Exception {
        assertThat(future.isCancelled()).isTrue();
        assertThat(over.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(ending).hasValue(Ending.CANCELLED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void in_a_pause(boolean throughADependent) throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(503));
            CompletableFuture<HttpResponse<String>> future =
                    client().sendAsync(Calls.get(server, "/").build(), BodyHandlers.ofString());
            CompletableFuture<String> dependent =
                    future.thenApply(HttpResponse::body).thenApply(String::trim);
            assertThat(pausing.await(10, TimeUnit.SECONDS)).isTrue();
            (throughADependent ? dependent : future).cancel(true);
            assertCancelled(future);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void in_flight_the_exchange_is_cancelled() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            Gate gate = new Gate();
            server.otherwise(Script.answer(200).holdingAt(Point.COMMITTED, gate));
            BusinessAction action = Calls.actions().open("payment", "order-1");
            CompletableFuture<HttpResponse<String>> future = client().sendAsync(
                            RetryHttpClient.bind(Calls.post(server, "/pay"), action)
                                    .build(),
                            BodyHandlers.ofString());
            gate.awaitArrival(Calls.SOON);
            assertThat(future.cancel(true)).isTrue();
            assertCancelled(future);
            server.awaitClientClosed(1, Calls.SOON);
            gate.open();
            assertThat(server.requests()).hasSize(1);
            assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
        }
    }

    @Test
    void a_timed_get_and_then_a_cancel() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.STALL));
            CompletableFuture<HttpResponse<String>> future =
                    client().sendAsync(Calls.get(server, "/").build(), BodyHandlers.ofString());
            assertThat(catchThrowable(() -> future.get(200, TimeUnit.MILLISECONDS)))
                    .isInstanceOf(TimeoutException.class);
            future.cancel(true);
            assertCancelled(future);
            server.awaitClientClosed(1, Calls.SOON);
        }
    }

    @Test
    void while_the_body_of_the_last_answer_is_still_on_its_way() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            Gate gate = new Gate();
            server.otherwise(Script.answer(503, "x".repeat(300_000))
                    .afterBytes(200_000)
                    .holdingAt(Point.BODY_PARTLY_SENT, gate));
            CompletableFuture<HttpResponse<String>> future = RetryHttpClient.wrap(
                            Calls.plain(), Calls.policy().maxAttempts(1).build())
                    .sendAsync(Calls.get(server, "/").build(), BodyHandlers.ofString());
            gate.awaitArrival(Calls.SOON);
            future.cancel(true);
            server.awaitClientClosed(1, Calls.SOON);
            assertThat(future.isCancelled()).isTrue();
        }
    }

    @Test
    void while_another_call_sends_the_same_action() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            Gate gate = new Gate();
            server.otherwise(Script.answer(200, "paid").holdingAt(Point.COMMITTED, gate));
            BusinessAction action = Calls.actions().open("payment", "order-1");
            HttpClient client = Calls.client();
            HttpRequest request =
                    RetryHttpClient.bind(Calls.post(server, "/pay"), action).build();
            CompletableFuture<HttpResponse<String>> first = client.sendAsync(request, BodyHandlers.ofString());
            gate.awaitArrival(Calls.SOON);
            CompletableFuture<HttpResponse<String>> second = client.sendAsync(request, BodyHandlers.ofString());
            second.cancel(true);
            gate.open();
            assertThat(first.get(10, TimeUnit.SECONDS).body()).isEqualTo("paid");
            assertThat(second.isCancelled()).isTrue();
            assertThat(server.requests()).hasSize(1);
        }
    }

    /** Fails each exchange from a thread of its own, at the moment at which the test lets it. */
    private static final class Failing extends StubClient {
        private final AtomicInteger exchanges = new AtomicInteger();
        private volatile CompletableFuture<?> latest;

        Failing() {
            super(Calls.plain());
        }

        @Override
        public <T> CompletableFuture<HttpResponse<T>> sendAsync(
                HttpRequest request, HttpResponse.BodyHandler<T> handler) {
            exchanges.incrementAndGet();
            CompletableFuture<HttpResponse<T>> exchange = new CompletableFuture<>();
            latest = exchange;
            return exchange;
        }
    }

    @Test
    void at_the_instant_at_which_the_attempt_fails_nothing_starts_after_the_cancel() throws Exception {
        Failing failing = new Failing();
        HttpClient client = RetryHttpClient.wrap(
                failing,
                Calls.policy()
                        .maxAttempts(1000)
                        .backoff(Backoff.fixed(Duration.ofNanos(1)))
                        .build());
        HttpRequest request = HttpRequest.newBuilder(java.net.URI.create("http://127.0.0.1:1/"))
                .build();
        for (int round = 0; round < 10_000; round++) {
            CompletableFuture<HttpResponse<String>> future = client.sendAsync(request, BodyHandlers.ofString());
            CompletableFuture<?> exchange = failing.latest;
            CompletableFuture<Void> failed =
                    CompletableFuture.runAsync(() -> exchange.completeExceptionally(new IOException("lost")));
            assertThat(future.cancel(true)).isTrue();
            int seen = failing.exchanges.get();
            failed.get(10, TimeUnit.SECONDS);
            assertThat(failing.exchanges.get()).isEqualTo(seen);
            failing.exchanges.set(0);
        }
        assertThat(catchThrowable(
                        () -> client.sendAsync(request, BodyHandlers.ofString()).cancel(true)))
                .isNull();
    }

    @Test
    void the_exception_is_the_futures_own() {
        CompletableFuture<HttpResponse<String>> future = client().sendAsync(
                        HttpRequest.newBuilder(java.net.URI.create("http://127.0.0.1:1/"))
                                .build(),
                        BodyHandlers.ofString());
        future.cancel(true);
        assertThat(catchThrowable(future::join)).isInstanceOf(CancellationException.class);
    }
}
