package dev.reprise;

import dev.reprise.action.BusinessAction;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What this library throws itself, as opposed to the client's own exceptions that it lets through. No retrier of this library
 * repeats a call that ended with one.
 */
public abstract sealed class RetryException extends IOException
        permits UnknownOutcomeException, ResultLostException, ActionSettledException, CallRefusedException {

    private static final long serialVersionUID = 1L;

    private final transient Outcome outcome;

    RetryException(String message, Outcome outcome, @Nullable Throwable cause) {
        super(message + " (" + outcome + ")", cause);
        this.outcome = outcome;
    }

    /**
     * What the call learned.
     *
     * @return the outcome
     */
    public Outcome outcome() {
        return outcome;
    }

    /**
     * The business action of the call.
     *
     * @return the action, or null if the call was not bound to one
     */
    public @Nullable BusinessAction action() {
        return outcome.action();
    }
}
