package dev.reprise;

import org.jspecify.annotations.Nullable;

/**
 * The request was applied, but its answer is lost. Never send the business action anew; the result must be looked up.
 */
public final class ResultLostException extends RetryException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param outcome what the call learned
     * @param cause the last failure, or null
     */
    public ResultLostException(Outcome outcome, @Nullable Throwable cause) {
        super("The request was applied, but its answer is lost", outcome, cause);
    }
}
