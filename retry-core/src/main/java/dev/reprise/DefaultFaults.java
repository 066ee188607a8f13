package dev.reprise;

import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeoutException;

/** What failures mean when nobody says otherwise: input and output may recover, a bug will not. Nothing proves the effect. */
enum DefaultFaults implements FaultClassifier {
    INSTANCE;

    @Override
    public Verdict classify(Throwable failure) {
        boolean mayPass = failure instanceof IOException
                || failure instanceof UncheckedIOException
                || failure instanceof TimeoutException;
        return mayPass ? Verdict.transientFault(Effect.UNKNOWN) : Verdict.permanent(Effect.UNKNOWN);
    }
}
