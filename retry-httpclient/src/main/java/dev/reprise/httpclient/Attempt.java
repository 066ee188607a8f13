package dev.reprise.httpclient;

import dev.reprise.http.HttpAnswer;
import dev.reprise.http.HttpRules;
import dev.reprise.internal.LogicalCall;
import dev.reprise.outcome.Evidence;
import dev.reprise.outcome.Verdict;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One attempt: it watches from both sides whether the request left and whether an answer began, and takes the answer's body where it belongs.
 *
 * @param <T> what the caller's handler makes of a body
 */
final class Attempt<T> implements HttpResponse.BodyHandler<Received<T>> {

    /** How much of a failed attempt's answer is kept, and for how long it is waited for. */
    private static final long KEPT_BYTES = HttpAnswer.BODY_LIMIT;

    private static final long KEPT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int RUNNING = 0;
    private static final int ENDED = 1;
    private static final int OVER = 2;

    private final WrappedClient client;
    private final Outgoing outgoing;
    private final LogicalCall logical;
    private final HttpResponse.BodyHandler<T> handler;
    private final @Nullable WatchedPublisher body;
    private final long nanos;
    private final boolean deadlineRules;
    private final AtomicInteger phase = new AtomicInteger(RUNNING);

    private volatile HttpResponse.@Nullable ResponseInfo head;
    private volatile @Nullable PassingBody<T> passing;
    private volatile @Nullable HeldBody<T> held;
    private volatile @Nullable Throwable handlerFailure;
    private @Nullable CompletableFuture<HttpResponse<Received<T>>> exchange;

    Attempt(WrappedClient client, Outgoing outgoing, LogicalCall logical, HttpResponse.BodyHandler<T> handler) {
        this.client = client;
        this.outgoing = outgoing;
        this.logical = logical;
        this.handler = handler;
        this.body = outgoing.watched();
        this.nanos = logical.attemptNanos();
        // Read later, so that it is no more than the attempt's time where that was cut to it.
        long hard = logical.hardNanosLeft();
        this.deadlineRules = hard != Long.MAX_VALUE && nanos >= hard;
    }

    // ---- the exchange

    /** How long the attempt may take, {@link Long#MAX_VALUE} for no limit. */
    long nanos() {
        return nanos;
    }

    /** Lets the request leave. */
    CompletableFuture<HttpResponse<Received<T>>> begin(HttpResponse.@Nullable PushPromiseHandler<T> pushes) {
        CompletableFuture<HttpResponse<Received<T>>> begun;
        try {
            begun = client.exchange(outgoing.attempt(logical, body, nanos), this, pushes);
        } catch (RuntimeException | Error refused) {
            begun = CompletableFuture.failedFuture(refused);
        }
        exchange = begun;
        return begun;
    }

    /** The time is over. */
    void expire() {
        if (phase.compareAndSet(RUNNING, OVER)) {
            cancel();
        }
    }

    /** Gives the exchange up; the client closes its connection or resets its stream. */
    void cancel() {
        CompletableFuture<?> running = exchange;
        if (running != null) {
            running.cancel(true);
        }
    }

    /** From here on no time can be over any more. */
    void end() {
        phase.compareAndSet(RUNNING, ENDED);
        if (body != null) {
            body.stop();
        }
    }

    // ---- the answer

    @Override
    public HttpResponse.BodySubscriber<Received<T>> apply(HttpResponse.ResponseInfo answer) {
        head = answer;
        if (outgoing.send() != null) {
            return hold(answer, client.settings().bufferLimit());
        }
        return mayBeRepeated(answer) ? hold(answer, KEPT_BYTES).settlingWithin(keptNanos()) : pass(answer);
    }

    private boolean mayBeRepeated(HttpResponse.ResponseInfo answer) {
        HttpRules rules = logical.policy().httpRules();
        return !rules.isPlainSuccess(answer.statusCode())
                && rules.verdictOf(headOf(answer), logical.policy().clock()).kind() == Verdict.Kind.TRANSIENT;
    }

