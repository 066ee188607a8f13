package dev.reprise.internal;

import dev.reprise.RetryPolicy;
import dev.reprise.internal.action.ActionSend;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Evidence;
import dev.reprise.outcome.Repeatability;
import dev.reprise.outcome.Verdict;
import org.jspecify.annotations.Nullable;

/** What a retry of one logical call needs besides time, and when a request may go out again free of charge. */
final class RetryChecks {

    private final RetryPolicy policy;
    private final CallFacts facts;
    private final Repeatability repeatability;
    private final TimeLimit limit;

    private int polls;
    private boolean bodyBegun;
    private boolean resentFree;

    RetryChecks(RetryPolicy policy, CallFacts facts, Repeatability repeatability, TimeLimit limit) {
        this.policy = policy;
        this.facts = facts;
        this.repeatability = repeatability;
        this.limit = limit;
    }

    void saw(Evidence evidence) {
        bodyBegun |= evidence.bodyBegun() || !evidence.watched();
    }

    int polls() {
        return polls;
    }

    void polling() {
        polls++;
    }

    /** What is in the way of a retry before its pause is planned; of several things the first in the order of the checks. */
    @Nullable
    Ending refusal(Verdict verdict, int attempts, long now) {
        if (facts.single()) {
            return Ending.NESTED;
        }
        if (forbiddenByStrictMode()) {
            return Ending.ATTEMPTS;
        }
        if (verdict.retryForbidden()) {
            return Ending.SERVER_FORBADE;
        }
        if (verdict.stillRunning()) {
            if (polls >= policy.maxPolls()) {
                return Ending.POLLS;
            }
        } else if (attempts - polls >= policy.maxAttempts()) {
            return Ending.ATTEMPTS;
        }
        if (!bodyCanBeSent()) {
            return Ending.BODY_NOT_REPLAYABLE;
        }
        return keyRefusal(now);
    }

    @Nullable
    Ending keyRefusal(long now) {
        ActionSend send = facts.send();
        return send == null || send.keyLives(limit.attemptNanos(now)) ? null : Ending.KEY_EXPIRED;
    }

    private boolean bodyCanBeSent() {
        return facts.bodyReplayable() || !bodyBegun;
    }

    /**
     * Once per call a request goes out again at once and free of charge, when the transport proves that the peer did not process
     * it (RFC 9113 §8.7), or when an idempotent one met a reused connection that was dead. Asking uses it up.
     */
    boolean resendsFree(Judgement judgement, long now) {
        boolean free = !resentFree
                && !judgement.verdict().retryForbidden()
                && (peerDidNotProcess(judgement) || metDeadConnection(judgement))
                && bodyCanBeSent()
                && limit.allowsAfter(0, now)
                && keyRefusal(now) == null;
        resentFree |= free;
        return free;
    }

    private boolean peerDidNotProcess(Judgement judgement) {
        Evidence evidence = judgement.evidence();
        return judgement.verdict().effect() == Effect.NOT_APPLIED
                && (evidence.refusedByPeer() || evidence.staleConnection())
                && !forbiddenByStrictMode();
    }

    private boolean metDeadConnection(Judgement judgement) {
        Evidence evidence = judgement.evidence();
        return repeatability == Repeatability.IDEMPOTENT
                && judgement.connectionLost()
                && evidence.reusedConnection()
                && evidence.exchanges() == 1
                && !evidence.answerBegun();
    }

    private boolean forbiddenByStrictMode() {
        return policy.strictOnce() && repeatability == Repeatability.ONCE;
    }
}
