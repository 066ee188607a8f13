package dev.reprise.internal.action;

import dev.reprise.action.Meaning;
import dev.reprise.action.StatusAnswer;
import dev.reprise.http.HttpAnswer;
import dev.reprise.outcome.Effect;
import org.jspecify.annotations.Nullable;

/**
 * What a logical call learned about its action.
 *
 * @param sends how many sends of this call have physically left so far, 0 or more
 * @param effect the strongest effect of them; after a believed "not applied", of those since
 * @param meaning what the last answer means, {@link Meaning#NOTHING} without one
 * @param answer the last answer, or null if there is none; kept if it settles the action
 * @param noLongerKept whether the last answer says that the result of the first request is no longer kept
 * @param found what the status query found and the call acts on, or null; "not applied" only if it was believed
 */
public record SendEnd(
        int sends,
        Effect effect,
        Meaning meaning,
        @Nullable HttpAnswer answer,
        boolean noLongerKept,
        @Nullable StatusAnswer found) {

    /** Nothing left: admitted, but ended before the first byte. */
    public static SendEnd nothingSent() {
        return new SendEnd(0, Effect.NOT_APPLIED, Meaning.NOTHING, null, false, null);
    }
}
