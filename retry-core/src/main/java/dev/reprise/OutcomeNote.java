package dev.reprise;

/**
 * Hangs on a client's own exception, as a suppressed one, and carries what the call learned. It is never thrown; read it with
 * {@link Outcome#of(Throwable)}.
 */
public final class OutcomeNote extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Outcome outcome;

    /**
     * Makes a note without a stack trace.
     *
     * @param outcome what the call learned
     */
    public OutcomeNote(Outcome outcome) {
        super(outcome.toString(), null, false, false);
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
}
