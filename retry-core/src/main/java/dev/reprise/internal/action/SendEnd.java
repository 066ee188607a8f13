package dev.reprise.internal.action;

import dev.reprise.action.Meaning;
import dev.reprise.action.StatusAnswer;
import dev.reprise.http.HttpAnswer;
import dev.reprise.outcome.Effect;
import org.jspecify.annotations.Nullable;

/**
 * What a logical call learned about its action.
 *
 * @param sends how many sends of this call physically left, 0 or more
 * @param effect the strongest effect of them; after a believed "not applied", of those since
 * @param meaning what the last answer means, {@link Meaning#NOTHING} without one
 * @param permanentAnswer whether the last answer was a permanent 4xx or 5xx that speaks of this request and not of an earlier
 *     one (see {@link AnswerReading#leavesDoubt()})
 * @param noLongerKept whether the last answer says that the result of the first request is no longer kept
 * @param answer the last answer; kept if it settles the action
 * @param query what a status query found last, or null if none was asked
 * @param believed whether "not applied" could be believed when the query was asked
 */
public record SendEnd(
        int sends,
        Effect effect,
        Meaning meaning,
        boolean permanentAnswer,
        boolean noLongerKept,
        @Nullable HttpAnswer answer,
        StatusAnswer.@Nullable Kind query,
        boolean believed) {

    /** Nothing left: admitted, but ended before the first byte. */
    public static SendEnd nothingSent() {
        return of(0, Effect.NOT_APPLIED);
    }

    /** Sends without an answer that means anything. */
    public static SendEnd of(int sends, Effect effect) {
        return new SendEnd(sends, effect, Meaning.NOTHING, false, false, null, null, false);
    }

    /** The same end with the last answer. */
    public SendEnd withAnswer(HttpAnswer last, Meaning itsMeaning, boolean permanent) {
        return new SendEnd(sends, effect, itsMeaning, permanent, noLongerKept, last, query, believed);
    }

    /** The same end, where the last answer says that the result is no longer kept. */
    public SendEnd withNoLongerKept() {
        return new SendEnd(sends, effect, meaning, permanentAnswer, true, answer, query, believed);
    }

    /** The same end with what the query found last. */
    public SendEnd withQuery(StatusAnswer.Kind found, boolean itIsBelieved) {
        return new SendEnd(sends, effect, meaning, permanentAnswer, noLongerKept, answer, found, itIsBelieved);
    }
}
