package dev.reprise.internal;

import dev.reprise.action.ActionState;
import dev.reprise.action.Meaning;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the server's side, over all sends. Doubt is sticky: what a later send proves of itself does not take back
 * what an earlier one may have done. Only a settlement and a believed query clear it.
 */
final class KnownEffect {

    private Effect ofSends = Effect.NOT_APPLIED;
    private boolean doubtBefore;

    /** Whether sends before this call may have been applied. */
    void doubtBefore(boolean doubt) {
        doubtBefore = doubt;
    }

    void sent(Effect effect) {
        ofSends = ofSends.or(effect);
    }

    void doubtCleared() {
        ofSends = Effect.NOT_APPLIED;
        doubtBefore = false;
    }

    /** The effect of this call's own sends. */
    Effect ofSends() {
        return ofSends;
    }

    boolean inDoubt() {
        return doubtBefore || ofSends != Effect.NOT_APPLIED;
    }

    /**
     * The effect over all sends when the call has ended.
     *
     * @param state the action's state, or null if the call is unbound or the store failed
     * @param meaning what the last answer means
     * @param ending why the call stopped
     */
    Effect overall(@Nullable ActionState state, Meaning meaning, @Nullable Ending ending) {
        // What the store holds comes first, since somebody else may have settled the action meanwhile.
        if (state == ActionState.CONFIRMED) {
            return Effect.APPLIED;
        }
        if (state == ActionState.REJECTED || state == ActionState.OPEN) {
            return Effect.NOT_APPLIED;
        }
        if (ofSends == Effect.APPLIED || meaning == Meaning.CONFIRMED || ending == Ending.APPLIED_BY_QUERY) {
            return Effect.APPLIED;
        }
        if (meaning == Meaning.REJECTED || ending == Ending.REFUSED_BY_QUERY) {
            return Effect.NOT_APPLIED;
        }
        return doubtBefore || state != null ? Effect.UNKNOWN : ofSends;
    }
}
