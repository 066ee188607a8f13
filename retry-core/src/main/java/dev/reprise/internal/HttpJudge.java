package dev.reprise.internal;

import dev.reprise.RetryException;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.Meaning;
import dev.reprise.action.Settlement;
import dev.reprise.action.SettlementContext;
import dev.reprise.http.HttpAnswer;
import dev.reprise.http.HttpRules;
import dev.reprise.internal.action.ActionSend;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Evidence;
import dev.reprise.outcome.Verdict;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Judges an HTTP attempt: by the evidence table, and for a bound call also by what its profile and settlement say of the
 * answer. All HTTP drivers judge with it.
 */
public final class HttpJudge {

    private static final Logger LOG = LoggerFactory.getLogger(HttpJudge.class);

    private HttpJudge() {}

    /**
     * Judges an attempt that brought a whole answer, or the head of one that is handed on as a stream.
     *
     * @param call the call
     * @param answer the answer
     * @param evidence what was watched
     * @param redirected whether the answer comes from another place than the request was sent to
     * @return the judgement
     */
    public static Judgement answered(LogicalCall call, HttpAnswer answer, Evidence evidence, boolean redirected) {
        return judge(call, answer, evidence, redirected, null);
    }

    /**
     * Judges an attempt whose answer was complete up to its head and then broke.
     *
     * @param call the call
     * @param answer the head, and what arrived of the body
     * @param evidence what was watched
     * @param redirected whether the answer comes from another place than the request was sent to
     * @param failure how it broke
     * @return the judgement
     */
    public static Judgement cutOff(
            LogicalCall call, HttpAnswer answer, Evidence evidence, boolean redirected, Throwable failure) {
        return judge(call, answer, evidence, redirected, failure);
    }

    /**
     * Judges an attempt that brought no answer.
     *
     * @param call the call
     * @param failure what was thrown
     * @param evidence what was watched
     * @return the judgement
     */
    public static Judgement failed(LogicalCall call, Throwable failure, Evidence evidence) {
        Verdict verdict = verdictOf(call, failure, evidence);
        return new Judgement(
                verdict,
                evidence,
                Meaning.NOTHING,
                null,
                failure,
                HttpRules.isConnectionLoss(failure),
                false,
                false,
                false,
                null);
    }

    private static Verdict verdictOf(LogicalCall call, Throwable failure, Evidence evidence) {
        // Something inside this attempt was a call of its own, and what it gave up is not begun again from outside.
        RetryException inner = Wrappers.retryException(failure);
        return inner == null
                ? call.policy().httpRules().verdictOf(failure, evidence)
                : Verdict.permanent(evidence.effect().or(inner.outcome().effect()));
    }

    private static Judgement judge(
            LogicalCall call, HttpAnswer answer, Evidence evidence, boolean redirected, @Nullable Throwable cut) {
        ActionSend send = call.send();
        try {
            return send == null
                    ? unbound(call, answer, evidence, cut)
                    : bound(call, send, answer, evidence, redirected, cut);
        } catch (RuntimeException | Error broken) {
            // A matcher, rule or settlement of the user's own failed: the answer tells nothing, and it is not asked for
            // again.
            return judgement(
                    Verdict.permanent(Effect.UNKNOWN), evidence, Meaning.NOTHING, answer, broken, false, false);
        }
    }

    private static Judgement unbound(LogicalCall call, HttpAnswer answer, Evidence evidence, @Nullable Throwable cut) {
        Verdict verdict = verdictOf(call, answer, null);
        if (cut != null && verdict.kind() == Verdict.Kind.SUCCESS) {
            verdict = Verdict.transientFault(Effect.APPLIED);
        }
        return judgement(verdict, evidence, Meaning.NOTHING, answer, cut, false, false);
    }

