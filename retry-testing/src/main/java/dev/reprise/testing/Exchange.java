package dev.reprise.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One request and its answer: reads, applies and answers as the script says, until the script breaks off. */
final class Exchange {
    /** Thrown where the script broke the connection off. */
    static final class BrokenOffException extends Exception {
        private static final long serialVersionUID = 1L;

        BrokenOffException() {
            super("broken off", null, false, false);
        }
    }

    private static final byte[] CONTINUE = "HTTP/1.1 100 \r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final Point[] ANSWER_POINTS = {
        Point.STATUS_LINE_PARTLY_SENT,
        Point.STATUS_LINE_SENT,
        Point.HEADERS_PARTLY_SENT,
        Point.HEAD_SENT,
        Point.BODY_PARTLY_SENT
    };

    private final FaultServer server;
    private final Channel channel;
    private final RequestReader reader;
    private final int position;
    private final long arrivalNanos;
    private final OutputStream out;
    private final ServerConnection connection;
    private @Nullable Script script;
    private @Nullable RequestHead head;
    private boolean complete;
    private boolean partialNoted;
    private boolean applied;
    private boolean dripping;

    Exchange(FaultServer server, Channel channel, int firstByte, int position, long arrivalNanos) {
        this.server = server;
        this.channel = channel;
        this.position = position;
        this.arrivalNanos = arrivalNanos;
        this.out = channel.out();
        this.connection = channel.connection();
        this.reader = new RequestReader(channel.input(), firstByte, server.maxBodyBytes());
    }

    /** Returns whether the connection can carry another request. */
    boolean run() throws IOException, InterruptedException, BrokenOffException {
        try {
            return serve();
        } catch (RequestReader.RefusedException e) {
            server.journal().problem("connection " + connection.number() + ": " + e.getMessage());
            notePartial();
            Answer refusal = Answer.of(e.status()).closing();
            out.write(AnswerLayout.of(refusal, Script.answer(refusal), true).bytes());
            channel.breakOff(Break.HALF_CLOSE, false);
            throw new BrokenOffException();
        } finally {
            notePartial();
        }
    }

    private boolean serve()
            throws IOException, InterruptedException, BrokenOffException, RequestReader.RefusedException {
        Script queued = server.scripts().next();
        if (queued != null) {
            script = queued;
            reach(Point.REQUEST_STARTED);
        }
        RequestHead read = reader.readHead(connection, position, arrivalNanos);
        head = read;
        Script chosen = queued;
        if (chosen == null) {
            chosen = choose(read);
            script = chosen;
            reach(Point.REQUEST_STARTED);
        }
        reach(Point.REQUEST_HEAD_READ);
        boolean unread = chosen.isEarly() && reader.bodyPending();
        if (!unread) {
            readBody(chosen, read);
        }
        ReceivedRequest request = new ReceivedRequest(read, reader.body());
        if (!unread) {
            complete = true;
            server.journal().add(request);
        }
        Answer answer = decide(chosen, request, unread);
        return send(chosen, read, answer, unread);
    }

    private Script choose(RequestHead read) {
        try {
            return server.scripts().choose(read);
        } catch (RuntimeException | Error e) {
            server.journal().problem("the function that chooses scripts threw " + e + " for " + read);
            return Script.answer(500);
        }
    }

    private void readBody(Script chosen, RequestHead read)
            throws IOException, InterruptedException, BrokenOffException, RequestReader.RefusedException {
        if (reader.bodyPending() && read.hasToken("Expect", "100-continue")) {
            out.write(CONTINUE);
        }
        if (chosen.stopsAt(Point.REQUEST_BODY_PARTLY_READ)) {
            int middle = reader.middle(chosen);
            boolean pending = reader.bodyPending();
            reader.readBody(middle);
            if (!pending || reader.bodyByteCount() < middle) {
                server.journal()
                        .problem(read + " has a body of " + reader.bodyByteCount() + " bytes, so it never got to "
                                + Point.REQUEST_BODY_PARTLY_READ);
            } else {
                reach(Point.REQUEST_BODY_PARTLY_READ);
            }
        }
        reader.readBody();
    }

    /** Passes the points up to the commit, and gives the answer to send. */
    private Answer decide(Script chosen, ReceivedRequest request, boolean unread)
            throws IOException, InterruptedException, BrokenOffException {
        if (!chosen.mayApply()) {
            reach(Point.REQUEST_READ);
            Answer answer = ask(chosen, request);
            reach(Point.COMMITTED);
            return answer;
        }
        Deduplication.Claim claim = server.deduplication().claim(request.head(), request.body());
        Answer given = null;
        try {
            hold(Point.REQUEST_READ);
            if (chosen.breakAt(Point.REQUEST_READ) != null) {
                // Before breaking off, so that whoever sees that and asks again finds the key free.
                claim.settle(null);
            }
            breakOffAt(Point.REQUEST_READ);
            Answer other = claim.answer();
            if (other != null) {
                if (claim.isReplay()) {
                    request.markReplayed();
                }
                reach(Point.COMMITTED);
                return other;
            }
            Answer answer = ask(chosen, request);
            if (chosen.applies(answer)) {
                // In this order, so that whoever waited for the ledger finds the request applied.
                request.markApplied();
                apply(request.head(), claim.key());
                given = answer;
            }
            if (unread) {
                notePartial();
            }
            hold(Point.COMMITTED);
            // Before breaking off, so that whoever sees that and asks again is given the kept answer.
            claim.settle(given);
            breakOffAt(Point.COMMITTED);
            return answer;
        } finally {
            claim.settle(given);
        }
    }

    private Answer ask(Script chosen, ReceivedRequest request) {
        try {
            return chosen.answerTo(request);
        } catch (RuntimeException | Error e) {
            server.journal().problem("the function that answers threw " + e + " for " + request.head());
            return Answer.of(500);
        }
    }

    private void apply(RequestHead read, @Nullable String key) {
        applied = true;
        server.ledger().add(read, reader.body(), key);
    }

    private boolean send(Script chosen, RequestHead read, Answer answer, boolean unread)
            throws IOException, InterruptedException, BrokenOffException {
        if (chosen.stopsListening()) {
            server.stopListening();
        }
        notePartialIf(unread);
        for (int status : chosen.interims()) {
            out.write(("HTTP/1.1 " + status + " \r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        }
        reach(Point.INTERIM_SENT);
        dripping = chosen.dripsFrom(Point.COMMITTED) || chosen.dripsFrom(Point.INTERIM_SENT);
        boolean withBody = !read.method().equals("HEAD");
        AnswerLayout layout = AnswerLayout.of(answer, chosen, withBody);
        byte[] bytes = layout.bytes();
        int sent = 0;
        for (Point point : ANSWER_POINTS) {
            Integer end = layout.end(point);
            if (end != null && (chosen.stopsAt(point) || chosen.dripsFrom(point))) {
                write(chosen, bytes, sent, end);
                sent = end;
                reach(point);
                dripping |= chosen.dripsFrom(point);
            }
        }
        if (answer.framing() == Answer.Framing.ENDLESS && withBody) {
            write(chosen, bytes, sent, bytes.length);
            sendEndless(chosen);
        }
        if (chosen.stopsAt(Point.BODY_PARTLY_SENT) && layout.end(Point.BODY_PARTLY_SENT) == null) {
            server.journal().problem("the answer to " + read + " never got to " + Point.BODY_PARTLY_SENT);
        }
        boolean alive = read.keepsAlive() && !answer.closes() && !unread;
        int from = sent;
        if (alive && !dripping) {
            connection.sendLast(() -> out.write(bytes, from, bytes.length - from));
        } else {
            write(chosen, bytes, from, bytes.length);
            if (alive) {
                connection.markIdle();
            }
        }
        reach(Point.ANSWER_SENT);
        if (unread) {
            channel.breakOff(Break.HALF_CLOSE, false);
        }
        return alive;
    }

    private void sendEndless(Script chosen) throws IOException, InterruptedException, BrokenOffException {
        byte[] chunk = "1\r\nx\r\n".getBytes(StandardCharsets.US_ASCII);
        int stop = Math.max(1, chosen.bytesOf(0));
        for (long count = 1; ; count++) {
            if (dripping) {
                pause(chosen);
            }
            out.write(chunk);
            if (count == stop) {
                reach(Point.BODY_PARTLY_SENT);
            }
        }
    }

    private void write(Script chosen, byte[] bytes, int from, int to) throws IOException, InterruptedException {
        if (!dripping) {
            out.write(Arrays.copyOfRange(bytes, from, to));
            return;
        }
        for (int i = from; i < to; i++) {
            pause(chosen);
            out.write(bytes[i]);
        }
    }

    private void pause(Script chosen) throws IOException, InterruptedException {
        if (complete) {
            channel.input().watch();
        }
        if (channel.awaitEnd(chosen.dripInterval())) {
            throw new IOException("the connection is closed");
        }
    }

    private void reach(Point point) throws IOException, InterruptedException, BrokenOffException {
        hold(point);
        breakOffAt(point);
    }

    private void hold(Point point) throws InterruptedException {
        Gate gate = script == null ? null : script.gateAt(point);
        if (gate != null) {
            if (complete) {
                channel.input().watch();
            }
            gate.pass();
        }
    }

    private void breakOffAt(Point point) throws IOException, InterruptedException, BrokenOffException {
        Break how = script == null ? null : script.breakAt(point);
        if (script == null || how == null) {
            return;
        }
        if (head != null && !complete && !applied && script.appliesAlways()) {
            apply(head, server.deduplication().key(head));
        }
        notePartial();
        if (script.stopsListening()) {
            server.stopListening();
        }
        channel.breakOff(how, complete);
        throw new BrokenOffException();
    }

    private void notePartialIf(boolean unread) {
        if (unread) {
            notePartial();
        }
    }

    /** Puts a request that is not complete on record, once. */
    private void notePartial() {
        if (!complete && !partialNoted) {
            partialNoted = true;
            server.journal()
                    .add(new PartialRequest(connection, head, reader.headByteCount(), reader.bodyByteCount(), applied));
        }
    }
}
