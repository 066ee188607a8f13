package dev.reprise.okhttp;

import dev.reprise.deadline.Deadline;
import dev.reprise.http.HeaderNames;
import dev.reprise.http.HttpAnswer;
import dev.reprise.internal.BlockingHost;
import dev.reprise.internal.ChainFields;
import dev.reprise.internal.Delivery;
import dev.reprise.internal.HttpJudge;
import dev.reprise.internal.Judgement;
import dev.reprise.internal.LogicalCall;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Evidence;
import dev.reprise.outcome.Verdict;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.ResponseBody;
import org.jspecify.annotations.Nullable;

/** The transport's side of one logical call over OkHttp. */
final class OkHttpHost implements BlockingHost, AutoCloseable {

    private final CallInterceptor owner;
    private final Interceptor.Chain chain;
    private final Call call;
    private final Outgoing outgoing;
    private final LogicalCall logical;
    private final CancelSignal cancel;
    private final Delivery delivery = new Delivery();
    private @Nullable Response response;
    private boolean released;

    OkHttpHost(CallInterceptor owner, Interceptor.Chain chain, Outgoing outgoing, LogicalCall logical) {
        this.owner = owner;
        this.chain = OkHttpVersion.HAS_CHAIN_RETRY_SWITCH
                ? OkHttp5Hooks.withBoundedDns(OkHttp5Hooks.withoutHiddenResends(chain))
                : chain;
        this.call = chain.call();
        this.outgoing = outgoing;
        this.logical = logical;
        this.cancel = new CancelSignal(call);
    }

    // ---- one attempt

    @Override
    public Judgement attempt(LogicalCall same) {
        forgetResponse();
        if (logical.attempts().freshConnection()) {
            pool().evictAll();
        }
        AttemptLimit limit = new AttemptLimit();
        AttemptState state = new AttemptState(call, logical, outgoing, limit, cancel);
        // Read in this order, an attempt that only the deadline limits has no less time than is left until it.
        long ownNanos = logical.attemptNanos();
        long hardNanos = logical.hardNanosLeft();
        long attemptNanos = Math.min(ownNanos, hardNanos);
        state.startClock(attemptNanos, hardNanos);
        AttemptState outer = state.enter();
        try {
            return send(state, attemptNanos, attemptNanos == hardNanos);
        } catch (Throwable failure) {
            limit.end();
            forgetResponse();
            return failed(state, failure);
        } finally {
            limit.end();
            AttemptState.exit(outer);
            if (outer != null && outgoing.isInside()) {
                outer.include(state);
            }
        }
    }

    private Judgement send(AttemptState state, long attemptNanos, boolean untilDeadline) throws IOException {
        Request request = request(state, attemptNanos);
        Response answer;
        if (attemptNanos == Long.MAX_VALUE) {
            answer = chain.proceed(request);
        } else {
            answer = sendWithin(request, attemptNanos, untilDeadline);
        }
        Masking masking = state.masking();
        response = masking == null ? answer : masking.restore(answer);
        return answered(state, response);
    }

    @SuppressWarnings("try") // the scope does its work by being open
    private Response sendWithin(Request request, long nanos, boolean untilDeadline) throws IOException {
        Deadline deadline = Deadline.after(
                Duration.ofNanos(Math.max(1, nanos)), logical.policy().ticker());
        try (Deadline.Scope ignored = deadline.activate()) {
            // A socket's own timeout must not come before the deadline's timer, which knows why it ends the attempt.
            long most = untilDeadline ? Timeouts.behind(nanos) : nanos;
            return Timeouts.within(chain, most).proceed(request);
        }
    }

    private Request request(AttemptState state, long nanos) {
        Request request = outgoing.request();
        Request.Builder attempt = request.newBuilder().tag(AttemptState.class, state);
        RequestBody body = request.body();
        if (body != null) {
            WatchedBody watched = new WatchedBody(body, outgoing.bodies());
            state.watch(watched);
            attempt.method(request.method(), watched);
        }
        if (logical.attempts().sendNumber() > 1 && logical.policy().markRetries()) {
            attempt.header(
                    HeaderNames.X_RETRY_ATTEMPT,
                    Integer.toString(logical.attempts().sendNumber()));
        }
        if (logical.policy().chain() != null) {
            ChainFields.set(logical, nanos, attempt::header);
        }
        return attempt.build();
    }

    // ---- what it tells

