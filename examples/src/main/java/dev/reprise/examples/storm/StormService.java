package dev.reprise.examples.storm;

import dev.reprise.examples.service.Loopback;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import javax.net.ServerSocketFactory;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;

/**
 * A service on a loopback port that fails for all its clients in the same moment, is back a while later, and notes when retries
 * arrive. The first request of each client is answered, with 503, when those of all clients have come: else the time that it takes to
 * open so many connections would be seen again in every wave that follows. It tells retries from first requests by itself, so that
 * no client has to be believed. Thread-safe.
 */
final class StormService implements Closeable {

    private final MockWebServer server = new MockWebServer();
    private final Duration outage;
    private final Set<String> seen = new HashSet<>();
    private final List<Long> retries = new ArrayList<>();
    private final CountDownLatch everybody = new CountDownLatch(1);
    private long failedAt;

    private StormService(Duration outage) {
        this.outage = outage;
    }

    /** Starts a service that is back so long after all its clients failed. */
    static StormService start(Duration outage) throws IOException {
        StormService service = new StormService(outage);
        service.server.setServerSocketFactory(new LongQueue());
        Loopback.start(service.server, service.new Answering());
        return service;
    }

    /** What a client asks for, an address of its own. */
    URI order(int client) {
        return URI.create("http://127.0.0.1:" + server.getPort() + "/orders/" + client);
    }

    /** When the retries so far arrived, counted from the moment at which all clients failed. */
    synchronized Histogram retries() {
        return new Histogram(retries);
    }

    /** How many clients came at all. */
    synchronized int clients() {
        return seen.size();
    }

    /** Notes a request and says whether it is served. */
    private boolean serves(String client) throws InterruptedException {
        if (isFirst(client)) {
            everybody.await();
            return false;
        }
        return isBack();
    }

    private synchronized boolean isFirst(String client) {
        if (!seen.add(client)) {
            retries.add(sinceFailure());
            return false;
        }
        if (seen.size() == Storm.CLIENTS) {
            failedAt = System.nanoTime();
            everybody.countDown();
        }
        return true;
    }

    private synchronized boolean isBack() {
        return everybody.getCount() == 0 && sinceFailure() >= outage.toNanos();
    }

    /** Zero for a client that lost patience before the others came. */
    private long sinceFailure() {
        return everybody.getCount() == 0 ? System.nanoTime() - failedAt : 0;
    }

    @Override
    public void close() {
        server.close();
    }

    private final class Answering extends Dispatcher {
        @Override
        public MockResponse dispatch(RecordedRequest request) throws InterruptedException {
            int status = serves(request.getTarget()) ? 200 : 503;
            return new MockResponse.Builder().code(status).body("{}").build();
        }
    }

    /**
     * MockWebServer lets 50 connections wait to be accepted. The system drops what comes beyond that, and tries again a second
     * later: then the system's pauses would be measured instead of the clients'.
     */
    private static final class LongQueue extends ServerSocketFactory {
        @Override
        public ServerSocket createServerSocket() throws IOException {
            return new ServerSocket() {
                @Override
                public void bind(SocketAddress endpoint, int backlog) throws IOException {
                    super.bind(endpoint, 2 * Storm.CLIENTS);
                }
            };
        }

        @Override
        public ServerSocket createServerSocket(int port) {
            throw new UnsupportedOperationException("the server binds by itself");
        }

        @Override
        public ServerSocket createServerSocket(int port, int backlog) {
            return createServerSocket(port);
        }

        @Override
        public ServerSocket createServerSocket(int port, int backlog, InetAddress address) {
            return createServerSocket(port);
        }
    }
}
