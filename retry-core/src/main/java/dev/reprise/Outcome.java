package dev.reprise;

import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.internal.OutcomeNote;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one logical call learned. Adapters give it for a response, {@link #of(Throwable)} for a failure.
 *
 * @param attempts how many attempts were made; 0 if nothing was sent. Polls of a request that is still running count, status queries and
 *     the resend at once over a fresh connection do not
 * @param ending why the call stopped
 * @param effect what is known of the server's side, over all sends
 * @param action the business action of a bound call, else null
 * @param actionState the action's state when the call ended, or null for an unbound call or if the store failed
 * @param retryAfter how long the server asked to wait with its last answer, or null; set above all for {@link
 *     Ending#RETRY_AFTER_TOO_LONG}, so that the caller can come back later
 * @param history the attempts before the last one, oldest first; at most the first {@value #HISTORY_LIMIT}
 */
public record Outcome(
        int attempts,
        Ending ending,
        Effect effect,
        @Nullable BusinessAction action,
        @Nullable ActionState actionState,
        @Nullable Duration retryAfter,
        List<AttemptSummary> history) {

    /** How many earlier attempts are kept: {@value}. */
    public static final int HISTORY_LIMIT = 16;

    /**
     * Copies the history.
     *
     * @param attempts how many attempts were made
     * @param ending why the call stopped
     * @param effect what is known of the server's side, over all sends
     * @param action the business action of a bound call, else null
     * @param actionState the action's state when the call ended, or null for an unbound call or if the store failed
     * @param retryAfter how long the server asked to wait with its last answer, or null
     * @param history the attempts before the last one, oldest first
     */
    public Outcome {
        history = List.copyOf(history);
    }

    /**
     * The outcome that belongs to a failure which this library let through or threw.
     *
     * @param failure the failure as it was caught; its causes are searched too
     * @return the outcome, or null if the failure did not come out of this library
     */
    public static @Nullable Outcome of(@Nullable Throwable failure) {
        Throwable link = failure;
        for (int depth = 0; link != null && depth < HISTORY_LIMIT; depth++, link = link.getCause()) {
            if (link instanceof RetryException known) {
                return known.outcome();
            }
            for (Throwable suppressed : link.getSuppressed()) {
                if (suppressed instanceof OutcomeNote note) {
                    return note.outcome();
                }
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return attempts + (attempts == 1 ? " attempt, effect " : " attempts, effect ") + effect + ": " + ending.reason()
                + (ending == Ending.RETRY_AFTER_TOO_LONG && retryAfter != null ? " (" + retryAfter + ")" : "")
                + (action == null ? "" : "; action " + action.id() + (actionState == null ? "" : " " + actionState));
    }
}
