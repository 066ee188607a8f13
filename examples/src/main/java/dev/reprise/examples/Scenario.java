package dev.reprise.examples;

import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import java.util.List;

/** One story over an HTTP client, or some that are told side by side. */
public interface Scenario {

    /** The figures that the story must have over this client; a run with others fails. */
    List<ScenarioRow> expected(ClientKind client);

    /** Plays the story over a client, on services of its own, and returns its figures. */
    List<ScenarioRow> run(ClientKind client, Transcript transcript) throws Exception;
}
