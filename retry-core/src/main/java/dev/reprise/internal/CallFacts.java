package dev.reprise.internal;

import dev.reprise.internal.action.ActionSend;
import dev.reprise.outcome.Repeatability;
import org.jspecify.annotations.Nullable;

/**
 * What a driver knows of a call before it starts.
 *
 * @param repeatability whether an unbound call may be repeated when its effect is unknown
 * @param scope what live state is kept for; empty for a call without a scope
 * @param method the HTTP method, or null outside HTTP
 * @param bodyReplayable whether the request body can be sent a second time once it was begun
 * @param single whether an enclosing call does the retrying, so that this one makes a single attempt
 * @param limitNanos the least of the limits that the caller set from outside, in nanoseconds from now; {@link Long#MAX_VALUE}
 *     for none
 * @param transportLimited whether the transport ends a silent attempt by itself
 * @param send the send of a bound call, else null
 */
public record CallFacts(
        Repeatability repeatability,
        String scope,
        @Nullable String method,
        boolean bodyReplayable,
        boolean single,
        long limitNanos,
        boolean transportLimited,
        @Nullable ActionSend send) {}
