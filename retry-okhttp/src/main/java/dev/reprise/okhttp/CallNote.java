package dev.reprise.okhttp;

import dev.reprise.internal.LogicalCall;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/**
 * Leads from a response to the call that it ended.
 *
 * @param call the ended call
 */
record CallNote(LogicalCall call) {

    static @Nullable LogicalCall of(Request request) {
        CallNote note = request.tag(CallNote.class);
        if (note != null) {
            return note.call();
        }
        AttemptState attempt = request.tag(AttemptState.class);
        return attempt == null ? null : attempt.logical();
    }

    @Override
    public String toString() {
        return call.outcome().toString();
    }
}
