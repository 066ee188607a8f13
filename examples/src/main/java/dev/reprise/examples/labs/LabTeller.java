package dev.reprise.examples.labs;

import dev.reprise.event.AttemptFinished;
import dev.reprise.event.RetryListener;
import dev.reprise.event.RetryStarted;
import dev.reprise.examples.report.Transcript;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Verdict;

/** Tells in the transcript what the wrapped client does by itself, in the same words over every client. */
final class LabTeller implements RetryListener {

    private final Transcript transcript;

    LabTeller(Transcript transcript) {
        this.transcript = transcript;
    }

    @Override
    public void attemptFinished(AttemptFinished event) {
        if (event.verdict().kind() == Verdict.Kind.TRANSIENT) {
            Effect effect = event.verdict().effect();
            transcript.client(
                    effect == Effect.APPLIED
                            ? "a 2xx began and broke off, so it was applied, and its answer is lost"
                            : "no whole answer, so the effect is " + effect);
        }
    }

    @Override
    public void retryStarted(RetryStarted event) {
        transcript.client("Reprise sends it again, with the same key");
    }
}
