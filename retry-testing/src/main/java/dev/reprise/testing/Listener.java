package dev.reprise.testing;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Listens on one address, can stop and begin again on the same port. While it does not listen it keeps the port bound, so that nobody
 * else is given it and whoever connects is refused.
 */
final class Listener {
    private static final int SECONDS_TO_END = 10;

    private final InetSocketAddress address;
    private final Executor executor;
    private final Consumer<Socket> accepted;
    private ServerSocket socket;
    private CountDownLatch accepting = new CountDownLatch(0);
    private @Nullable Socket placeholder;

    Listener(InetAddress address, int port, Executor executor, Consumer<Socket> accepted) throws IOException {
        this.executor = executor;
        this.accepted = accepted;
        this.socket = bind(new InetSocketAddress(address, port));
        this.address = new InetSocketAddress(address, socket.getLocalPort());
    }

    int port() {
        return address.getPort();
    }

    private static ServerSocket bind(InetSocketAddress address) throws IOException {
        ServerSocket bound = new ServerSocket();
        bound.setReuseAddress(true);
        bound.bind(address);
        return bound;
    }

    synchronized void start() {
        ServerSocket listening = socket;
        CountDownLatch ended = new CountDownLatch(1);
        accepting = ended;
        executor.execute(() -> {
            try {
                acceptFrom(listening);
            } finally {
                ended.countDown();
            }
        });
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
        awaitAcceptingEnded();
        Socket bound = new Socket();
        bound.setReuseAddress(true);
        bound.bind(address);
        placeholder = bound;
    }

    /** The system goes on listening until the thread that accepts has let go of the socket. */
    private void awaitAcceptingEnded() throws IOException {
        try {
            if (!accepting.await(SECONDS_TO_END, TimeUnit.SECONDS)) {
                throw new IOException("the thread that accepts connections does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the server stopped listening");
        }
    }

    synchronized void again() throws IOException {
        if (socket.isClosed()) {
            release();
            socket = bind(address);
            start();
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
