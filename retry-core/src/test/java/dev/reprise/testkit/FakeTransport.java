package dev.reprise.testkit;

import dev.reprise.Outcome;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.http.HttpAnswer;
import dev.reprise.internal.BlockingDriver;
import dev.reprise.internal.BlockingHost;
import dev.reprise.internal.CallFacts;
import dev.reprise.internal.Delivery;
import dev.reprise.internal.HttpJudge;
import dev.reprise.internal.Judgement;
import dev.reprise.internal.LiveRetrier;
import dev.reprise.internal.LogicalCall;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Evidence;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP transport without a socket, which follows a script: each attempt gets the next reply, and the last one for ever. It
 * counts what a server would have seen, and gives to the caller what an adapter would give.
 */
public final class FakeTransport implements BlockingHost {

    /** What becomes of one attempt. */
    @FunctionalInterface
    public interface Reply {
        Judgement to(FakeTransport transport, LogicalCall call);
    }

    /** One attempt as the transport saw it. */
    public record Seen(int attempt, int send, long limitNanos, boolean fresh, @Nullable String key, Duration at) {}

    /** What the caller of a call got. */
    public record Ended(@Nullable HttpAnswer answer, @Nullable Throwable thrown, Outcome outcome) {
        public Ending ending() {
            return outcome.ending();
        }
    }

    private final FakeTime time;
    private final Deque<Reply> script = new ArrayDeque<>();
    private final List<Seen> seen = new ArrayList<>();
    private final CompletableFuture<Void> cancelled = new CompletableFuture<>();
    private Delivery delivery = new Delivery();
    private @Nullable HttpAnswer answer;
    private boolean held;
    private int releases;

    public FakeTransport(FakeTime time, Reply... replies) {
        this.time = time;
        script.addAll(List.of(replies));
    }

    // ---- replies

    public static Reply status(int status) {
        return answer(HttpAnswer.of(status));
    }

    public static Reply status(int status, String header, String value) {
        return answer(HttpAnswer.of(status, Map.of(header, List.of(value))));
    }

    public static Reply status(int status, Map<String, List<String>> headers, String body) {
        return answer(HttpAnswer.of(status, headers).withBody(body.getBytes(StandardCharsets.UTF_8), true));
    }

    public static Reply body(int status, String body) {
        return status(status, Map.of(), body);
    }

    public static Reply answer(HttpAnswer answer) {
        return (transport, call) -> transport.answered(call, answer);
    }

    public static Reply fails(Throwable failure, Evidence evidence) {
        return (transport, call) -> transport.failed(call, failure, evidence);
    }

    public static Reply refused() {
        return (transport, call) ->
                transport.failed(call, new ConnectException("connection refused"), Evidence.NOTHING_SENT);
    }

    public static Reply timeout() {
        return (transport, call) -> transport.failed(call, new SocketTimeoutException("timeout"), Evidence.SENT);
    }

    public static Reply reset() {
        return (transport, call) -> transport.failed(call, new IOException("connection reset"), Evidence.SENT);
    }

    /** A 2xx whose body broke off. */
    public static Reply cutOff(int status) {
        return (transport, call) -> {
            IOException failure = new IOException("unexpected end of stream");
            transport.delivery.note(failure);
            HttpAnswer head = HttpAnswer.of(status).withBody(new byte[0], false);
            return HttpJudge.cutOff(call, head, Evidence.SENT, false, failure);
        };
    }

    /** The server never answers: the attempt lasts as long as it may. */
    public static Reply silence() {
        return (transport, call) -> {
            transport.time.pass(Duration.ofNanos(call.attemptNanos()));
            return transport.failed(call, new SocketTimeoutException("timeout"), Evidence.SENT);
        };
    }

    public static Reply after(Duration duration, Reply reply) {
        return (transport, call) -> {
            transport.time.pass(duration);
            return reply.to(transport, call);
        };
    }

    public static Reply doing(Runnable something, Reply reply) {
        return (transport, call) -> {
            something.run();
            return reply.to(transport, call);
        };
    }

    public static Evidence refusedByPeer() {
        return new Evidence(true, 1, true, false, true, false, true, false);
    }

    public static Evidence staleConnection() {
        return new Evidence(true, 0, false, false, false, true, true, false);
    }

    public static Evidence deadReusedConnection() {
        return new Evidence(true, 1, true, false, false, false, true, false);
    }

    private Judgement answered(LogicalCall call, HttpAnswer arrived) {
        answer = arrived;
        held = true;
        delivery.note(null);
        return HttpJudge.answered(call, arrived, Evidence.SENT, false);
    }

    private Judgement failed(LogicalCall call, Throwable failure, Evidence evidence) {
        delivery.note(failure);
        return HttpJudge.failed(call, failure, evidence);
    }

    // ---- the host

    @Override
    public Judgement attempt(LogicalCall call) {
        seen.add(new Seen(
                call.attempts().number(),
                call.attempts().sendNumber(),
                call.attemptNanos(),
                call.attempts().freshConnection(),
                call.send() == null ? null : call.send().key().value(),
                time.elapsed()));
        answer = null;
        held = false;
        Reply next = script.size() > 1 ? script.removeFirst() : script.getFirst();
        return next.to(this, call);
    }

    @Override
    public void release() {
        releases++;
        held = false;
    }

    @Override
    public CompletableFuture<?> cancelled() {
        return cancelled;
    }

    // ---- the caller

    public void cancel() {
        cancelled.complete(null);
    }

    public Ended call(RetryPolicy policy, CallFacts facts) {
        return drive(new LogicalCall(policy, facts));
    }

    /** A call that shares the live state of a retrier. */
    public Ended call(Retrier retrier, CallFacts facts) {
        return drive(((LiveRetrier) retrier).newCall(retrier.policy(), facts));
    }

    private Ended drive(LogicalCall call) {
        delivery = new Delivery();
        answer = null;
        BlockingDriver.drive(call, this);
        return deliver(call);
    }

    private Ended deliver(LogicalCall call) {
        Delivery.Kind kind = Delivery.of(call, answer != null, false);
        Throwable last = delivery.lastFailure();
        return switch (kind) {
            case ANSWER -> new Ended(answer, null, call.outcome());
            case FOUND -> new Ended(call.foundAnswer(), null, call.outcome());
            case FAILURE -> {
                Throwable thrown = last == null ? new IOException("Canceled") : last;
                delivery.complete(thrown, call);
                yield new Ended(null, thrown, call.outcome());
            }
            case EXCEPTION -> new Ended(null, delivery.exception(call), call.outcome());
        };
    }

    // ---- what the server saw

    /** How many requests arrived or tried to. */
    public int requests() {
        return seen.size();
    }

    public List<Seen> seen() {
        return List.copyOf(seen);
    }

    public List<String> keys() {
        return seen.stream().map(Seen::key).toList();
    }

    public int releases() {
        return releases;
    }

    /** Whether an answer, and with it a connection, is held right now. */
    public boolean holdsConnection() {
        return held;
    }
}