    private Judgement answered(AttemptState state, Response answer) throws IOException {
        boolean fromNetwork = answer.networkResponse() != null;
        if (state.passedUnwatched()) {
            owner.foundUnwatched();
        }
        // An interceptor that builds its answer anew, from what came, leaves out where it came from.
        if (!fromNetwork && !state.brought(answer.code())) {
            return answeredInside(state);
        }
        return outgoing.send() == null ? answeredUnbound(state, answer) : answeredBound(state, answer);
    }

    /** The answer comes from a cache or from an interceptor of the application's own, which decided what it is to be. */
    private Judgement answeredInside(AttemptState state) throws IOException {
        endInTime(state);
        delivery.note(null);
        if (outgoing.send() == null && state.exchanges() == 0) {
            return Judgement.UNSENT;
        }
        // What the server made of a request that went out before, such an answer does not say.
        Evidence evidence = evidence(state, null);
        return Judgement.of(Verdict.permanent(evidence.effect()), evidence, null);
    }

    private Judgement answeredUnbound(AttemptState state, Response answer) throws IOException {
        endInTime(state);
        Timeouts.restore(answer, state.connection(), chain.readTimeoutMillis());
        delivery.note(null);
        if (logical.policy().httpRules().isPlainSuccess(answer.code())) {
            return Judgement.SUCCESS;
        }
        return HttpJudge.answered(logical, Answers.head(answer), evidence(state, null), state.redirected());
    }

    /** From here on no timer takes the answer away. */
    private static void endInTime(AttemptState state) throws IOException {
        state.limit().end();
        if (state.limit().isOver()) {
            throw new IOException("the answer came too late");
        }
    }

    private Judgement answeredBound(AttemptState state, Response answer) {
        BufferedAnswer buffered = BufferedAnswer.read(answer, owner.settings().bufferLimit());
        response = buffered.response();
        released = buffered.whole();
        state.limit().end();
        IOException broken = buffered.failure();
        if (broken == null && state.limit().deadlineOver()) {
            broken = new IOException("the answer came too late");
        }
        if (broken == null) {
            Timeouts.restore(answer, state.connection(), chain.readTimeoutMillis());
            delivery.note(null);
            return HttpJudge.answered(logical, buffered.answer(), evidence(state, null), state.redirected());
        }
        Throwable failure = explained(state, broken);
        delivery.note(failure);
        forgetResponse();
        return stopping(
                state,
                HttpJudge.cutOff(logical, buffered.answer(), evidence(state, broken), state.redirected(), failure));
    }

    private Judgement failed(AttemptState state, Throwable thrown) {
        Throwable failure = explained(state, thrown);
        if (state.body() != null && state.body().changed()) {
            return refusedToRepeat(state, failure, thrown);
        }
        delivery.note(failure);
        return stopping(state, HttpJudge.failed(logical, failure, evidence(state, thrown)));
    }

    private Judgement refusedToRepeat(AttemptState state, Throwable failure, Throwable thrown) {
        delivery.noteRefusedRepetition(failure);
        return HttpJudge.failed(logical, failure, evidence(state, thrown)).stopping(Ending.BODY_NOT_REPLAYABLE);
    }

    private Judgement stopping(AttemptState state, Judgement judgement) {
        if (state.limit().deadlineOver() || cancelledByTimeout()) {
            return judgement.stopping(Ending.DEADLINE);
        }
        return Thread.currentThread().isInterrupted() ? judgement.stopping(Ending.INTERRUPTED) : judgement;
    }

    /**
     * A timeout set on the call itself cancels it, and comes before this library's own timer for it, since OkHttp's clock starts earlier. That it
     * was the timeout and not the caller is not to be seen, only likely.
     */
    private boolean cancelledByTimeout() {
        return call.isCanceled() && logical.hardNanosLeft() <= call.timeout().timeoutNanos() / Timeouts.EARLY_PART;
    }

    private Evidence evidence(AttemptState state, @Nullable Throwable thrown) {
        // Nothing seen proves nothing if nobody looked.
        if (owner.unwatched() || (state.exchanges() == 0 && owner.lacksWireHalf(call))) {
            return Evidence.UNWATCHED;
        }
        return state.evidence(call.isCanceled() && !state.limit().deadlineOver(), thrown);
    }

    private ConnectionPool pool() {
        return OkHttpVersion.HAS_CHAIN_RETRY_SWITCH
                ? OkHttp5Hooks.pool(chain)
                : owner.settings().pool();
    }

