package dev.reprise;

import org.jspecify.annotations.Nullable;

/**
 * This call sent nothing, because sending would have been wrong; the message and {@link Outcome#ending()} say why. If an
 * earlier send of the business action left its effect unknown, {@link UnknownOutcomeException} is thrown in its place, unless
 * the request itself is wrong: with another payload or key than the action's it is no send of the action, and {@link
 * Outcome#effect()} says what is known of the action.
 */
public final class CallRefusedException extends RetryException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param reason why nothing was sent, a sentence without a full stop
     * @param outcome what the call learned
     * @param cause what was in the way, or null
     */
    public CallRefusedException(String reason, Outcome outcome, @Nullable Throwable cause) {
        super(reason, outcome, cause);
    }
}
