package dev.reprise.examples;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs all scenarios, prints their transcript and writes their figures.
 *
 * <p>System properties: {@code client} is the HTTP client to use ({@code okhttp}, which is the default);
 * {@code scenarios.file} is the file for the figures (by default {@code target/scenarios.json}). If a figure is not the
 * expected one the exit status is 1.
 */
public final class Scenarios {

    static final List<ScenarioRow> EXPECTED = List.of(
            //              scenario, client, requests, charges, replayed, queries, action state, ending
            new ScenarioRow("blind-retry", "okhttp", 2, 2, 0, 0, null, null),
            new ScenarioRow("blind-retry-guarded", "okhttp", 1, 1, 0, 0, null, "UNKNOWN_OUTCOME"),
            new ScenarioRow("hidden-resend", "okhttp", 3, 3, 0, 0, null, null),
            new ScenarioRow("hidden-resend-guarded", "okhttp", 1, 1, 0, 0, null, "UNKNOWN_OUTCOME"),
            new ScenarioRow("same-key", "okhttp", 2, 1, 1, 0, "CONFIRMED", "SUCCESS"),
            new ScenarioRow("second-press", "okhttp", 2, 1, 1, 0, "CONFIRMED", "ALREADY_SETTLED"),
            new ScenarioRow("query-first", "okhttp", 1, 1, 0, 1, "CONFIRMED", "APPLIED_BY_QUERY"));

    private static List<Scenario> scenarios() {
        return List.of(new BlindRetry(), new HiddenResend(), new SameKey(), new QueryFirst());
    }

    private Scenarios() {}

    /**
     * Runs the scenarios.
     *
     * @param args none
     * @throws Exception if a scenario cannot be played to its end
     */
    public static void main(String[] args) throws Exception {
        String client = System.getProperty("client", Scenario.OKHTTP);
        if (!client.equals(Scenario.OKHTTP)) {
            throw new IllegalArgumentException("client must be " + Scenario.OKHTTP + ", was " + client);
        }
        Transcript transcript = new Transcript();
        List<ScenarioRow> rows = run(transcript);
        System.out.print(transcript.text());
        ScenarioFile.write(Path.of(System.getProperty("scenarios.file", "target/scenarios.json")), rows);

        List<String> differences = Figures.differences(EXPECTED, rows);
        differences.forEach(System.err::println);
        if (!differences.isEmpty()) {
            System.exit(1);
        }
    }

    static List<ScenarioRow> run(Transcript transcript) throws Exception {
        List<ScenarioRow> rows = new ArrayList<>();
        for (Scenario scenario : scenarios()) {
            rows.addAll(scenario.run(transcript));
        }
        return rows;
    }
}
