package dev.reprise.outcome;

/** Whether a request may be sent again when the effect of an earlier send is unknown. */
public enum Repeatability {
    /** Sending it again has the same effect as sending it once (RFC 9110 §9.2.2). */
    IDEMPOTENT,
    /** It carries an idempotency key that the server is declared to honour. */
    KEYED,
    /** The server has no key, but a status query can tell whether the request was applied. */
    VERIFIABLE,
    /** Nothing recognises a second send: it must not happen while the effect is unknown. */
    ONCE
}
