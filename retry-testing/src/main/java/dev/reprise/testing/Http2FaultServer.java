package dev.reprise.testing;

import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import javax.net.ssl.SSLContext;
import javax.net.ssl.X509TrustManager;

/**
 * A minimal HTTP/2 server over TLS, for what only HTTP/2 has: streams that are refused or reset, and GOAWAY with a chosen last stream id.
 * It does not decode headers: scripts are given to streams in the order in which they are opened, whatever they ask for.
 *
 * <p>It listens on {@code 127.0.0.1}, on a port that the system chooses, and shows {@link ServerIdentity#TRUSTED}. All its threads are daemons
 * and end with {@link #close()}. Thread-safe.
 */
public final class Http2FaultServer implements AutoCloseable {
    /** RFC 9113 §6.5.2 advises against fewer. */
    private static final int DEFAULT_MAX_CONCURRENT_STREAMS = 100;

    private final Acceptor acceptor = new Acceptor(
            FaultServer.DEFAULT_MAX_CONNECTIONS, (connection, socket) -> new Http2Channel(this, connection, socket));
    private final ServerContexts contexts = new ServerContexts();
    private final Deque<Http2Script> scripts = new ArrayDeque<>();
    private final List<Http2Stream> streams = new ArrayList<>();
    private Http2Script otherwise = Http2Script.answer(200);
    private volatile int maxConcurrentStreams = DEFAULT_MAX_CONCURRENT_STREAMS;

    private Http2FaultServer() {}

    /**
     * Starts a server.
     *
     * @return the server, which listens
     * @throws UncheckedIOException if it cannot listen
     */
    public static Http2FaultServer start() {
        Http2FaultServer server = new Http2FaultServer();
        server.acceptor.start();
        return server;
    }

    /**
     * Adds scripts for the next streams: each is used once, in order.
     *
     * @param inOrder the scripts
     */
    public void enqueue(Http2Script... inOrder) {
        synchronized (scripts) {
            scripts.addAll(List.of(inOrder));
        }
    }

    /**
     * Sets the script of all streams that have no other one.
     *
     * @param script the script, at first an empty 200
     */
    public void otherwise(Http2Script script) {
        synchronized (scripts) {
            otherwise = Objects.requireNonNull(script, "script");
        }
    }

    /**
     * Bounds the streams that a client may have open at once on a connection, from the next connection on.
     *
     * @param max the number of streams, 0 or more; by default 100
     * @throws IllegalArgumentException if it is negative
     */
    public void maxConcurrentStreams(int max) {
        if (max < 0) {
            throw new IllegalArgumentException("maxConcurrentStreams must not be negative, but is " + max);
        }
        maxConcurrentStreams = max;
    }

    /**
     * The port on which the server listens.
     *
     * @return the port
     */
    public int port() {
        return acceptor.port();
    }

    /**
     * The address of something on this server, by IP literal.
     *
     * @param target path and query, beginning with a slash
     * @return an {@code https} URL
     */
    public String url(String target) {
        return "https://" + Loopback.LITERAL + ":" + port() + target;
    }

    /**
     * The address of something on this server, by IP literal.
     *
     * @param target path and query, beginning with a slash
     * @return an {@code https} URI
     */
    public URI uri(String target) {
        return URI.create(url(target));
    }

    /**
     * What a client needs in order to trust the server.
     *
     * @return a new trust manager
     */
    public X509TrustManager trustManager() {
        return ServerIdentity.trustManager();
    }

    /**
     * A client's TLS context in which the server is trusted.
     *
     * @return a new context
     */
    public SSLContext sslContext() {
        return ServerIdentity.clientContext();
    }

    /**
     * All streams that clients opened.
     *
     * @return the streams so far, in the order in which they were opened
     */
    public List<Http2Stream> streams() {
        synchronized (streams) {
            return List.copyOf(streams);
        }
    }

    /**
     * How many requests were applied: the only truth that a test may believe.
     *
     * @return the number of streams
     */
    public int applied() {
        return (int) streams().stream().filter(Http2Stream::applied).count();
    }

    /**
     * All connections that were accepted.
     *
     * @return the connections so far, in the order in which they were accepted
     */
    public List<ServerConnection> connections() {
        return acceptor.journal().connections();
    }

    /**
     * Waits until so many requests were read completely.
     *
     * @param count how many
     * @param timeout how long to wait at most
     * @throws AssertionError if they did not come in time
     */
    public void awaitRequests(int count, Duration timeout) {
        acceptor.await(
                timeout,
                () -> streams().stream().filter(Http2Stream::complete).count() >= count,
                count + " complete request(s)");
    }

    /** Stops accepting connections: whoever connects is refused. Connections that were accepted live on. */
    public void stopListening() {
        acceptor.stopListening();
    }

    /** Accepts connections again, on the same port. */
    public void listenAgain() {
        acceptor.listenAgain();
    }

    /**
     * Closes all connections, stops listening and ends all threads.
     *
     * @throws AssertionError if more connections were opened than a test should, or if a thread does not end
     */
    @Override
    public void close() {
        acceptor.close();
    }

    Http2Stream newStream(ServerConnection connection, int id) {
        Http2Stream stream = new Http2Stream(connection, id, acceptor.journal().monitor);
        synchronized (streams) {
            streams.add(stream);
        }
        return stream;
    }

    Http2Script nextScript() {
        synchronized (scripts) {
            Http2Script next = scripts.poll();
            return next == null ? otherwise : next;
        }
    }

    int maxConcurrentStreams() {
        return maxConcurrentStreams;
    }

    ServerContexts contexts() {
        return contexts;
    }

    ExecutorService threads() {
        return acceptor.threads();
    }

    @Override
    public String toString() {
        return "Http2FaultServer[" + url("/") + "]";
    }
}
