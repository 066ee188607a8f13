package dev.reprise.action;

/**
 * What the fingerprint of a payload covers. The fingerprint is kept with the action, keyed with the action's secret, so that
 * another payload under the same key is refused before anything is sent.
 */
public enum PayloadMode {
    /** Method, target and the bytes of the body. The default. */
    REQUEST,
    /**
     * A text that the caller supplies with each send, for bodies whose bytes differ from send to send, such as multipart
     * bodies with random boundaries.
     */
    CANONICAL_TEXT,
    /** No fingerprint. Nothing then proves that a second send is the same, so while the action is in doubt it is not sent again. */
    NONE
}
