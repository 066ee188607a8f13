package dev.reprise.internal;

import dev.reprise.AsyncOperation;
import dev.reprise.Attempt;
import dev.reprise.CallSpec;
import dev.reprise.Operation;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.ScopeSnapshot;
import dev.reprise.action.BusinessAction;
import dev.reprise.breaker.CircuitBreaker;
import dev.reprise.deadline.Deadline;
import dev.reprise.internal.action.ActionSend;
import dev.reprise.internal.action.Payload;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The one implementation of {@link Retrier}. */
public final class LiveRetrier implements Retrier {

    private final RetryPolicy policy;
    private final ScopeStates scopes;

    /**
     * Makes a retrier.
     *
     * @param policy the settings
     */
    public LiveRetrier(RetryPolicy policy) {
        this(Objects.requireNonNull(policy, "policy"), new ScopeStates(policy));
    }

    private LiveRetrier(RetryPolicy policy, ScopeStates scopes) {
        this.policy = policy;
        this.scopes = scopes;
    }

    @Override
    public Retrier withPolicy(RetryPolicy other) {
        return new LiveRetrier(Objects.requireNonNull(other, "policy"), scopes);
    }

    /**
     * Prepares a call that shares this retrier's live state; its time starts now.
     *
     * @param settings the policy of this call, which may be another one than the retrier's own
     * @param facts what is known of the call
     * @return the call
     */
    public LogicalCall newCall(RetryPolicy settings, CallFacts facts) {
        return new LogicalCall(settings, facts, scopes.of(facts.scope()));
    }

    @Override
    public Map<String, ScopeSnapshot> snapshot() {
        Map<String, ScopeSnapshot> all = new TreeMap<>();
        scopes.forEach((scope, state) -> {
            CircuitBreaker breaker = state.breaker();
            all.put(
                    scope,
                    new ScopeSnapshot(
                            state.budget().available(),
                            state.doubtBudget().available(),
                            breaker == null ? null : breaker.snapshot(),
                            state.counters().read()));
        });
        return Collections.unmodifiableMap(all);
    }

    @Override
    public RetryPolicy policy() {
        return policy;
    }

    @Override
    public <T extends @Nullable Object, X extends Exception> T call(CallSpec<T> spec, Operation<T, X> operation)
            throws X, IOException {
        Attempt part = partOfOuterSend(spec.action());
        if (part != null) {
            return operation.attempt(part);
        }
        OperationHost<T, X> host = new OperationHost<>(spec, operation);
        LogicalCall call = newCall(policy, facts(spec));
        BlockingDriver.drive(call, host);
        return host.deliver(call);
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(CallSpec<T> spec, AsyncOperation<T> operation) {
        Objects.requireNonNull(operation, "operation");
        Attempt part = partOfOuterSend(spec.action());
        if (part != null) {
            return OnceAsync.attempt(operation, part);
        }
        return AsyncDriver.drive(newCall(policy, facts(spec)), new AsyncOperationHost<>(spec, operation));
    }

    /** A call inside a call of the same action is part of that send: the outer one records and decides. */
    private static @Nullable Attempt partOfOuterSend(@Nullable BusinessAction action) {
        if (action == null || !CallContext.sends(action.id())) {
            return null;
        }
        Duration left = Duration.ofNanos(Math.max(1, Deadline.current().remainingNanos()));
        return new Attempt(1, left, action.key());
    }

    private CallFacts facts(CallSpec<?> spec) {
        BusinessAction action = spec.action();
        String payload = spec.payload();
        ActionSend send = action == null || payload == null ? null : ActionSend.of(action, Payload.text(payload));
        return new CallFacts(
                spec.repeatability(),
                spec.scope(),
                null,
                true,
                policy.nestedGuard() && CallContext.covers(spec.scope()),
                Deadline.current().remainingNanos(),
                false,
                send);
    }
}
