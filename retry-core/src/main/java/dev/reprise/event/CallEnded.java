package dev.reprise.event;

import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import org.jspecify.annotations.Nullable;

/**
 * A call has ended.
 *
 * @param call the call
 * @param ending why it stopped; {@link Ending#BUDGET} and {@link Ending#BREAKER} are the refusals of the retry budget and of the
 *     circuit breaker, which have no event of their own
 * @param effect what is known of the server's side
 * @param attempts how many attempts were made, 0 or more
 * @param elapsedNanos how long the call took, in nanoseconds
 * @param failure the last failure without its messages, or null if an answer was the last thing to arrive
 */
public record CallEnded(
        CallLabel call,
        Ending ending,
        Effect effect,
        int attempts,
        long elapsedNanos,
        @Nullable RedactedFailure failure) {}
