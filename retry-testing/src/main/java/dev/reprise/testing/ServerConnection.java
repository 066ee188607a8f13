package dev.reprise.testing;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** One TCP connection that a server accepted. Thread-safe. */
public final class ServerConnection {
    /** How far the TLS handshake of a connection got. */
    public enum Handshake {
        /** The connection has no TLS, or broke off before the handshake began. */
        NONE,
        /** The handshake is being done, or stalls. */
        RUNNING,
        /** The server's side of the handshake is complete. */
        COMPLETED,
        /** The handshake was broken off, by either side. */
        FAILED
    }

    /** Long enough for a thread to take note that its socket was closed. */
    private static final Duration SOON = Duration.ofSeconds(5);

    private final int number;
    private final Socket socket;
    private final Monitor monitor;
    private final ReentrantLock sending = new ReentrantLock();
    private Handshake handshake = Handshake.NONE;
    private int requests;
    private boolean clientClosed;
    private boolean ended;
    private boolean idle;
    private volatile boolean closedHere;

    ServerConnection(int number, Socket socket, Monitor monitor) {
        this.number = number;
        this.socket = socket;
        this.monitor = monitor;
    }

    /**
     * The connection's number.
     *
     * @return 1 for the first connection that the server accepted
     */
    public int number() {
        return number;
    }

    /**
     * How many requests began to arrive on this connection.
     *
     * @return the number of requests, partial ones included
     */
    public int requests() {
        return monitor.read(() -> requests);
    }

    /**
     * How far the TLS handshake got.
     *
     * @return the state of the handshake
     */
    public Handshake handshake() {
        return monitor.read(() -> handshake);
    }

    /**
     * Whether the server saw the client close or reset the connection.
     *
     * @return true once it was seen
     */
    public boolean clientClosed() {
        return monitor.read(() -> clientClosed);
    }

    /**
     * Whether the server is done with this connection.
     *
     * @return true once nothing more will be read or sent
     */
    public boolean ended() {
        return monitor.read(() -> ended);
    }

    /** Closes the connection, wherever it is, and waits until it has ended. */
    public void close() {
        breakOff(false);
        awaitEnd();
    }

    /** Resets the connection, wherever it is, and waits until it has ended. */
    public void reset() {
        breakOff(true);
        awaitEnd();
    }

    void awaitEnd() {
        monitor.await(SOON, () -> ended, () -> this + " to end");
    }

    /** Breaks the connection off if no request is on its way. */
    boolean breakOffIfIdle(boolean reset) {
        // Who has read the end of an answer may still be ahead of the thread that is about to return from sending it.
        boolean locked = false;
        try {
            locked = sending.tryLock(SOON.toMillis(), TimeUnit.MILLISECONDS);
            if (!locked || !monitor.read(() -> idle && !ended)) {
                return false;
            }
            breakOff(reset);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            if (locked) {
                sending.unlock();
            }
        }
    }

    void breakOff(boolean reset) {
        closedHere = true;
        try {
            if (reset) {
                socket.setSoLinger(true, 0);
            }
            socket.close();
        } catch (IOException e) {
            // Then the client was faster, and the connection is as gone as it should be.
        }
        monitor.change(() -> {});
    }

    /** Marks the connection idle together with what is the last write before it is. */
    void sendLast(Sending write) throws IOException {
        sending.lock();
        try {
            monitor.change(() -> idle = true);
            write.send();
        } finally {
            sending.unlock();
        }
    }

    interface Sending {
        void send() throws IOException;
    }

    void markIdle() {
        monitor.change(() -> idle = true);
    }

    int markRequest() {
        monitor.change(() -> {
            idle = false;
            requests++;
        });
        return requests();
    }

    void markHandshake(Handshake state) {
        monitor.change(() -> handshake = state);
    }

    /** Notes that reading ended or failed, which is the client's doing unless the server closed the socket itself. */
    void markReadingEnded() {
        if (!closedHere) {
            monitor.change(() -> clientClosed = true);
        }
    }

    void markEnded() {
        monitor.change(() -> ended = true);
    }

    /** Returns whether one of the sides closed within this time. */
    boolean awaitEndOfEitherSide(Duration timeout) throws InterruptedException {
        return monitor.await(timeout, () -> closedHere || clientClosed);
    }

    void awaitClosedHere() throws InterruptedException {
        monitor.await(() -> closedHere);
    }

    @Override
    public String toString() {
        return monitor.read(() -> "connection " + number + " (" + requests + " requests"
                + (handshake == Handshake.NONE ? "" : ", handshake " + handshake)
                + (clientClosed ? ", closed by the client" : "")
                + (ended ? ", ended)" : ")"));
    }
}
