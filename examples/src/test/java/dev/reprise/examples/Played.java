package dev.reprise.examples;

import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import java.util.List;

/** One run of all that reads the same on every run, shared by the tests that look at it. */
record Played(List<ScenarioRow> rows, Transcript transcript) {

    private static final class Once {
        static final Played RUN = run();
    }

    static Played once() {
        return Once.RUN;
    }

    static Played run() {
        Transcript transcript = new Transcript();
        try {
            return new Played(Scenarios.tell(ClientKind.named(ClientKind.BOTH), transcript), transcript);
        } catch (Exception e) {
            throw new IllegalStateException("A scenario could not be played", e);
        }
    }
}
