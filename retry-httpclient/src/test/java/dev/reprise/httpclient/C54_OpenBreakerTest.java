package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.CallCounts;
import dev.reprise.Retrier;
import dev.reprise.ScopeSnapshot;
import dev.reprise.breaker.BreakerSettings;
import dev.reprise.breaker.CircuitBreaker;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Probes that come to nothing give their place back, whoever drives them. */
@Timeout(60)
class C54_OpenBreakerTest {

    private final AtomicLong now = new AtomicLong();
    private final Retrier retrier = Retrier.of(Calls.policy()
            .ticker(now::get)
            .maxAttempts(1)
            .breaker(BreakerSettings.consecutiveFailures(1).halfOpenProbes(1).openJitter(0))
            .build());
    private final HttpClient client = RetryHttpClient.wrap(Calls.plain(), retrier);
    private FaultServer server;

    @BeforeEach
    void openBreaker() throws Exception {
        server = FaultServer.start();
        server.enqueue(Script.answer(503));
        client.send(request(), BodyHandlers.ofString());
        assertThat(now().breaker().state()).isEqualTo(CircuitBreaker.State.OPEN);
        now.addAndGet(Duration.ofMinutes(1).toNanos());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpRequest request() {
        return Calls.get(server, "/").build();
    }

    private ScopeSnapshot now() {
        return retrier.snapshot().get("http://127.0.0.1:" + server.port());
    }

    private void nextProbeCloses(int calls) throws Exception {
        assertThat(client.send(request(), BodyHandlers.ofString()).statusCode()).isEqualTo(200);
        assertThat(now().breaker().state()).isEqualTo(CircuitBreaker.State.CLOSED);
        CallCounts counts = now().counts();
        assertThat(counts.calls()).isEqualTo(calls);
        assertThat(counts.endings().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(calls);
    }

    @Test
    void an_asynchronous_probe_that_is_cancelled_at_once() throws Exception {
        server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.STALL));
        for (int i = 0; i < 100; i++) {
            CompletableFuture<HttpResponse<String>> probe = client.sendAsync(request(), BodyHandlers.ofString());
            probe.cancel(true);
            assertThat(probe).isCancelled();
        }
        server.otherwise(Script.answer(200));
        nextProbeCloses(102);
    }

    @Test
    void a_blocking_probe_that_is_interrupted() throws Exception {
        Thread.currentThread().interrupt();
        assertThat(catchThrowable(() -> client.send(request(), BodyHandlers.ofString())))
                .isInstanceOf(InterruptedException.class);
        nextProbeCloses(3);
    }

    @Test
    void a_probe_whose_request_the_client_refuses() throws Exception {
        HttpRequest broken = Calls.get(server, "/")
                .method("POST", new HttpRequest.BodyPublisher() {
                    @Override
                    public long contentLength() {
                        throw new IllegalStateException("no length");
                    }

                    @Override
                    public void subscribe(Flow.Subscriber<? super ByteBuffer> nobody) {
                        throw new IllegalStateException("no body");
                    }
                })
                .build();
        assertThat(catchThrowable(() -> client.send(broken, BodyHandlers.ofString())))
                .isNotNull();
        nextProbeCloses(3);
    }
}
