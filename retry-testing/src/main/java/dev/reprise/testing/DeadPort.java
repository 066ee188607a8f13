package dev.reprise.testing;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** A port of {@code 127.0.0.1} to which no client can connect, and which nobody else is given until it is closed. */
public final class DeadPort implements AutoCloseable {

    /** On loopback a connection is made at once or, with a full backlog, not at all. */
    private static final int CONNECT_MILLIS = 200;

    /** Far more than a backlog of one needs. */
    private static final int MAX_FILLERS = 64;

    private final int port;
    private final List<Closeable> sockets;

    private DeadPort(int port, List<Closeable> sockets) {
        this.port = port;
        this.sockets = sockets;
    }

    /**
     * A port where connecting is refused at once.
     *
     * @return the port
     * @throws UncheckedIOException if there is none
     */
    public static DeadPort refusing() {
        List<Closeable> sockets = new ArrayList<>();
        try {
            Socket bound = new Socket();
            sockets.add(bound);
            bound.bind(new InetSocketAddress(Loopback.address(), 0));
            return new DeadPort(bound.getLocalPort(), sockets);
        } catch (IOException e) {
            closeAll(sockets);
            throw new UncheckedIOException("cannot make a port that refuses", e);
        }
    }

    /**
     * A port where connecting is neither accepted nor refused, so that a client waits for its connect timeout. It is a listener with a full
     * backlog, which Linux treats so; on systems that refuse instead, this method throws.
     *
     * @return the port
     * @throws UncheckedIOException if there is none, or the system does not do it
     */
    public static DeadPort silent() {
        List<Closeable> sockets = new ArrayList<>();
        try {
            ServerSocket listening = new ServerSocket(0, 1, Loopback.address());
            sockets.add(listening);
            fill(listening, sockets);
            return new DeadPort(listening.getLocalPort(), sockets);
        } catch (IOException e) {
            closeAll(sockets);
            throw new UncheckedIOException("cannot make a port that is silent", e);
        }
    }

    private static void fill(ServerSocket listening, List<Closeable> sockets) throws IOException {
        for (int i = 0; i < MAX_FILLERS; i++) {
            Socket filler = new Socket();
            sockets.add(filler);
            try {
                filler.connect(listening.getLocalSocketAddress(), CONNECT_MILLIS);
            } catch (SocketTimeoutException e) {
                return;
            }
        }
        throw new IOException("the backlog does not get full");
    }

    /**
     * The port.
     *
     * @return its number
     */
    public int port() {
        return port;
    }

    /**
     * An address at this port.
     *
     * @param target path and query, beginning with a slash
     * @return an {@code http} URL
     */
    public String url(String target) {
        return "http://" + Loopback.LITERAL + ":" + port + target;
    }

    /**
     * An address at this port.
     *
     * @param target path and query, beginning with a slash
     * @return an {@code http} URI
     */
    public URI uri(String target) {
        return URI.create(url(target));
    }

    /** Gives the port back to the system. */
    @Override
    public void close() {
        closeAll(sockets);
    }

    private static void closeAll(List<Closeable> sockets) {
        for (Closeable socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                // A socket that cannot be closed is one that is closed already.
            }
        }
    }

    @Override
    public String toString() {
        return "DeadPort[" + port + "]";
    }
}
