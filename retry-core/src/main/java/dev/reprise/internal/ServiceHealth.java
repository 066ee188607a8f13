package dev.reprise.internal;

import dev.reprise.breaker.Permit;
import dev.reprise.http.HttpAnswer;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Evidence;
import dev.reprise.outcome.Verdict;
import java.io.IOException;

/** What an attempt tells the breaker of the service's health. */
final class ServiceHealth {

    private ServiceHealth() {}

    /**
     * Tells the breaker how the attempt ended that it admitted.
     *
     * @param permit what it was admitted with
     * @param judgement what it told
     */
    static void report(Permit permit, Judgement judgement) {
        if (isNeutral(judgement)) {
            permit.ignored();
        } else if (isGood(judgement)) {
            permit.success();
        } else {
            boolean unknown = judgement.answer() == null && judgement.verdict().effect() == Effect.UNKNOWN;
            permit.failure(unknown ? Permit.Kind.UNKNOWN : Permit.Kind.FAILED, judgement.detail());
        }
    }

    /** Whether an answer is the request's fault or a wish to slow down. */
    static boolean isNeutral(int status) {
        return status >= 400 && status < 500;
    }

    /** The caller's own doing, or the request's fault, or a wish to slow down: it tells nothing of the service's health. */
    private static boolean isNeutral(Judgement judgement) {
        if (judgement.stop() == Ending.CANCELLED
                || judgement.stop() == Ending.INTERRUPTED
                || judgement.evidence().cancelled()
                || judgement.neutral()
                || isUnsent(judgement)) {
            return true;
        }
        HttpAnswer answer = judgement.answer();
        if (answer != null) {
            return isNeutral(answer.status());
        }
        return judgement.verdict().kind() == Verdict.Kind.PERMANENT
                && !(judgement.failure() instanceof IOException
                        && judgement.verdict().effect() == Effect.UNKNOWN);
    }

    /** A success that the service had no part in. */
    private static boolean isUnsent(Judgement judgement) {
        Evidence evidence = judgement.evidence();
        return judgement.verdict().kind() == Verdict.Kind.SUCCESS && evidence.watched() && evidence.exchanges() == 0;
    }

    private static boolean isGood(Judgement judgement) {
        HttpAnswer answer = judgement.answer();
        boolean broken = judgement.failure() != null;
        return judgement.verdict().kind() == Verdict.Kind.SUCCESS
                || (answer != null && answer.status() < 400 && !broken);
    }
}
