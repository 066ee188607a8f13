package dev.reprise.examples;

import dev.reprise.event.AttemptFinished;
import dev.reprise.event.RetryListener;
import dev.reprise.event.RetryStarted;
import dev.reprise.examples.report.Transcript;
import dev.reprise.outcome.Verdict;

/** Tells in the transcript what the wrapped client does by itself. */
final class Teller implements RetryListener {

    private final Transcript transcript;

    Teller(Transcript transcript) {
        this.transcript = transcript;
    }

    @Override
    public void attemptFinished(AttemptFinished event) {
        if (event.verdict().kind() == Verdict.Kind.TRANSIENT) {
            String failure = event.detail().substring(event.detail().lastIndexOf('.') + 1);
            transcript.client(
                    failure + ": no answer, so the effect is " + event.verdict().effect());
        }
    }

    @Override
    public void retryStarted(RetryStarted event) {
        transcript.client("POST /pay again, with the same key");
    }
}
