package dev.reprise.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLSocket;

/** One connection to a server, byte by byte. */
final class RawClient implements AutoCloseable {
    /** What the client saw last. */
    enum End {
        EOF,
        RESET,
        SILENCE
    }

    /** What arrived, and how it ended. */
    record Seen(String text, End end) {}

    /** How long to see nothing before calling it silence; what has to come first is waited for without it. */
    private static final int SILENCE_MILLIS = 50;

    private final Socket socket;

    private RawClient(Socket socket) {
        this.socket = socket;
    }

    static RawClient connect(FaultServer server) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress("127.0.0.1", server.port()), 5000);
        socket.setSoTimeout(10_000);
        return new RawClient(socket);
    }

    static RawClient connectTls(FaultServer server) throws IOException {
        RawClient plain = connect(server);
        SSLSocket socket =
                (SSLSocket) server.sslSocketFactory().createSocket(plain.socket, "127.0.0.1", server.port(), true);
        socket.startHandshake();
        return new RawClient(socket);
    }

    RawClient send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    RawClient post(String target, String body, String... headers) throws IOException {
        StringBuilder text = new StringBuilder("POST " + target + " HTTP/1.1\r\nHost: localhost\r\n");
        for (String header : headers) {
            text.append(header).append("\r\n");
        }
        return send(text + "Content-Length: " + body.length() + "\r\n\r\n" + body);
    }

    RawClient get(String target) throws IOException {
        return send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }

    /** Reads to the end, however it comes. */
    Seen seeEnd() throws IOException {
        ByteArrayOutputStream seen = new ByteArrayOutputStream();
        InputStream in = socket.getInputStream();
        End end = End.EOF;
        try {
            int next = in.read();
            while (next >= 0) {
                seen.write(next);
                next = in.read();
            }
        } catch (SocketTimeoutException e) {
            end = End.SILENCE;
        } catch (SocketException e) {
            end = End.RESET;
        }
        return new Seen(seen.toString(StandardCharsets.UTF_8), end);
    }

    /** Waits for this text, and sees whether anything follows. */
    Seen seeSilenceAfter(String text) throws IOException {
        String seen = readUntil(text);
        socket.setSoTimeout(SILENCE_MILLIS);
        Seen rest = seeEnd();
        return new Seen(seen + rest.text(), rest.end());
    }

    /** Reads until the text seen ends so. */
    String readUntil(String ending) throws IOException {
        ByteArrayOutputStream seen = new ByteArrayOutputStream();
        InputStream in = socket.getInputStream();
        while (!seen.toString(StandardCharsets.UTF_8).endsWith(ending)) {
            int next = in.read();
            if (next < 0) {
                throw new AssertionError("the server ended the connection after: " + seen);
            }
            seen.write(next);
        }
        return seen.toString(StandardCharsets.UTF_8);
    }

    Socket socket() {
        return socket;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
