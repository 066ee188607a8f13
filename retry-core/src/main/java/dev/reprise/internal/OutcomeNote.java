package dev.reprise.internal;

import dev.reprise.Outcome;

/**
 * Hangs on a client's own exception, as a suppressed one, and carries what the call learned. It is never thrown; read it with
 * {@link Outcome#of(Throwable)}.
 */
public final class OutcomeNote extends Exception {

    private static final long serialVersionUID = 1L;

    private transient volatile Outcome outcome;

    private OutcomeNote(Outcome outcome) {
        super(null, null, false, false);
        this.outcome = outcome;
    }

    /**
     * Hangs a note on a failure, or renews the one that hangs there: a failure that passed through several calls tells of the
     * outermost, and one that a client throws again and again tells of the latest and does not grow.
     *
     * @param failure the failure
     * @param outcome what the call learned
     */
    public static void attach(Throwable failure, Outcome outcome) {
        for (Throwable suppressed : failure.getSuppressed()) {
            if (suppressed instanceof OutcomeNote note) {
                note.outcome = outcome;
                return;
            }
        }
        failure.addSuppressed(new OutcomeNote(outcome));
    }

    @Override
    public String getMessage() {
        return String.valueOf(outcome);
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
