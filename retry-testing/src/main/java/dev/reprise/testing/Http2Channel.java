package dev.reprise.testing;

import java.io.IOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** The server's end of one HTTP/2 connection: reads its frames, and plays the script of each stream on a thread of its own. */
final class Http2Channel implements Runnable {
    private final Http2FaultServer server;
    private final ServerConnection connection;
    private final Socket socket;
    private final Map<Integer, Http2Stream> streams = new HashMap<>();

    Http2Channel(Http2FaultServer server, ServerConnection connection, Socket socket) {
        this.server = server;
        this.connection = connection;
        this.socket = socket;
    }

    @Override
    public void run() {
        try {
            Http2Frames frames = open();
            frames.readPreface();
            frames.settings(server.maxConcurrentStreams());
            Http2Frames.Frame frame = frames.read();
            while (frame != null) {
                take(frames, frame);
                frame = frames.read();
            }
            connection.markReadingEnded();
        } catch (IOException e) {
            // The client, or the server's own breaking off, ended the connection.
            connection.markReadingEnded();
        } catch (RejectedExecutionException e) {
            // The server is closing.
            connection.markReadingEnded();
        } finally {
            connection.breakOff(false);
            connection.markEnded();
        }
    }

    private Http2Frames open() throws IOException {
        socket.setTcpNoDelay(true);
        connection.markHandshake(ServerConnection.Handshake.RUNNING);
        try {
            SSLSocket secure = (SSLSocket) server.contexts()
                    .of(ServerIdentity.TRUSTED)
                    .getSocketFactory()
                    .createSocket(socket, null, true);
            secure.setUseClientMode(false);
            SSLParameters parameters = secure.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            secure.setSSLParameters(parameters);
            secure.startHandshake();
            connection.markHandshake(ServerConnection.Handshake.COMPLETED);
            return new Http2Frames(secure.getInputStream(), secure.getOutputStream());
        } catch (IOException e) {
            connection.markHandshake(ServerConnection.Handshake.FAILED);
            throw e;
        }
    }

    private void take(Http2Frames frames, Http2Frames.Frame frame) throws IOException {
        switch (frame.type()) {
            case Http2Frames.SETTINGS, Http2Frames.PING -> {
                if (!frame.has(Http2Frames.ACK)) {
                    frames.acknowledge(frame);
                }
            }
            case Http2Frames.HEADERS -> {
                Http2Stream stream = streams.get(frame.stream());
                if (stream == null) {
                    stream = open(frames, frame.stream());
                }
                endIfLast(stream, frame);
            }
            case Http2Frames.DATA -> {
                frames.replenish(frame);
                Http2Stream stream = streams.get(frame.stream());
                if (stream != null) {
                    stream.addBody(frame.dataBytes());
                    endIfLast(stream, frame);
                }
            }
            case Http2Frames.RST_STREAM -> {
                Http2Stream stream = streams.get(frame.stream());
                if (stream != null) {
                    stream.markCancelled();
                }
            }
            default -> {
                // Priorities, windows, header continuations and the client's GOAWAY change nothing here.
            }
        }
    }

    private Http2Stream open(Http2Frames frames, int id) {
        connection.markRequest();
        Http2Stream stream = server.newStream(connection, id);
        streams.put(id, stream);
        Http2Script script = server.nextScript();
        server.threads().execute(() -> play(frames, stream, script));
        return stream;
    }

    private static void endIfLast(Http2Stream stream, Http2Frames.Frame frame) {
        if (frame.has(Http2Frames.END_STREAM)) {
            stream.markComplete();
        }
    }

    private void play(Http2Frames frames, Http2Stream stream, Http2Script script) {
        try {
            if (!reach(frames, stream, script, Point.REQUEST_HEAD_READ)) {
                return;
            }
            stream.awaitComplete();
            if (!stream.complete() || !reach(frames, stream, script, Point.REQUEST_READ)) {
                return;
            }
            if (script.applies()) {
                stream.markApplied();
            }
            if (reach(frames, stream, script, Point.COMMITTED)) {
                answer(frames, stream, script);
            }
        } catch (IOException e) {
            // The connection ended, which its reading thread notes.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(Http2Frames frames, Http2Stream stream, Http2Script script)
            throws IOException, InterruptedException {
        byte[] body = script.body();
        int half = body.length / 2;
        boolean stopsAfterHead = script.endsAt(Point.HEAD_SENT) || script.gateAt(Point.HEAD_SENT) != null;
        boolean endsWithHead = body.length == 0 && !stopsAfterHead;
        frames.head(stream.id(), script.status(), endsWithHead);
        if (!reach(frames, stream, script, Point.HEAD_SENT)) {
            return;
        }
        if (!endsWithHead) {
            frames.data(stream.id(), Arrays.copyOf(body, half), false);
            if (body.length > 0 && !reach(frames, stream, script, Point.BODY_PARTLY_SENT)) {
                return;
            }
            frames.data(stream.id(), Arrays.copyOfRange(body, half, body.length), true);
        }
        reach(frames, stream, script, Point.ANSWER_SENT);
    }

    /** Returns whether the script goes on. */
    private boolean reach(Http2Frames frames, Http2Stream stream, Http2Script script, Point point)
            throws IOException, InterruptedException {
        Gate gate = script.gateAt(point);
        if (gate != null) {
            gate.pass();
        }
        Http2Script.GoAway goAway = script.goAwayAt(point);
        if (goAway != null) {
            frames.goAway(goAway.covering() ? stream.id() : Math.max(0, stream.id() - 2), goAway.errorCode());
        }
        if (!script.endsAt(point)) {
            return true;
        }
        Break how = script.how();
        if (how == null) {
            frames.reset(stream.id(), script.errorCode());
        } else {
            switch (how) {
                case CLOSE -> connection.breakOff(false);
                case RESET -> connection.breakOff(true);
                case HALF_CLOSE -> socket.shutdownOutput();
                case STALL -> {}
            }
        }
        return false;
    }
}
