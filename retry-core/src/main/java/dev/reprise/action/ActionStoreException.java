package dev.reprise.action;

import org.jspecify.annotations.Nullable;

/** An action store could not be read or written. Nothing is sent of an action that cannot be written. */
public final class ActionStoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * A failure.
     *
     * @param message what could not be done; without a key, a body or a credential
     */
    public ActionStoreException(String message) {
        this(message, null);
    }

    /**
     * A failure with its cause.
     *
     * @param message what could not be done; without a key, a body or a credential
     * @param cause the cause, or null
     */
    public ActionStoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
