package dev.reprise.examples.layers;

import dev.reprise.examples.service.Loopback;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;

/** A service on a loopback port that counts the requests that reach it, so that no client has to be believed. Thread-safe. */
final class LoopbackServer implements Closeable {

    /** What the service does; each connection has a thread of its own for it. */
    @FunctionalInterface
    interface Handler {
        /** Returns the status of the answer. */
        int answer(RecordedRequest request) throws IOException, InterruptedException;
    }

    /** How long the clients of the labs wait for an answer: longer than the slowest machine needs, so that it decides nothing. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private final MockWebServer server = new MockWebServer();
    private final AtomicInteger requests = new AtomicInteger();

    private LoopbackServer() {}

    /** Starts a service. A handler that throws answers 502, as a service does whose own call failed. */
    static LoopbackServer start(Handler handler) throws IOException {
        return start(Duration.ZERO, handler);
    }

    /** Starts a service whose errors take their time. */
    static LoopbackServer start(Duration errorDelay, Handler handler) throws IOException {
        LoopbackServer started = new LoopbackServer();
        Loopback.start(started.server, new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) throws InterruptedException {
                started.requests.incrementAndGet();
                int status = status(handler, request);
                Duration delay = status < 500 ? Duration.ZERO : errorDelay;
                return new MockResponse.Builder()
                        .code(status)
                        .headersDelay(delay.toMillis(), TimeUnit.MILLISECONDS)
                        .build();
            }
        });
        return started;
    }

    private static int status(Handler handler, RecordedRequest request) throws InterruptedException {
        try {
            return handler.answer(request);
        } catch (IOException e) {
            return 502;
        }
    }

    /** Its address, by IP literal so that there is exactly one to connect to. */
    URI address() {
        return URI.create("http://127.0.0.1:" + server.getPort() + "/orders/1001");
    }

    /** How many requests have reached it. */
    int requests() {
        return requests.get();
    }

    @Override
    public void close() {
        server.close();
    }
}
