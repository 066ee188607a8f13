package dev.reprise.internal;

import dev.reprise.Explanation.Next;
import dev.reprise.Fault;
import dev.reprise.RetryPolicy;
import dev.reprise.action.Meaning;
import dev.reprise.internal.math.Nanos;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.outcome.Verdict;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Puts a decision into words. It decides nothing: it reads what the call decided. */
final class ExplanationText {

    private final RetryPolicy policy;
    private final LogicalCall call;
    private final Fault fault;
    private final Judgement judgement;
    private final Verdict verdict;

    ExplanationText(RetryPolicy policy, LogicalCall call, Fault fault, Judgement judgement) {
        this.policy = policy;
        this.call = call;
        this.fault = fault;
        this.judgement = judgement;
        this.verdict = judgement.verdict();
    }

    String of(Next next, @Nullable Duration longestPause, @Nullable Ending ending) {
        String rule = verdict.kind() == Verdict.Kind.TRANSIENT ? rule() + " " : "";
        return fault + " " + meaning() + ". " + rule + consequence(next, longestPause, ending) + ".";
    }

    private String meaning() {
        if (judgement.meaning() == Meaning.REJECTED) {
            return "rejects the action for good";
        }
        if (verdict.stillRunning() || judgement.meaning() == Meaning.RUNNING) {
            return "says that the server still works on the request";
        }
        return switch (verdict.kind()) {
            case SUCCESS -> "is a success";
            case PERMANENT -> "is permanent: repeating the request cannot change it" + effect();
            case TRANSIENT -> "may pass" + effect();
        };
    }

    private String effect() {
        return switch (verdict.effect()) {
            case NOT_APPLIED -> ", and the request was not applied";
            case UNKNOWN -> ", and the server may have applied the request";
            case APPLIED -> ", and the request was applied";
        };
    }

    private String rule() {
        boolean proved = verdict.effect() == Effect.NOT_APPLIED;
        if (call.attempts().resendsFree()) {
            return proved
                    ? "The transport proves that the peer did not process it."
                    : "An idempotent request met a reused connection that was dead.";
        }
        if (verdict.retryForbidden()) {
            return "The server asked not to retry.";
        }
        if (proved) {
            return policy.strictOnce() && call.repeatability() == Repeatability.ONCE
                    ? "Strict mode resends nothing that is sent once, not even on proof."
                    : "What was not applied may be sent again, whatever its repeatability.";
        }
        if (judgement.askFirst()) {
            return "The server would carry out a second send anew.";
        }
        return switch (call.repeatability()) {
            case IDEMPOTENT -> "Sending it again has the same effect as sending it once (RFC 9110 §9.2.2).";
            case KEYED -> "The server recognises a second send by its idempotency key.";
            case VERIFIABLE -> "Nothing would recognise a second send, but the server can be asked about the first.";
            case ONCE -> "Nothing would recognise a second send.";
        };
    }

    private String consequence(Next next, @Nullable Duration longestPause, @Nullable Ending ending) {
        return switch (next) {
            case RETRY -> "It is sent again " + when(longestPause) + count();
            case QUERY -> "The status query is asked " + when(longestPause);
            case FINISH -> "The call ends" + why(ending) + "; " + delivery();
        };
    }

    private String when(@Nullable Duration longestPause) {
        if (longestPause == null || longestPause.isZero()) {
            return "at once";
        }
        String pause = Nanos.text(Nanos.saturated(longestPause));
        return verdict.retryAfter() == null
                ? "after at most " + pause
                : "after at most " + pause + ", and not before the wait that the server asked for";
    }

    private String count() {
        if (verdict.stillRunning()) {
            return ", as a poll that is no attempt";
        }
        return call.attempts().resendsFree()
                ? " on a fresh connection, free of charge, once per call"
                : ", as attempt " + (call.attempts().number() + 1) + " of " + policy.maxAttempts();
    }

    private static String why(@Nullable Ending ending) {
        return ending == null || ending == Ending.SUCCESS ? "" : " (" + ending + "): " + ending.reason();
    }

    private String delivery() {
        Delivery.Kind kind = Delivery.of(call, fault.answer() != null, false);
        return switch (kind) {
            case ANSWER, FOUND -> "the caller gets the answer";
            case FAILURE -> "the caller gets the client's own exception";
            case EXCEPTION ->
                "the caller gets " + new Delivery().exception(call).getClass().getSimpleName();
        };
    }
}
