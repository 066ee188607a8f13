package dev.reprise.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.1 server for tests, which applies requests to a {@link Ledger} or not, answers them or not, and breaks off where a
 * {@link Script} says so.
 *
 * <pre>{@code
 * try (FaultServer server = FaultServer.start()) {
 *     server.enqueue(Script.breakAt(Point.COMMITTED, Break.RESET)); // charged, and the answer is lost
 *     server.enqueue(Script.answer(200, "paid"));
 *
 *     pay(server.uri("/pay"));
 *
 *     assertThat(server.ledger().applied("POST", "/pay")).isEqualTo(1);
 *     assertThat(server.requests()).hasSize(1);
 * }
 * }</pre>
 *
 * <p>A request is given the next script of the {@linkplain #enqueue(Script...) queue}; if that is empty, the next one of its
 * {@linkplain #enqueue(String, String, Script...) route}; then what a {@linkplain #on function} says; then the one for
 * {@linkplain #otherwise all others}, at first an empty 200. What becomes of a connection before its first request is told by an
 * {@link Opening}.
 *
 * <p>The server listens on loopback addresses only, on a port that the system chooses. All its threads are daemons and end with
 * {@link #close()}. Thread-safe.
 */
public final class FaultServer implements AutoCloseable {
    /** The header that marks an answer as the repetition of a kept one. */
    public static final String REPLAY_HEADER = "Idempotent-Replayed";

    /** How many connections may be open at once: more than a client opens unless it leaks them. */
    public static final int DEFAULT_MAX_CONNECTIONS = 256;

    /** The largest request body, in bytes: 16 MiB, larger than what tests of ordinary uploads send. */
    public static final int DEFAULT_MAX_BODY_BYTES = 16 * 1024 * 1024;

    private final boolean tls;
    private final Acceptor acceptor = new Acceptor(DEFAULT_MAX_CONNECTIONS, this::serve);
    private final ServerContexts contexts = new ServerContexts();
    private final Ledger ledger = new Ledger();
    private final Scripts scripts = new Scripts();
    private final Deduplication deduplication = new Deduplication();
    private final Deque<Opening> openings = new ArrayDeque<>();
    private Opening everyOpening = Opening.serve();
    private volatile int maxBodyBytes = DEFAULT_MAX_BODY_BYTES;

    private FaultServer(boolean tls) {
        this.tls = tls;
    }

    private static FaultServer start(boolean tls) {
        FaultServer server = new FaultServer(tls);
        server.acceptor.start();
        return server;
    }

    private Runnable serve(ServerConnection connection, Socket socket) throws IOException {
        synchronized (openings) {
            Opening next = openings.poll();
            return new Channel(this, connection, socket, next == null ? everyOpening : next);
        }
    }

    /**
     * Starts a server without TLS.
     *
     * @return the server, which listens
     * @throws UncheckedIOException if it cannot listen
     */
    public static FaultServer start() {
        return start(false);
    }

    /**
     * Starts a server with TLS, which shows {@link ServerIdentity#TRUSTED} unless an {@link Opening} says otherwise. It offers no ALPN
     * protocol, so clients speak HTTP/1.1.
     *
     * @return the server, which listens
     * @throws UncheckedIOException if it cannot listen
     */
    public static FaultServer startTls() {
        return start(true);
    }

    // What to do

    /**
     * Adds scripts for the next requests, whichever they are: each is used once, in order.
     *
     * @param inOrder the scripts
     */
    public void enqueue(Script... inOrder) {
        scripts.enqueue(List.of(inOrder));
    }

    /**
     * Adds scripts for the next requests of a route, used once each, in order, while the queue for all requests is empty.
     *
     * @param method the method, in upper case
     * @param target a path, which matches with any query, or a path with its query
     * @param inOrder the scripts
     */
    public void enqueue(String method, String target, Script... inOrder) {
        scripts.enqueue(method, target, List.of(inOrder));
    }

    /**
     * Lets a function choose the scripts of requests for which none is queued. What it throws becomes a 500 and one of the server's
     * {@linkplain #takeProblems() problems}.
     *
     * @param function given the head of each such request, on the thread of its connection; {@code null} leaves the request to
     *     {@link #otherwise}
     */
    public void on(Function<? super RequestHead, @Nullable Script> function) {
        scripts.on(Objects.requireNonNull(function, "function"));
    }

    /**
     * Sets the script of all requests that have no other one.
     *
     * @param script the script, at first an empty 200
     */
    public void otherwise(Script script) {
        scripts.otherwise(Objects.requireNonNull(script, "script"));
    }

    /**
     * Adds openings for the next connections: each is used once, in order.
     *
     * @param inOrder the openings
     * @throws IllegalArgumentException if one needs TLS and the server has none
     */
    public void onConnect(Opening... inOrder) {
        for (Opening opening : inOrder) {
            check(opening);
        }
        synchronized (openings) {
            openings.addAll(List.of(inOrder));
        }
    }

    /**
     * Sets the opening of all connections that have no other one.
     *
     * @param opening the opening, at first {@link Opening#serve()}
     * @throws IllegalArgumentException if it needs TLS and the server has none
     */
    public void onEveryConnect(Opening opening) {
        check(opening);
        synchronized (openings) {
            everyOpening = opening;
        }
    }

    private void check(Opening opening) {
        if (opening.needsTls() && !tls) {
            throw new IllegalArgumentException(opening + " needs a server with TLS");
        }
    }

    /**
     * Applies requests with the same value of a header once only. While the first one is being worked on, which a {@link Gate} can
     * prolong, others are answered 409; later ones are given the kept answer with {@value #REPLAY_HEADER}{@code : true} added; one with
     * another method, target or body is answered 422. This concerns only requests that their script would apply; where it answers 503,
     * say, 503 it is. Break-offs of the script happen to replays too.
     *
     * @param header the name of the header
     */
    public void deduplicateBy(String header) {
        deduplication.by(Objects.requireNonNull(header, "header"));
    }

    /**
     * Bounds the connections that are open at once. One more is closed, and counts as one of the {@linkplain #takeProblems() problems}.
     *
     * @param max the number of connections, 1 or more; by default {@value #DEFAULT_MAX_CONNECTIONS}
     * @throws IllegalArgumentException if it is less than 1
     */
    public void maxConnections(int max) {
        acceptor.maxConnections(max);
    }

    /**
     * Bounds the bodies of requests. A larger one is answered 413, and counts as one of the {@linkplain #takeProblems() problems}.
     *
     * @param max the number of bytes, 0 or more; by default {@value #DEFAULT_MAX_BODY_BYTES}
     * @throws IllegalArgumentException if it is negative
     */
    public void maxBodyBytes(int max) {
        if (max < 0) {
            throw new IllegalArgumentException("maxBodyBytes must not be negative, but is " + max);
        }
        maxBodyBytes = max;
    }

    // Where it is

    /**
     * The port on which the server listens, the same on all its addresses.
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
     * @return an {@code http} or {@code https} URL
     */
    public String url(String target) {
        return url(Loopback.LITERAL, target);
    }

    /**
     * The address of something on this server, by a host name of the test's choice.
     *
     * @param host a name or address for which the client's name resolution gives an address on which the server listens
     * @param target path and query, beginning with a slash
     * @return an {@code http} or {@code https} URL
     */
    public String url(String host, String target) {
        return (tls ? "https://" : "http://") + host + ":" + port() + target;
    }

    /**
     * The address of something on this server, by IP literal.
     *
     * @param target path and query, beginning with a slash
     * @return an {@code http} or {@code https} URI
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
     * A client's socket factory with which the server is trusted.
     *
     * @return a new factory
     */
    public SSLSocketFactory sslSocketFactory() {
        return sslContext().getSocketFactory();
    }

    // What happened

    /**
     * What was applied.
     *
     * @return the ledger, which goes on growing
     */
    public Ledger ledger() {
        return ledger;
    }

    /**
     * All requests that were read completely.
     *
     * @return the requests so far, in the order in which they were complete
     */
    public List<ReceivedRequest> requests() {
        return journal().requests();
    }

    /**
     * The requests of a route that were read completely.
     *
     * @param method the method, in upper case
     * @param target a path, which matches with any query, or a path with its query
     * @return the requests so far, in the order in which they were complete
     */
    public List<ReceivedRequest> requests(String method, String target) {
        return requests().stream()
                .filter(request -> request.method().equals(method) && Targets.matches(target, request.target()))
                .toList();
    }

    /**
     * All requests that were not read to their end.
     *
     * @return the requests so far, in the order in which they ended
     */
    public List<PartialRequest> partialRequests() {
        return journal().partials();
    }

    /**
     * All connections that were accepted.
     *
     * @return the connections so far, in the order in which they were accepted
     */
    public List<ServerConnection> connections() {
        return journal().connections();
    }

    /**
     * How many connections were accepted.
     *
     * @return the number of connections so far
     */
    public int accepted() {
        return connections().size();
    }

    /**
     * How many TLS handshakes were completed.
     *
     * @return the number of handshakes so far
     */
    public int handshakesCompleted() {
        return count(ServerConnection.Handshake.COMPLETED);
    }

    /**
     * How many TLS handshakes failed, on whichever side.
     *
     * @return the number of handshakes so far
     */
    public int handshakesFailed() {
        return count(ServerConnection.Handshake.FAILED);
    }

    private int count(ServerConnection.Handshake state) {
        return (int) connections().stream()
                .filter(connection -> connection.handshake() == state)
                .count();
    }

    /**
     * Hands over what went wrong in the test itself: scripts that could not be played, functions that threw, requests that are not HTTP,
     * limits that were met. What is not taken makes {@link #close()} throw.
     *
     * @return the problems since the last call, each a sentence
     */
    public List<String> takeProblems() {
        return journal().takeProblems();
    }

    // Waiting

    /**
     * Waits until so many requests were read completely.
     *
     * @param count how many
     * @param timeout how long to wait at most
     * @throws AssertionError if they did not come in time
     */
    public void awaitRequests(int count, Duration timeout) {
        await(timeout, () -> requests().size() >= count, count + " complete request(s)");
    }

    /**
     * Waits until so many requests were broken off.
     *
     * @param count how many
     * @param timeout how long to wait at most
     * @throws AssertionError if they did not come in time
     */
    public void awaitPartialRequests(int count, Duration timeout) {
        await(timeout, () -> partialRequests().size() >= count, count + " partial request(s)");
    }

    /**
     * Waits until so many connections were accepted.
     *
     * @param count how many
     * @param timeout how long to wait at most
     * @throws AssertionError if they did not come in time
     */
    public void awaitConnections(int count, Duration timeout) {
        await(timeout, () -> accepted() >= count, count + " connection(s)");
    }

    /**
     * Waits until the server saw the client close or reset a connection. A connection whose request is held or stalled before it was read
     * completely does not see it.
     *
     * @param connection the number of the connection, which need not have been accepted yet
     * @param timeout how long to wait at most
     * @throws AssertionError if it was not seen in time
     */
    public void awaitClientClosed(int connection, Duration timeout) {
        await(
                timeout,
                () -> accepted() >= connection
                        && connections().get(connection - 1).clientClosed(),
                "the client to close connection " + connection);
    }

    /**
     * Waits until the server is done with all connections that it accepted.
     *
     * @param timeout how long to wait at most
     * @throws AssertionError if some are still open then
     */
    public void awaitAllEnded(Duration timeout) {
        await(timeout, () -> connections().stream().allMatch(ServerConnection::ended), "all connections to end");
    }

    private void await(Duration timeout, BooleanSupplier condition, String what) {
        acceptor.await(timeout, condition, what);
    }

    // Commands

    /**
     * Closes the connections that wait for a request, and waits until they have ended: what a server does when its keep-alive time is
     * over. The client's pool holds stale connections then.
     *
     * @return how many were closed
     */
    public int closeIdleConnections() {
        return breakOffIdle(false);
    }

    /**
     * Resets the connections that wait for a request, and waits until they have ended.
     *
     * @return how many were reset
     */
    public int resetIdleConnections() {
        return breakOffIdle(true);
    }

    private int breakOffIdle(boolean reset) {
        int count = 0;
        for (ServerConnection connection : connections()) {
            if (connection.breakOffIfIdle(reset)) {
                connection.awaitEnd();
                count++;
            }
        }
        return count;
    }

    /**
     * Stops accepting connections: whoever connects is refused, and the port is kept. Connections that were accepted live on. Does
     * nothing if the server does not listen.
     */
    public void stopListening() {
        acceptor.stopListening();
    }

    /** Accepts connections again, on the same port. Does nothing if the server listens. */
    public void listenAgain() {
        acceptor.listenAgain();
    }

    /**
     * Listens on the same port of another loopback address too, for clients that are given several addresses of one host. Systems other
     * than Linux may have no such address but {@code 127.0.0.1}.
     *
     * @param address the address, such as {@code 127.0.0.2}
     * @throws IllegalArgumentException if it is no loopback address
     * @throws UncheckedIOException if the server cannot listen there
     */
    public void alsoListenOn(String address) {
        acceptor.alsoListenOn(address);
    }

    /**
     * Closes all connections, stops listening and ends all threads.
     *
     * @throws AssertionError if there are {@linkplain #takeProblems() problems} that nobody took, or if a thread does not end
     */
    @Override
    public void close() {
        acceptor.close();
    }

    // What its parts need

    boolean isTls() {
        return tls;
    }

    ServerContexts contexts() {
        return contexts;
    }

    ExecutorService threads() {
        return acceptor.threads();
    }

    Journal journal() {
        return acceptor.journal();
    }

    Scripts scripts() {
        return scripts;
    }

    Deduplication deduplication() {
        return deduplication;
    }

    int maxBodyBytes() {
        return maxBodyBytes;
    }

    @Override
    public String toString() {
        return "FaultServer[" + url("/") + "]";
    }
}
