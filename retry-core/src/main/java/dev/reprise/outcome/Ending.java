package dev.reprise.outcome;

/**
 * Why a logical call stopped. New constants may be added in later versions, so a {@code switch} over this type needs a
 * default branch. What is known of the server's side is not part of the reason: see {@link Effect}.
 */
public enum Ending {
    /** An attempt succeeded. */
    SUCCESS("an attempt succeeded"),
    /** The last attempt failed in a way that repeating it cannot change. */
    PERMANENT("the failure is permanent"),
    /** All attempts are used up. */
    ATTEMPTS("no attempts are left"),
    /** All polls of a request that is still running, or all questions to a status query, are used up. */
    POLLS("no polls or questions are left"),
    /** An attempt, the first or the next, would start at or after the deadline, or too close to it to be useful. */
    DEADLINE("the deadline leaves no time for an attempt"),
    /** The retry budget of the scope is used up. */
    BUDGET("the retry budget is used up"),
    /** The circuit breaker of the scope is open. */
    BREAKER("the circuit breaker is open"),
    /** The server asked not to send the request again. */
    SERVER_FORBADE("the server asked not to retry"),
    /** The server asked to wait longer than the ceiling or the deadline allows. */
    RETRY_AFTER_TOO_LONG("the server asked for a longer wait than the ceiling or the deadline allows"),
    /** The request body was begun and cannot be sent a second time. */
    BODY_NOT_REPLAYABLE("the request body cannot be sent a second time"),
    /** The idempotency key is, or would become during the attempt, older than the server keeps it. */
    KEY_EXPIRED("the idempotency key is past its lifetime"),
    /**
     * The effect is unknown, and another send would not clear it: nothing would recognise it or answer a question about the first
     * one, or the answer is final and settles nothing.
     */
    UNKNOWN_OUTCOME("the outcome is unknown, and sending again would not clear it"),
    /** A status query said that the action was applied. */
    APPLIED_BY_QUERY("a status query found the action applied"),
    /** A status query said that the action was refused. */
    REFUSED_BY_QUERY("a status query found the action refused"),
    /** The action had been settled before, so nothing was sent. */
    ALREADY_SETTLED("the action was settled before"),
    /** Another process sends this action right now, so nothing was sent. */
    IN_FLIGHT_ELSEWHERE("the action is being sent by another process"),
    /** The payload differs from the one that the action was first sent with, so nothing was sent. */
    PAYLOAD_MISMATCH("the payload differs from the one first sent for the action"),
    /** The action could not be read from or written to its store, so nothing was sent. */
    STORE_FAILED("the action could not be written to its store"),
    /** The call was made inside another one of the same scope, which is the one that retries. */
    NESTED("an enclosing call does the retrying"),
    /** The caller cancelled the call. */
    CANCELLED("the call was cancelled"),
    /** The calling thread was interrupted. */
    INTERRUPTED("the calling thread was interrupted");

    private final String reason;

    Ending(String reason) {
        this.reason = reason;
    }

    /**
     * The reason in words, for messages and logs.
     *
     * @return a clause without a capital letter or a full stop
     */
    public String reason() {
        return reason;
    }
}
