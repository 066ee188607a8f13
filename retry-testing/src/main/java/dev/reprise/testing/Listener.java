package dev.reprise.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Listens on one address, can stop and begin again on the same port. While it does not listen it keeps the port bound, so that nobody
 * else is given it and whoever connects is refused.
 */
final class Listener {
    private final InetSocketAddress address;
    private final Executor executor;
    private final Consumer<Socket> accepted;
    private ServerSocket socket;
    private @Nullable Socket placeholder;

    Listener(InetAddress address, int port, Executor executor, Consumer<Socket> accepted) throws IOException {
        this.executor = executor;
        this.accepted = accepted;
        this.socket = listen(new InetSocketAddress(address, port));
        this.address = new InetSocketAddress(address, socket.getLocalPort());
    }

    int port() {
        return address.getPort();
    }

    private ServerSocket listen(InetSocketAddress at) throws IOException {
        ServerSocket listening = new ServerSocket();
        listening.setReuseAddress(true);
        listening.bind(at);
        executor.execute(() -> acceptFrom(listening));
        return listening;
    }

    private void acceptFrom(ServerSocket current) {
        try {
            while (true) {
                accepted.accept(current.accept());
            }
        } catch (IOException e) {
            // The socket was closed, which is the only way to end accepting.
        }
    }

    synchronized void stop() throws IOException {
        if (socket.isClosed()) {
            return;
        }
        socket.close();
        Socket bound = new Socket();
        bound.setReuseAddress(true);
        bound.bind(address);
        placeholder = bound;
    }

    synchronized void again() throws IOException {
        if (socket.isClosed()) {
            release();
            socket = listen(address);
        }
    }

    synchronized void close() throws IOException {
        socket.close();
        release();
    }

    private void release() throws IOException {
        if (placeholder != null) {
            placeholder.close();
            placeholder = null;
        }
    }
}
