package dev.reprise;

import org.jspecify.annotations.Nullable;

/**
 * The business action is settled, so nothing was sent, and its answer is not kept any more. {@link Outcome#actionState()} tells how it
 * ended.
 */
public final class ActionSettledException extends RetryException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param outcome what the call learned
     * @param cause the last failure, or null
     */
    public ActionSettledException(Outcome outcome, @Nullable Throwable cause) {
        super("The business action is settled, and its answer is not kept", outcome, cause);
    }
}
