package dev.reprise.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** What servers have in common: threads, listeners, a bounded number of connections, and an end to all of them. */
final class Acceptor {
    private static final Duration CLOSING_TIME = Duration.ofSeconds(10);

    /** Serves a connection on a thread of its own. */
    interface Serving {
        Runnable serve(ServerConnection connection, Socket socket) throws IOException;
    }

    private final Serving serving;
    private final Journal journal = new Journal();
    private final ExecutorService threads;
    private final List<Listener> listeners = new ArrayList<>();
    private final int port;
    private volatile int maxConnections;
    private boolean closed;

    Acceptor(int maxConnections, Serving serving) {
        this.maxConnections = maxConnections;
        this.serving = serving;
        this.threads = Executors.newCachedThreadPool(this::newThread);
        try {
            Listener listener = new Listener(Loopback.address(), 0, threads, this::accept);
            listeners.add(listener);
            port = listener.port();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on " + Loopback.LITERAL, e);
        }
    }

    private Thread newThread(Runnable task) {
        Thread thread = new Thread(task, "fault-server-" + port);
        thread.setDaemon(true);
        return thread;
    }

    void start() {
        listeners.get(0).start();
    }

    int port() {
        return port;
    }

    Journal journal() {
        return journal;
    }

    ExecutorService threads() {
        return threads;
    }

    void maxConnections(int max) {
        if (max < 1) {
            throw new IllegalArgumentException("maxConnections must be at least 1, but is " + max);
        }
        maxConnections = max;
    }

    void await(Duration timeout, BooleanSupplier condition, String what) {
        journal.monitor.await(timeout, condition, () -> what + "; " + journal.summary());
    }

    private void accept(Socket socket) {
        ServerConnection connection;
        Runnable service;
        synchronized (this) {
            List<ServerConnection> others = journal.connections();
            connection = new ServerConnection(others.size() + 1, socket, journal.monitor);
            boolean full = others.stream().filter(other -> !other.ended()).count() >= maxConnections;
            if (full) {
                journal.problem("more than " + maxConnections + " connections were open at once");
            }
            journal.add(connection);
            if (closed || full) {
                refuse(connection);
                return;
            }
            try {
                service = serving.serve(connection, socket);
            } catch (IOException e) {
                refuse(connection);
                return;
            }
        }
        try {
            threads.execute(service);
        } catch (RejectedExecutionException e) {
            refuse(connection);
        }
    }

    private static void refuse(ServerConnection connection) {
        connection.breakOff(false);
        connection.markEnded();
    }

    void stopListening() {
        // Not under the acceptor's own lock, which the threads that accept need in order to end.
        synchronized (listeners) {
            listeners.forEach(listener -> unchecked(listener::stop));
        }
    }

    void listenAgain() {
        synchronized (listeners) {
            checkOpen();
            listeners.forEach(listener -> unchecked(listener::again));
        }
    }

    void alsoListenOn(String address) {
        unchecked(() -> {
            InetAddress parsed = InetAddress.getByName(address);
            if (!parsed.isLoopbackAddress()) {
                throw new IllegalArgumentException("the server listens on loopback addresses only, not on " + address);
            }
            synchronized (listeners) {
                checkOpen();
                Listener listener = new Listener(parsed, port, threads, this::accept);
                listeners.add(listener);
                listener.start();
            }
        });
    }

    private synchronized void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the server is closed");
        }
    }

    private interface Action {
        void run() throws IOException;
    }

    private static void unchecked(Action action) {
        try {
            action.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends everything; throws AssertionError if there are problems that nobody took. */
    void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        synchronized (listeners) {
            listeners.forEach(listener -> unchecked(listener::close));
        }
        journal.connections().forEach(connection -> connection.breakOff(false));
        threads.shutdownNow();
        List<String> problems = new ArrayList<>();
        try {
            if (!threads.awaitTermination(CLOSING_TIME.toSeconds(), TimeUnit.SECONDS)) {
                problems.add("a thread did not end within " + CLOSING_TIME.toSeconds() + " s; " + journal.summary());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        problems.addAll(0, journal.takeProblems());
        if (!problems.isEmpty()) {
            throw new AssertionError("the server has problems: " + String.join("; ", problems));
        }
    }
}
