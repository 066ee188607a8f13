package dev.reprise.examples;

import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import java.util.List;

/** One story on a clock of its own, without a network. */
public interface Simulation {

    /** The figures that it must have; a run with others fails. */
    List<ScenarioRow> expected();

    /** Runs it and returns its figures. */
    List<ScenarioRow> run(Transcript transcript) throws Exception;
}