    private long keptNanos() {
        return Math.max(1, Math.min(KEPT_NANOS, logical.hardNanosLeft()));
    }

    private HeldBody<T> hold(HttpResponse.ResponseInfo answer, long limit) {
        HeldBody<T> body = new HeldBody<>(answer, limit);
        held = body;
        return body;
    }

    private HttpResponse.BodySubscriber<Received<T>> pass(HttpResponse.ResponseInfo answer) {
        PassingBody<T> body;
        try {
            body = new PassingBody<>(handler.apply(answer));
        } catch (RuntimeException | Error thrown) {
            handlerFailure = thrown;
            throw thrown;
        }
        passing = body;
        long left = logical.hardNanosLeft();
        if (!client.settings().deadlineCoversStreams() || left == Long.MAX_VALUE) {
            return body;
        }
        CoveredBody<T> covered = new CoveredBody<>(body);
        covered.failAfter(Math.max(1, left), late());
        return covered;
    }

    static HttpAnswer headOf(HttpResponse.ResponseInfo answer) {
        return HttpAnswer.of(answer.statusCode(), answer.headers().map());
    }

    static HttpTimeoutException late() {
        return new HttpTimeoutException("the deadline of the call is over");
    }

    // ---- what is known afterwards

    /** Status and header fields, or null if no answer began. */
    HttpResponse.@Nullable ResponseInfo head() {
        return head;
    }

    /** The body that waits for a decision, or null. */
    @Nullable
    HeldBody<T> held() {
        return held;
    }

    /** What the caller's own code threw when it was given an answer that came as it should, or null. */
    @Nullable
    Throwable ownFailure() {
        Throwable thrown = handlerFailure;
        PassingBody<T> given = passing;
        return thrown != null || given == null ? thrown : given.ownFailure();
    }

    boolean handlerMayBeUsedAgain() {
        PassingBody<T> given = passing;
        return given == null || given.mayBeUsedAgain();
    }

    boolean bodyChanged() {
        return body != null && body.changed();
    }

    boolean isOver() {
        return phase.get() == OVER;
    }

    /** Whether it was the call's deadline that ended the attempt, and not the attempt's own time. */
    boolean deadlineOver(@Nullable Throwable failure) {
        boolean timedOut = failure instanceof HttpTimeoutException && !outgoing.isShorterThan(nanos);
        return deadlineRules && (isOver() || timedOut);
    }

    /** What really ended the attempt, which is not always what surfaced. */
    Throwable explained(Throwable surfaced) {
        if (!isOver() || surfaced instanceof HttpTimeoutException) {
            return Handshakes.explained(surfaced);
        }
        HttpTimeoutException failure = timeout();
        failure.initCause(surfaced);
        return failure;
    }

    private HttpTimeoutException timeout() {
        if (body != null && body.exchanges() == 0) {
            return new HttpConnectTimeoutException("no connection was made in time");
        }
        return deadlineRules ? late() : new HttpTimeoutException("the time of the attempt is over");
    }

    Evidence evidence(@Nullable Throwable failure, boolean cancelled) {
        boolean answerBegun = head != null;
        if (body == null) {
            // The client gives no sign of when a request without a body leaves.
            return new Evidence(false, 0, true, answerBegun, false, false, false, cancelled);
        }
        boolean refused = failure != null && !answerBegun && Refusal.is(failure);
        int exchanges = body.exchanges();
        if (refused && client.resendsOnlyRefused(outgoing.request().method())) {
            // Whatever the client sent before, it would not have sent again unless that was refused too.
            exchanges = Math.min(exchanges, 1);
        }
        return new Evidence(true, exchanges, body.begun(), answerBegun, refused, false, false, cancelled);
    }

    @Override
    public String toString() {
        return "attempt " + logical.attempts().number();
    }
}
