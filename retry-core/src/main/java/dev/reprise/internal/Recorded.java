package dev.reprise.internal;

import dev.reprise.action.ActionState;
import dev.reprise.internal.action.Admission;
import org.jspecify.annotations.Nullable;

/**
 * What came of store work.
 *
 * @param admission the answer to the question whether a send may begin, or null
 * @param state the action's state after the end of a send was written, or null
 * @param failure why the work could not be done, or null
 */
public record Recorded(@Nullable Admission admission, @Nullable ActionState state, @Nullable Throwable failure) {

    /** Without the failure's message, which may hold a URL. */
    @Override
    public String toString() {
        if (failure != null) {
            return failure.getClass().getName();
        }
        return admission == null ? String.valueOf(state) : admission.why();
    }

    /** Whatever a store throws is a failure of the store, not of the driver. */
    static Recorded of(Recording work) {
        try {
            return work.run();
        } catch (Throwable failure) {
            return failed(failure);
        }
    }

    static Recorded admitted(Admission admission) {
        return new Recorded(admission, null, null);
    }

    static Recorded ended(ActionState state) {
        return new Recorded(null, state, null);
    }

    /**
     * The work could not be done.
     *
     * @param failure why
     * @return the result
     */
    public static Recorded failed(Throwable failure) {
        return new Recorded(null, null, failure);
    }
}
