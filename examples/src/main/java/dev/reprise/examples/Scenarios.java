package dev.reprise.examples;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs all scenarios, prints their transcript and writes their figures.
 *
 * <p>System properties: {@code client} is the HTTP client to use ({@code okhttp}, {@code httpclient}, or
 * {@code both}, which is the default); {@code scenarios.file} is the file for the figures (by default {@code target/scenarios.json}). If a figure is not the
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
            new ScenarioRow("query-first", "okhttp", 1, 1, 0, 1, "CONFIRMED", "APPLIED_BY_QUERY"),
            new ScenarioRow("blind-retry", "httpclient", 2, 2, 0, 0, null, null),
            new ScenarioRow("blind-retry-guarded", "httpclient", 1, 1, 0, 0, null, "UNKNOWN_OUTCOME"),
            new ScenarioRow("hidden-resend", "httpclient", 2, 0, 0, 0, null, null),
            new ScenarioRow("hidden-resend-guarded", "httpclient", 2, 0, 0, 0, null, "SUCCESS"),
            new ScenarioRow("same-key", "httpclient", 2, 1, 1, 0, "CONFIRMED", "SUCCESS"),
            new ScenarioRow("second-press", "httpclient", 2, 1, 1, 0, "CONFIRMED", "ALREADY_SETTLED"),
            new ScenarioRow("query-first", "httpclient", 1, 1, 0, 1, "CONFIRMED", "APPLIED_BY_QUERY"));

    private static List<Scenario> scenarios(ClientKind client) {
        Scenario hidden =
                switch (client) {
                    case OKHTTP -> new HiddenResend();
                    case HTTPCLIENT -> new HiddenRead();
                };
        return List.of(new BlindRetry(), hidden, new SameKey(), new QueryFirst());
    }

    private Scenarios() {}

    /**
     * Runs the scenarios.
     *
     * @param args none
     * @throws Exception if a scenario cannot be played to its end
     */
    public static void main(String[] args) throws Exception {
        List<ClientKind> clients = ClientKind.named(System.getProperty("client", ClientKind.BOTH));
        Transcript transcript = new Transcript();
        List<ScenarioRow> rows = run(clients, transcript);
        System.out.print(transcript.text());
        ScenarioFile.write(Path.of(System.getProperty("scenarios.file", "target/scenarios.json")), rows);

        List<String> differences = Figures.differences(expected(clients), rows);
        differences.forEach(System.err::println);
        if (!differences.isEmpty()) {
            System.exit(1);
        }
    }

    static List<ScenarioRow> expected(List<ClientKind> clients) {
        List<String> names = clients.stream().map(ClientKind::id).toList();
        return EXPECTED.stream().filter(row -> names.contains(row.client())).toList();
    }

    static List<ScenarioRow> run(List<ClientKind> clients, Transcript transcript) throws Exception {
        List<ScenarioRow> rows = new ArrayList<>();
        for (ClientKind client : clients) {
            transcript.part("Over " + client.title());
            for (Scenario scenario : scenarios(client)) {
                rows.addAll(scenario.run(client, transcript));
            }
        }
        return rows;
    }
}
