package dev.reprise.httpclient;

import dev.reprise.http.HttpAnswer;
import dev.reprise.internal.Delivery;
import dev.reprise.internal.HttpJudge;
import dev.reprise.internal.Judgement;
import dev.reprise.internal.LogicalCall;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Evidence;
import dev.reprise.outcome.Verdict;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The transport's side of one logical call over an {@code HttpClient}, whoever drives it. One thread at a time uses it.
 *
 * @param <T> what the caller's handler makes of a body
 */
final class JdkCall<T> {

    private final WrappedClient client;
    private final Outgoing outgoing;
    private final LogicalCall logical;
    private final HttpResponse.BodyHandler<T> handler;
    private final HttpResponse.@Nullable PushPromiseHandler<T> pushes;
    private final Delivery delivery = new Delivery();
    private @Nullable Attempt<T> attempt;
    private @Nullable HttpResponse<Received<T>> response;
    private @Nullable Throwable ownFailure;

    JdkCall(
            WrappedClient client,
            Outgoing outgoing,
            LogicalCall logical,
            HttpResponse.BodyHandler<T> handler,
            HttpResponse.@Nullable PushPromiseHandler<T> pushes) {
        this.client = client;
        this.outgoing = outgoing;
        this.logical = logical;
        this.handler = handler;
        this.pushes = pushes;
    }

    LogicalCall logical() {
        return logical;
    }

    // ---- one attempt

    /** Begins an attempt. */
    Attempt<T> begin() {
        letGo();
        Attempt<T> next = new Attempt<>(client, outgoing, logical, handler);
        attempt = next;
        return next;
    }

    CompletableFuture<HttpResponse<Received<T>>> send(Attempt<T> next) {
        return next.begin(pushes);
    }

    /** Judges an attempt that brought an answer. */
    Judgement answered(Attempt<T> ended, HttpResponse<Received<T>> answer) {
        ended.end();
        Received<T> body = answer.body();
        if (body instanceof Received.Held<T> waiting && outgoing.send() != null) {
            return answeredBound(ended, answer, waiting.body());
        }
        response = answer;
        delivery.note(null);
        return judgedByHead(
                ended, HttpAnswer.of(answer.statusCode(), answer.headers().map()));
    }

    private Judgement judgedByHead(Attempt<T> ended, HttpAnswer head) {
        if (logical.policy().httpRules().isPlainSuccess(head.status())) {
            return Judgement.SUCCESS;
        }
        Judgement judgement = HttpJudge.answered(logical, head, ended.evidence(null, false), false);
        // Which connection is used is the client's own affair (RFC 9110 §15.5.20).
        return judgement.verdict().freshConnectionNeeded() ? judgement.stopping(Ending.PERMANENT) : judgement;
    }

    private Judgement answeredBound(Attempt<T> ended, HttpResponse<Received<T>> answer, HeldBody<T> body) {
        Throwable broken = body.hasEnded() ? body.failure() : null;
        if (broken != null) {
            return cutOff(ended, body.answer(), broken);
        }
        response = answer;
        delivery.note(null);
        boolean redirected = !answer.uri().equals(outgoing.request().uri());
        Judgement judgement = HttpJudge.answered(logical, body.answer(), ended.evidence(null, false), redirected);
        return judgement.verdict().freshConnectionNeeded() ? judgement.stopping(Ending.PERMANENT) : judgement;
    }

    /** Judges an attempt that failed. */
    Judgement failed(Attempt<T> ended, Throwable surfaced) {
        ended.end();
        Throwable failure = ended.explained(Causes.unwrapped(surfaced));
        HttpResponse.ResponseInfo head = ended.head();
        if (head == null) {
            return unanswered(ended, failure);
        }
        HttpAnswer answer = Attempt.headOf(head);
        Throwable own = ended.isOver() ? null : ended.ownFailure();
        if (own != null) {
            // The server did its part; what the caller's code made of it is the caller's.
            ownFailure = own;
            delivery.note(null);
            return judgedByHead(ended, answer);
        }
        HeldBody<T> held = ended.held();
        if (held != null) {
            held.release();
            answer = held.answer().withBody(held.answer().body(), false);
        }
        return cutOff(ended, answer, failure);
    }

    private Judgement unanswered(Attempt<T> ended, Throwable failure) {
        Evidence evidence = ended.evidence(failure, false);
        Judgement judgement = HttpJudge.failed(logical, failure, evidence);
        if (ended.bodyChanged()) {
            delivery.noteRefusedRepetition(failure);
            return judgement.stopping(Ending.BODY_NOT_REPLAYABLE);
        }
        delivery.note(failure);
        return stopping(ended, judgement, failure);
    }

    private Judgement cutOff(Attempt<T> ended, HttpAnswer answer, Throwable failure) {
        delivery.note(failure);
        Judgement judgement = HttpJudge.cutOff(logical, answer, ended.evidence(failure, false), false, failure);
        if (judgement.verdict().kind() == Verdict.Kind.TRANSIENT && !ended.handlerMayBeUsedAgain()) {
            failure.addSuppressed(new IOException(
                    "the body handler has received a part of this answer, so it was not" + " given another one"));
            return stopping(ended, judgement, failure).stopping(Ending.PERMANENT);
        }
        return stopping(ended, judgement, failure);
    }

