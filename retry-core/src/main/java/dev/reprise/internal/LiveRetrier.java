package dev.reprise.internal;

import dev.reprise.Attempt;
import dev.reprise.CallSpec;
import dev.reprise.Operation;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.action.BusinessAction;
import dev.reprise.deadline.Deadline;
import dev.reprise.internal.action.ActionSend;
import dev.reprise.internal.action.Payload;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The one implementation of {@link Retrier}. */
public final class LiveRetrier implements Retrier {

    private final RetryPolicy policy;

    /**
     * Makes a retrier.
     *
     * @param policy the settings
     */
    public LiveRetrier(RetryPolicy policy) {
        this.policy = Objects.requireNonNull(policy, "policy");
    }

    @Override
    public RetryPolicy policy() {
        return policy;
    }

    @Override
    public <T extends @Nullable Object, X extends Exception> T call(CallSpec<T> spec, Operation<T, X> operation)
            throws X, IOException {
        OperationHost<T, X> host = new OperationHost<>(spec, operation);
        BusinessAction action = spec.action();
        if (action != null && CallContext.sends(action.id())) {
            // A call inside a call of the same action is part of that send: the outer one records and decides.
            Duration left = Duration.ofNanos(Math.max(1, Deadline.current().remainingNanos()));
            return operation.attempt(new Attempt(1, left, action.key()));
        }
        LogicalCall call = new LogicalCall(policy, facts(spec, action));
        BlockingDriver.drive(call, host);
        return host.deliver(call);
    }

    private static CallFacts facts(CallSpec<?> spec, @Nullable BusinessAction action) {
        String payload = spec.payload();
        ActionSend send = action == null || payload == null ? null : ActionSend.of(action, Payload.text(payload));
        return new CallFacts(
                spec.repeatability(),
                spec.scope(),
                null,
                true,
                CallContext.covers(spec.scope()),
                Deadline.current().remainingNanos(),
                false,
                send);
    }
}
