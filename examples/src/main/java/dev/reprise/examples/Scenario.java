package dev.reprise.examples;

import java.util.List;

/** One story about a payment, or two that are told side by side. */
interface Scenario {

    /** Plays the story over a client, on a service of its own, and returns its figures. */
    List<ScenarioRow> run(ClientKind client, Transcript transcript) throws Exception;
}