    private Judgement stopping(Attempt<T> ended, Judgement judgement, Throwable failure) {
        return ended.deadlineOver(failure) ? judgement.stopping(Ending.DEADLINE) : judgement;
    }

    /** Judges an attempt whose waiting thread was interrupted. */
    Judgement interrupted(Attempt<T> ended, InterruptedException interrupt) {
        ended.cancel();
        ended.end();
        return Judgement.of(
                        Verdict.permanent(ended.evidence(null, false).effect()), ended.evidence(null, false), interrupt)
                .stopping(Ending.INTERRUPTED);
    }

    /** Judges an attempt that the caller cancelled. */
    Judgement cancelled(Attempt<T> ended) {
        ended.cancel();
        ended.end();
        Evidence evidence = ended.evidence(null, true);
        return Judgement.of(Verdict.permanent(evidence.effect()), evidence, new CancellationException())
                .stopping(Ending.CANCELLED);
    }

    // ---- between attempts

    /** No attempt's answer holds a connection while the call waits. */
    void release() {
        Attempt<T> last = attempt;
        HeldBody<T> held = last == null ? null : last.held();
        if (held != null) {
            held.release();
        }
    }

    private void letGo() {
        release();
        response = null;
    }

    /** The caller wants nothing of it any more. */
    void drop() {
        HttpResponse<Received<T>> last = response;
        letGo();
        if (last != null) {
            close(last);
        }
    }

    /** Nobody else can close what reaches nobody. */
    static void close(HttpResponse<? extends Received<?>> unwanted) {
        Received<?> body = unwanted.body();
        if (body instanceof Received.Held<?> waiting) {
            waiting.body().release();
        } else if (body instanceof Received.Given<?> given && given.body() instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Exception ignored) {
                // Nobody wants it.
            }
        }
    }

    // ---- the end

    /** How earlier attempts failed. */
    Delivery delivery() {
        return delivery;
    }

    /**
     * What the caller gets.
     *
     * @return completes with the response, or with the bare exception; its body may still be on its way
     */
    CompletableFuture<HttpResponse<T>> deliver() {
        Throwable failure = delivery.lastFailure();
        if (failure instanceof RuntimeException || failure instanceof Error) {
            return givenUp(failure);
        }
        HttpResponse<Received<T>> last = response;
        Delivery.Kind kind = Delivery.of(
                logical, last != null || ownFailure != null, client.settings().answerInDoubt());
        if (kind == Delivery.Kind.ANSWER && ownFailure != null) {
            return givenUp(ownFailure);
        }
        if (kind == Delivery.Kind.ANSWER && last != null) {
            return last.body() instanceof Received.Held<T> waiting
                    ? given(waiting.body(), answered(last))
                    : CompletableFuture.completedFuture(answered(last).with(((Received.Given<T>) last.body()).body()));
        }
        HttpAnswer found = logical.foundAnswer();
        if (kind == Delivery.Kind.FOUND && found != null) {
            letGo();
            HeldBody<T> body = HeldBody.found(new FoundHead(found), found);
            return given(body, Answered.of(found, outgoing.request(), logical));
        }
        if (kind == Delivery.Kind.FAILURE) {
            return givenUp(failure == null ? new IOException("the call was cancelled") : failure);
        }
        letGo();
        return CompletableFuture.failedFuture(delivery.exception(logical));
    }

    private Answered<T> answered(HttpResponse<Received<T>> last) {
        return Answered.of(last, outgoing.asWritten(last.request(), logical), logical);
    }

    private CompletableFuture<HttpResponse<T>> given(HeldBody<T> body, Answered<T> answer) {
        CompletionStage<T> made = body.giveTo(handler);
        long left = logical.hardNanosLeft();
        // Before the caller has what the handler makes of the body, the call is not over.
        if (left != Long.MAX_VALUE && (!body.isGiven() || client.settings().deadlineCoversStreams())) {
            body.failAfter(Math.max(1, left), Attempt.late());
        }
        CompletableFuture<HttpResponse<T>> result = new CompletableFuture<>();
        made.whenComplete((value, thrown) -> {
            if (thrown == null) {
                result.complete(answer.with(value));
            } else {
                result.completeExceptionally(notGiven(body, Causes.unwrapped(thrown)));
            }
        });
        return result;
    }

    /** What the caller gets in place of an answer that broke off while it was handed over. */
    private Throwable notGiven(HeldBody<T> body, Throwable failure) {
        if (body.brokeOff()) {
            delivery.note(failure);
            if (Delivery.of(logical, false, client.settings().answerInDoubt()) == Delivery.Kind.EXCEPTION) {
                return delivery.exception(logical);
            }
        }
        delivery.complete(failure, logical);
        return failure;
    }

    private CompletableFuture<HttpResponse<T>> givenUp(Throwable failure) {
        letGo();
        delivery.complete(failure, logical);
        return CompletableFuture.failedFuture(failure);
    }
}
