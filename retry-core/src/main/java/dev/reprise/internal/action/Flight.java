package dev.reprise.internal.action;

import dev.reprise.action.SendMark;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a logical call remembers of its own sends when it records their end.
 *
 * @param name the owner under which the record was written as in flight, or null if it was not
 * @param counted how many sends the record counts for this call already
 * @param pinnedHere whether this call pinned the fingerprint
 * @param doubtBeforeLast whether a send of this call before the last one may have been applied
 * @param firstSend the first send that was not proved to be without effect, or null if there is none
 * @param reexecuted whether the last answer was one after which the server would carry out a resend anew
 * @param now the time of the end
 */
record Flight(
        @Nullable String name,
        int counted,
        boolean pinnedHere,
        boolean doubtBeforeLast,
        @Nullable SendMark firstSend,
        boolean reexecuted,
        Instant now) {}