    /** What really ended the attempt, which is not always what surfaced. */
    private Throwable explained(AttemptState state, Throwable thrown) {
        Throwable failure = thrown;
        Throwable ofExchange = state.failure();
        if (ofExchange != null && ofExchange != thrown) {
            // OkHttp went on to another connection after this, and what surfaced speaks of that one.
            failure = ofExchange;
            if (!(thrown instanceof HiddenResendException)) {
                failure.addSuppressed(thrown);
            }
        }
        if (failure instanceof InterruptedException) {
            // OkHttp 5 lets it escape where only an IOException is declared.
            Thread.currentThread().interrupt();
            return causedBy(new InterruptedIOException("interrupted"), failure);
        }
        if (state.limit().deadlineOver()) {
            return causedBy(new SocketTimeoutException("the deadline of the call is over"), failure);
        }
        if (state.limit().attemptOver() && !(failure instanceof SocketTimeoutException)) {
            return causedBy(new SocketTimeoutException("the time of the attempt is over"), failure);
        }
        return failure;
    }

    private static IOException causedBy(IOException failure, Throwable cause) {
        failure.initCause(cause);
        return failure;
    }

    // ---- between attempts

    @Override
    public void release() {
        Response last = response;
        if (last != null && !released) {
            released = true;
            response = Answers.copyAndClose(last, logical.hardNanosLeft());
        }
    }

    private void forgetResponse() {
        Answers.closeQuietly(response);
        response = null;
        released = false;
    }

    @Override
    public CompletableFuture<?> cancelled() {
        return cancel.current();
    }

    // ---- the end

    Response deliver() throws IOException {
        Throwable failure = delivery.lastFailure();
        if (failure instanceof RuntimeException || failure instanceof Error) {
            throw givenUp(failure);
        }
        Ending ending = logical.outcome().ending();
        if (ending == Ending.INTERRUPTED) {
            throw givenUp(interrupted(failure));
        }
        Response last = response;
        boolean answered = last != null;
        Delivery.Kind kind = Delivery.of(logical, answered, owner.settings().answerInDoubt());
        if (kind == Delivery.Kind.ANSWER && last != null) {
            return finished(covered(last));
        }
        HttpAnswer found = logical.foundAnswer();
        if (kind == Delivery.Kind.FOUND && found != null) {
            forgetResponse();
            return Answers.of(tagged(outgoing.request()), found);
        }
        if (kind == Delivery.Kind.FAILURE) {
            throw givenUp(failure == null ? new IOException("Canceled") : failure);
        }
        forgetResponse();
        throw delivery.exception(logical);
    }

    /** Unchecked exceptions of the application's own interceptors pass as they are. */
    private IOException givenUp(Throwable failure) {
        forgetResponse();
        delivery.complete(failure, logical);
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof IOException io ? io : new IOException(failure);
    }

    private static Throwable interrupted(@Nullable Throwable failure) {
        if (failure instanceof InterruptedIOException && !(failure instanceof SocketTimeoutException)) {
            return failure;
        }
        InterruptedIOException interrupted = new InterruptedIOException("interrupted");
        return failure == null ? interrupted : causedBy(interrupted, failure);
    }

    private Response covered(Response last) {
        ResponseBody body = last.body();
        long left = logical.hardNanosLeft();
        if (!owner.settings().deadlineCoversStreams() || left == Long.MAX_VALUE || released || body == null) {
            return last;
        }
        return Answers.withBody(
                last, body.contentType(), body.contentLength(), new DeadlineSource(body.source(), call, left));
    }

    private Response finished(Response last) {
        List<String> ofAttempt = ChainFields.ofAttempt(logical);
        boolean noted = CallNote.of(last.request()) == logical;
        if (noted && ofAttempt.isEmpty()) {
            return last;
        }
        Request shown = noted ? last.request() : tagged(last.request());
        return last.newBuilder().request(asWritten(shown, ofAttempt)).build();
    }

    /** Some applications make their next request of a response's, and that one must not tell the time that this attempt had. */
    private Request asWritten(Request sent, List<String> ofAttempt) {
        Request.Builder shown = sent.newBuilder();
        for (String name : ofAttempt) {
            shown.removeHeader(name);
            for (String value : outgoing.request().headers(name)) {
                shown.addHeader(name, value);
            }
        }
        return shown.build();
    }

    private Request tagged(Request request) {
        return request.newBuilder().tag(CallNote.class, new CallNote(logical)).build();
    }

    @Override
    public void close() {
        cancel.close();
    }
}
