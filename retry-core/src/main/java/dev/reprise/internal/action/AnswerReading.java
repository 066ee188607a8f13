package dev.reprise.internal.action;

import dev.reprise.action.Meaning;
import org.jspecify.annotations.Nullable;

/**
 * What one answer says of its action, by profile and settlement.
 *
 * @param meaning what it means for the action
 * @param running whether it says that the first request with the key still runs
 * @param payloadMismatch whether it says that the key was used with another payload
 * @param noLongerKept whether it says that the result of the first request is no longer kept
 * @param replayed whether it is the stored answer to the first request
 * @param failure what a matcher or the settlement threw; the meaning is then {@link Meaning#NOTHING}
 */
public record AnswerReading(
        Meaning meaning,
        boolean running,
        boolean payloadMismatch,
        boolean noLongerKept,
        boolean replayed,
        @Nullable Throwable failure) {

    /**
     * Whether the answer leaves the action in doubt whatever its status says: it speaks of an earlier request, or could not be
     * read.
     */
    public boolean leavesDoubt() {
        return running || payloadMismatch || noLongerKept || failure != null;
    }
}
