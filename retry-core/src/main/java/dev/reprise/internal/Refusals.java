package dev.reprise.internal;

import dev.reprise.CallRefusedException;
import dev.reprise.Outcome;
import dev.reprise.RetryException;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.BusinessAction;
import dev.reprise.internal.action.StoredAction;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/** Refuses calls that it would be wrong to begin. */
public final class Refusals {

    private Refusals() {}

    /**
     * Refuses a call before anything of it was sent.
     *
     * @param action the action that it is a send of, or null
     * @param reason why, the part of a sentence after the colon
     * @param cause what was in the way, or null
     * @return the exception
     */
    public static RetryException refused(@Nullable BusinessAction action, String reason, @Nullable Throwable cause) {
        CallRefusedException refused = wrong(action, reason, cause);
        Outcome outcome = refused.outcome();
        // "Refused" must not be read as "not done" where an earlier send left that open.
        return outcome.effect() == Effect.UNKNOWN ? new UnknownOutcomeException(outcome, null, refused) : refused;
    }

    /**
     * Refuses a request that is wrong in itself, whatever became of the action before.
     *
     * @param action the action that it claims to be a send of, or null
     * @param reason what is wrong, the part of a sentence after the colon
     * @return the exception
     */
    public static CallRefusedException wrong(@Nullable BusinessAction action, String reason) {
        return wrong(action, reason, null);
    }

    private static CallRefusedException wrong(
            @Nullable BusinessAction action, String reason, @Nullable Throwable cause) {
        Effect effect =
                action == null ? Effect.NOT_APPLIED : StoredAction.of(action).effectSeen();
        Outcome outcome = new Outcome(0, Ending.PERMANENT, effect, action, null, null, Collections.emptyList());
        String what = action == null ? "Nothing was sent: " : "Nothing was sent for action " + action.id() + ": ";
        return new CallRefusedException(what + reason, outcome, cause);
    }
}
