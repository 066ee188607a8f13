package dev.reprise.examples;

import java.util.List;

/** One story about a payment, or two that are told side by side. */
interface Scenario {

    /** The name of the HTTP client in the rows. */
    String OKHTTP = "okhttp";

    /** Plays the story on a service of its own and returns its figures. */
    List<ScenarioRow> run(Transcript transcript) throws Exception;
}
