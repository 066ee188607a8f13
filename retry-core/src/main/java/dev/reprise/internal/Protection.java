package dev.reprise.internal;

import dev.reprise.breaker.CircuitBreaker;
import dev.reprise.breaker.Permit;
import dev.reprise.budget.RetryBudget;
import dev.reprise.outcome.Ending;
import dev.reprise.time.Ticker;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * What one logical call holds of its scope's budget and breaker, so that nothing of it is ever lost, and what is counted of it.
 *
 * <p>Each request is one entry with the breaker and one attempt in the counts. Where an operation makes a call of its own with the same
 * live state, it is that call which sends: it takes over the entry of the attempt around it. Were it to ask for one of its own, a
 * failure would count twice, and a half-open breaker with one place for a probe would be in its own way for ever. A request that is sent
 * from within another one, by an interceptor, is let through for the same reason, and the breaker hears of the outer one.
 */
final class Protection {

    private static final AtomicReferenceFieldUpdater<Protection, Object> ENTRY =
            AtomicReferenceFieldUpdater.newUpdater(Protection.class, Object.class, "entry");

    /** No attempt is under way, or a call inside has taken its entry. */
    private static final Object NONE = new Object();

    /** The entry of an attempt where there is no breaker. */
    private static final Object UNGUARDED = new Object();

    private final @Nullable ScopeState scope;
    private final @Nullable Protection around;
    private final boolean single;
    private final boolean sends;
    private RetryBudget.@Nullable Token token;

    /** The permit of the attempt under way; a call inside may take it from another thread. */
    private volatile Object entry = NONE;

    private boolean takenOver;
    private boolean sent;
    private boolean started;
    private boolean ended;

    /**
     * Without a scope's state everything is allowed.
     *
     * @param scope the state
     * @param facts what is known of the call
     */
    Protection(@Nullable ScopeState scope, CallFacts facts) {
        this.scope = scope;
        this.single = facts.single();
        this.sends = facts.method() != null;
        this.around = scope == null ? null : CallContext.sharing(scope);
    }

    boolean guards(ScopeState state) {
        return scope == state;
    }

    /** A call that makes a single attempt inside one with the same live state is no call of its own. */
    private boolean isPart() {
        return single && around != null;
    }

    void callStarted(long now, Ticker ticker) {
        if (scope == null) {
            return;
        }
        countCall(scope);
        if (isPart()) {
            // The call around it has earned what its retries cost. Inside one elsewhere, nobody has: it asks its
            // queries, and resends
            // what is in doubt, from this budget.
            return;
        }
        if (ticker == scope.ticker()) {
            scope.budget().callStarted(now);
        } else {
            scope.budget().callStarted();
        }
    }

    private void countCall(ScopeState state) {
        started = true;
        if (!isPart()) {
            state.counters().callStarted();
        }
    }

    /** An attempt begins. */
    void attemptStarted(boolean retry, boolean resend) {
        sent = true;
        if (scope == null) {
            return;
        }
        if (resend) {
            scope.counters().resend();
        } else if (!takenOver) {
            scope.counters().attempt();
        }
        if (retry) {
            scope.counters().retry();
        }
    }

    void queryAsked() {
        if (scope != null) {
            scope.counters().query();
        }
    }

    /** Whether the breaker would refuse an attempt now. */
    boolean isOpen() {
        CircuitBreaker breaker = scope == null ? null : scope.breaker();
        return breaker != null && breaker.isOpen();
    }

    /** Takes the breaker's permit for one attempt. */
    boolean admit() {
        if (scope == null) {
            return true;
        }
        CircuitBreaker breaker = scope.breaker();
        Object mine = fromAround();
        if (mine == null) {
            mine = breaker == null ? UNGUARDED : breaker.tryAcquire();
        }
        if (mine == null && !sent && isInsideRequest()) {
            mine = UNGUARDED;
        }
        if (mine == null) {
            return false;
        }
        entry = mine;
        return true;
    }

    /** What the attempt around this one, which was admitted, has for it; null if this attempt needs an entry of its own. */
    private @Nullable Object fromAround() {
        takenOver = false;
        if (around == null) {
            return null;
        }
        if (around.sends) {
            return single ? UNGUARDED : null;
        }
        Object mine = around.take();
        takenOver = mine != null;
        return mine;
    }

    /** Whether a request is under way from within which this one is sent. That one may be the probe which waits for it. */
    private boolean isInsideRequest() {
        return around != null && around.sends && around.entry != NONE;
    }

    private @Nullable Object take() {
        Object taken = entry == NONE ? NONE : ENTRY.getAndSet(this, NONE);
        return taken == NONE ? null : taken;
    }

    private @Nullable Permit takePermit() {
        return take() instanceof Permit permit ? permit : null;
    }

    /** Reserves a token for a retry or a query that is scheduled; what was reserved before and did not begin goes back. */
    boolean reserve(boolean resolvesDoubt) {
        if (scope == null) {
            return true;
        }
        giveBack();
        RetryBudget budget = resolvesDoubt ? scope.doubtBudget() : scope.budget();
        token = budget.tryReserve();
        return token != null;
    }

    /** What the token was reserved for begins, so that it is spent, whatever comes of it. */
    void spend() {
        token = null;
    }

    private void giveBack() {
        if (token != null) {
            token.giveBack();
            token = null;
        }
    }

    /** Tells the breaker how the attempt ended that it admitted. */
    void attempted(Judgement judgement) {
        Permit mine = takePermit();
        if (mine != null) {
            ServiceHealth.report(mine, judgement);
        }
    }

    /** Why the breaker refused, in words that hold nothing of another caller's request. */
    String refusal() {
        CircuitBreaker breaker = scope == null ? null : scope.breaker();
        String last = breaker == null ? null : breaker.snapshot().lastFailure();
        // That the breaker is open is what the ending says.
        return "Nothing was sent" + (last == null ? "" : " because earlier attempts failed, the last with " + last);
    }

    /** The call has ended: what it still holds goes back. Ending it twice does nothing more. */
    void end(Ending ending) {
        giveBack();
        Permit permit = takePermit();
        if (permit != null) {
            permit.ignored();
        }
        if (scope == null || ended) {
            return;
        }
        ended = true;
        if (!started) {
            // It was stopped before its start.
            countCall(scope);
        }
        if (!isPart()) {
            scope.counters().callEnded(ending);
        }
    }
}