    private static Judgement bound(
            LogicalCall call,
            ActionSend send,
            HttpAnswer answer,
            Evidence evidence,
            boolean redirected,
            @Nullable Throwable cut) {
        IdempotencyProfile profile = send.profile();
        Verdict verdict = verdictOf(call, answer, profile);
        boolean failed = answer.status() >= 500;
        boolean replayed = profile != null && profile.isReplayed(answer);
        if (profile != null && profile.isRunning(answer)) {
            Verdict running = Verdict.running().withRetryAfter(waitOf(call, verdict, answer));
            return judgement(running, evidence, Meaning.RUNNING, answer, cut, false, false);
        }
        boolean noLongerKept = profile != null && profile.isNoLongerKept(answer);
        boolean mismatch = profile != null && profile.isPayloadMismatch(answer);
        if (noLongerKept || mismatch || (replayed && failed)) {
            // It speaks of an earlier request with this key, or is the stored answer of one that broke: asking again
            // cannot change it, and nobody may conclude that nothing was done.
            Verdict inDoubt = Verdict.permanent(Effect.UNKNOWN);
            return judgement(inDoubt, evidence, Meaning.NOTHING, answer, cut, false, noLongerKept);
        }
        boolean stored = replayed || (profile != null && profile.storesAnswers() && call.inDoubt());
        SettlementContext context = new SettlementContext(methodOf(call), redirected, call.inDoubt(), stored);
        Meaning meaning = meaning(send.settlement(), answer, context, cut);
        Verdict settled = settledVerdict(meaning, verdict, cut).withRetryAfter(waitOf(call, verdict, answer));
        boolean askFirst = failed && profile != null && profile.reexecutes();
        return judgement(settled, evidence, meaning, answer, cut, askFirst, false);
    }

    private static Meaning meaning(
            Settlement settlement, HttpAnswer answer, SettlementContext context, @Nullable Throwable cut) {
        try {
            if (cut != null && settlement.needsBody()) {
                return Meaning.NOTHING;
            }
            Meaning meaning = settlement.read(answer, context);
            if (meaning != null) {
                return meaning;
            }
            LOG.warn("A settlement returned null, so the answer settles nothing");
        } catch (RuntimeException | Error broken) {
            LOG.warn(
                    "A settlement threw {}, so the answer settles nothing",
                    broken.getClass().getName());
        }
        return Meaning.NOTHING;
    }

    private static Verdict settledVerdict(Meaning meaning, Verdict verdict, @Nullable Throwable cut) {
        return switch (meaning) {
            case CONFIRMED -> cut == null ? Verdict.success() : Verdict.transientFault(Effect.APPLIED);
            case REJECTED -> Verdict.permanent(Effect.NOT_APPLIED);
            case RUNNING -> Verdict.permanent(Effect.UNKNOWN);
            case NOTHING -> {
                if (verdict.kind() != Verdict.Kind.SUCCESS) {
                    yield verdict;
                }
                yield cut == null ? Verdict.permanent(Effect.UNKNOWN) : Verdict.transientFault(Effect.UNKNOWN);
            }
        };
    }

    private static Verdict verdictOf(LogicalCall call, HttpAnswer answer, @Nullable IdempotencyProfile profile) {
        String trusted = profile == null ? null : profile.serverVerdictHeader();
        return call.policy().httpRules().verdictOf(answer, call.policy().clock(), trusted);
    }

    /** Successes may carry a wish too, such as a 202 that says when to ask for the result. */
    private static @Nullable Duration waitOf(LogicalCall call, Verdict verdict, HttpAnswer answer) {
        return verdict.kind() == Verdict.Kind.SUCCESS
                ? call.policy().httpRules().waitOf(answer, call.policy().clock())
                : verdict.retryAfter();
    }

    private static String methodOf(LogicalCall call) {
        String method = call.facts().method();
        return method == null ? "" : method;
    }

    private static Judgement judgement(
            Verdict verdict,
            Evidence evidence,
            Meaning meaning,
            HttpAnswer answer,
            @Nullable Throwable failure,
            boolean askFirst,
            boolean noLongerKept) {
        return new Judgement(verdict, evidence, meaning, answer, failure, false, askFirst, noLongerKept, false, null);
    }
}
