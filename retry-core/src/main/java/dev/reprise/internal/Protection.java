package dev.reprise.internal;

import dev.reprise.breaker.CircuitBreaker;
import dev.reprise.breaker.Permit;
import dev.reprise.budget.RetryBudget;
import dev.reprise.http.HttpAnswer;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Verdict;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What one logical call holds of its scope's budget and breaker, so that nothing of it is ever lost. */
final class Protection {

    private final @Nullable ScopeState scope;
    private RetryBudget.@Nullable Token token;
    private @Nullable Permit permit;

    /** Without a scope's state everything is allowed. */
    Protection(@Nullable ScopeState scope) {
        this.scope = scope;
    }

    void callStarted(long now) {
        if (scope != null) {
            scope.budget().callStarted(now);
        }
    }

    /** Whether the breaker would refuse an attempt now. */
    boolean isOpen() {
        CircuitBreaker breaker = scope == null ? null : scope.breaker();
        return breaker != null && breaker.isOpen();
    }

    /** Takes the breaker's permit for one attempt. */
    boolean admit() {
        CircuitBreaker breaker = scope == null ? null : scope.breaker();
        if (breaker == null) {
            return true;
        }
        permit = breaker.tryAcquire();
        return permit != null;
    }

    /** Reserves a token for a retry or a query that is scheduled. */
    boolean reserve(boolean resolvesDoubt) {
        if (scope == null) {
            return true;
        }
        RetryBudget budget = resolvesDoubt ? scope.doubtBudget() : scope.budget();
        token = budget.tryReserve();
        return token != null;
    }

    /** What the token was reserved for begins, so that it is spent, whatever comes of it. */
    void spend() {
        token = null;
    }

    /** Tells the breaker how the attempt ended that it admitted. */
    void attempted(Judgement judgement) {
        Permit mine = permit;
        permit = null;
        if (mine == null) {
            return;
        }
        if (isNeutral(judgement)) {
            mine.ignored();
        } else if (isGood(judgement)) {
            mine.success();
        } else {
            boolean unknown = judgement.answer() == null && judgement.verdict().effect() == Effect.UNKNOWN;
            mine.failure(unknown ? Permit.Kind.UNKNOWN : Permit.Kind.FAILED, judgement.detail());
        }
    }

    /** The caller's own doing, or the request's fault, or a wish to slow down: it tells nothing of the service's health. */
    private static boolean isNeutral(Judgement judgement) {
        if (judgement.stop() == Ending.CANCELLED
                || judgement.stop() == Ending.INTERRUPTED
                || judgement.evidence().cancelled()) {
            return true;
        }
        HttpAnswer answer = judgement.answer();
        if (answer != null) {
            return answer.status() >= 400 && answer.status() < 500;
        }
        return judgement.verdict().kind() == Verdict.Kind.PERMANENT
                && !(judgement.failure() instanceof IOException
                        && judgement.verdict().effect() == Effect.UNKNOWN);
    }

    private static boolean isGood(Judgement judgement) {
        HttpAnswer answer = judgement.answer();
        boolean broken = judgement.failure() != null;
        return judgement.verdict().kind() == Verdict.Kind.SUCCESS
                || (answer != null && answer.status() < 400 && !broken);
    }

    /** Why the breaker refused, in words that hold nothing of another caller's request. */
    String refusal() {
        CircuitBreaker breaker = scope == null ? null : scope.breaker();
        String last = breaker == null ? null : breaker.snapshot().lastFailure();
        return "The circuit breaker is open" + (last == null ? "" : " since attempts failed, the last with " + last)
                + ", so nothing was sent";
    }

    /** The call has ended: what it still holds goes back. */
    void end() {
        if (token != null) {
            token.giveBack();
            token = null;
        }
        if (permit != null) {
            permit.ignored();
            permit = null;
        }
    }
}
