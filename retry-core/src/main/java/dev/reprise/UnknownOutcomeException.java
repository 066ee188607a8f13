package dev.reprise;

import dev.reprise.http.HttpAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The request may or may not have been applied, and nothing on this side can tell. It has not failed: tell the user that the
 * result is being confirmed, keep the business action, and send or query it again later under the same key.
 */
public final class UnknownOutcomeException extends RetryException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable HttpAnswer answer;

    /**
     * Makes the exception.
     *
     * @param outcome what the call learned
     * @param answer the last answer if there was one, else null
     * @param cause the last failure, or null
     */
    public UnknownOutcomeException(Outcome outcome, @Nullable HttpAnswer answer, @Nullable Throwable cause) {
        super("The outcome of the request is unknown", outcome, cause);
        this.answer = answer;
    }

    /**
     * Makes the exception for a call that sent nothing to clear the doubt.
     *
     * @param reason why nothing was sent, a sentence without a full stop
     * @param outcome what the call learned
     * @param cause what was in the way, or null
     */
    public UnknownOutcomeException(String reason, Outcome outcome, @Nullable Throwable cause) {
        super("The outcome of the request is unknown: " + reason, outcome, cause);
        this.answer = null;
    }

    /**
     * The last answer that arrived, which did not settle the action.
     *
     * @return the answer with the first 64 KiB of its body, or null if there was none
     */
    public @Nullable HttpAnswer answer() {
        return answer;
    }
}
