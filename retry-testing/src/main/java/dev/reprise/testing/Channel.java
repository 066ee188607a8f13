package dev.reprise.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** The server's end of one connection: opens it, serves its requests one after the other, and breaks it off. */
final class Channel implements Runnable {
    /** How much of a client's upload is read for a client that is not told to stop. */
    private static final long MAX_DISCARDED_BYTES = 64L * 1024 * 1024;

    /** The first bytes of a TLS record: its type, version and length (RFC 8446 §5.1). */
    private static final int RECORD_HEAD_BYTES = 5;

    private final FaultServer server;
    private final ServerConnection connection;
    private final Socket socket;
    private final Opening opening;
    private @Nullable SSLSocket secure;
    private Input input;
    private OutputStream out;

    Channel(FaultServer server, ServerConnection connection, Socket socket, Opening opening) throws IOException {
        this.server = server;
        this.connection = connection;
        this.socket = socket;
        this.opening = opening;
        this.input = new Input(socket.getInputStream(), connection, server.threads());
        this.out = socket.getOutputStream();
    }

    @Override
    public void run() {
        try {
            if (open()) {
                connection.markIdle();
                boolean alive = true;
                while (alive) {
                    alive = serveOne();
                }
                closeGently();
            }
        } catch (Exchange.BrokenOffException e) {
            // The script's wish.
        } catch (IOException e) {
            // The client, or the server's own closing, ended the connection. Over TLS the failing side is not known.
            connection.markReadingEnded();
        } catch (InterruptedException | RejectedExecutionException e) {
            // The server is closing.
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            server.journal().problem("connection " + connection.number() + ": " + e);
        } finally {
            connection.breakOff(false);
            connection.markEnded();
        }
    }

    private boolean open() throws IOException, InterruptedException {
        socket.setTcpNoDelay(true);
        Break onAccept = opening.onAccept();
        if (onAccept != null) {
            breakOff(onAccept, false);
            return false;
        }
        if (!server.isTls()) {
            return true;
        }
        connection.markHandshake(ServerConnection.Handshake.RUNNING);
        try {
            Break inHandshake = opening.inHandshake();
            if (inHandshake == null) {
                shakeHands();
                return true;
            }
            byte[] record = input.read(RECORD_HEAD_BYTES);
            if (record.length == RECORD_HEAD_BYTES) {
                input.read(((record[3] & 0xff) << 8) | (record[4] & 0xff));
            }
            if (inHandshake != Break.STALL) {
                connection.markHandshake(ServerConnection.Handshake.FAILED);
            }
            breakOff(inHandshake, true);
        } catch (IOException e) {
            connection.markHandshake(ServerConnection.Handshake.FAILED);
            connection.markReadingEnded();
        }
        return false;
    }

    private void shakeHands() throws IOException {
        SSLSocket layered = (SSLSocket)
                server.contexts().of(opening.identity()).getSocketFactory().createSocket(socket, null, true);
        layered.setUseClientMode(false);
        layered.setNeedClientAuth(opening.demandsCertificate());
        layered.startHandshake();
        secure = layered;
        input = new Input(layered.getInputStream(), connection, server.threads());
        out = layered.getOutputStream();
        connection.markHandshake(ServerConnection.Handshake.COMPLETED);
    }

    private boolean serveOne() throws IOException, InterruptedException, Exchange.BrokenOffException {
        int first = input.read();
        if (first < 0) {
            return false;
        }
        long arrivalNanos = System.nanoTime();
        int position = connection.markRequest();
        return new Exchange(server, this, first, position, arrivalNanos).run();
    }

    /** Breaks the connection off; returns when nothing is left to do but to close. */
    void breakOff(Break how, boolean inputRead) throws IOException, InterruptedException {
        switch (how) {
            case CLOSE -> connection.breakOff(false);
            case RESET -> connection.breakOff(true);
            case HALF_CLOSE -> {
                socket.shutdownOutput();
                input.drain(MAX_DISCARDED_BYTES);
            }
            case STALL -> {
                if (inputRead) {
                    input.drain(MAX_DISCARDED_BYTES);
                } else {
                    connection.awaitClosedHere();
                }
            }
        }
    }

    /** Ends a connection as agreed with the client. */
    private void closeGently() throws IOException {
        if (secure != null && !connection.clientClosed()) {
            secure.shutdownOutput();
        }
    }

    /** Waits so long, unless the connection ends earlier. */
    boolean awaitEnd(Duration timeout) throws InterruptedException {
        return connection.awaitEndOfEitherSide(timeout);
    }

    ServerConnection connection() {
        return connection;
    }

    Input input() {
        return input;
    }

    OutputStream out() {
        return out;
    }
}
