package dev.reprise.examples;

import dev.reprise.examples.labs.Labs;
import dev.reprise.examples.layers.AmplificationLab;
import dev.reprise.examples.layers.BreakerLab;
import dev.reprise.examples.layers.BreakerWait;
import dev.reprise.examples.layers.BudgetLab;
import dev.reprise.examples.layers.DeadlineChainLab;
import dev.reprise.examples.report.Figures;
import dev.reprise.examples.report.ScenarioFile;
import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import dev.reprise.examples.storm.StormLive;
import dev.reprise.examples.storm.StormSimulated;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs all scenarios, prints their transcript and what was measured, and writes their figures.
 *
 * <p>System properties: {@code client} is the HTTP client to use ({@code okhttp}, {@code httpclient}, or
 * {@code both}, which is the default); {@code scenarios.file} is the file for the figures (by default {@code target/scenarios.json}); the transcript, without
 * what was measured, is written to {@code transcript.txt} beside it. If a figure is not the expected one the exit status is 1;
 * if there is no such client it is 2.
 */
public final class Scenarios {

    private Scenarios() {}

    /** The stories that are told over each client; all of them read the same on every run. */
    private static List<Scenario> stories(ClientKind client) {
        Scenario hidden =
                switch (client) {
                    case OKHTTP -> new HiddenResend();
                    case HTTPCLIENT -> new HiddenRead();
                };
        return List.of(new BlindRetry(), hidden, new SameKey(), new QueryFirst());
    }

    /** The laboratories, one thing that can go wrong each, played over each client; all of it reads the same on every run. */
    private static List<Scenario> labs() {
        List<Scenario> labs = new ArrayList<>(Labs.all());
        labs.addAll(List.of(new BudgetLab(), new BreakerLab(), new AmplificationLab(), new DeadlineChainLab()));
        return labs;
    }

    /** What is played without a client; all of it reads the same on every run. */
    private static List<Simulation> simulations() {
        return List.of(new StormSimulated());
    }

    /** What is measured over each client, and differs from run to run. */
    private static List<Scenario> measured() {
        return List.of(new StormLive(), new BreakerWait());
    }

    /**
     * Runs the scenarios.
     *
     * @param args none
     * @throws Exception if a scenario cannot be played to its end
     */
    public static void main(String[] args) throws Exception {
        int status = run(System.getProperty("client", ClientKind.BOTH));
        if (status != 0) {
            System.exit(status);
        }
    }

    /** Runs the scenarios over the clients of that name and returns the exit status. */
    static int run(String client) throws Exception {
        List<ClientKind> clients;
        try {
            clients = ClientKind.named(client);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            return 2;
        }
        Path file = Path.of(System.getProperty("scenarios.file", "target/scenarios.json"));
        Transcript transcript = new Transcript();
        List<ScenarioRow> rows = new ArrayList<>(tell(clients, transcript));
        System.out.print(transcript.text());
        rows.addAll(measure(clients, transcript));
        System.out.print(transcript.measurements());
        ScenarioFile.write(file, rows);
        write(file.resolveSibling("transcript.txt"), transcript.text());

        List<ScenarioRow> expected = new ArrayList<>(expectedOfTold(clients));
        expected.addAll(expectedOfMeasured(clients));
        List<String> differences = Figures.differences(expected, rows);
        differences.forEach(System.err::println);
        return differences.isEmpty() ? 0 : 1;
    }

    private static void write(Path file, String text) throws IOException {
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** The figures of {@link #tell}. */
    static List<ScenarioRow> expectedOfTold(List<ClientKind> clients) {
        List<ScenarioRow> rows = new ArrayList<>();
        for (ClientKind client : clients) {
            stories(client).forEach(story -> rows.addAll(story.expected(client)));
            labs().forEach(lab -> rows.addAll(lab.expected(client)));
        }
        simulations().forEach(simulation -> rows.addAll(simulation.expected()));
        return rows;
    }

    /** Plays everything that reads the same on every run. */
    static List<ScenarioRow> tell(List<ClientKind> clients, Transcript transcript) throws Exception {
        List<ScenarioRow> rows = new ArrayList<>();
        for (ClientKind client : clients) {
            transcript.part("Over " + client.title());
            for (Scenario story : stories(client)) {
                rows.addAll(story.run(client, transcript));
            }
            transcript.part("The labs over " + client.title());
            transcript.note(
                    "A lab plays one thing that can go wrong, and the service counts what became of it. After \"Lab:\""
                            + " stands the name under which scenarios.json has the figures.");
            for (Scenario lab : labs()) {
                rows.addAll(lab.run(client, transcript));
            }
        }
        transcript.part("On a virtual clock");
        for (Simulation simulation : simulations()) {
            rows.addAll(simulation.run(transcript));
        }
        return rows;
    }

    /** The figures of {@link #measure}. */
    static List<ScenarioRow> expectedOfMeasured(List<ClientKind> clients) {
        List<ScenarioRow> rows = new ArrayList<>();
        for (ClientKind client : clients) {
            measured().forEach(scenario -> rows.addAll(scenario.expected(client)));
        }
        return rows;
    }

    /** Plays everything that is measured. */
    static List<ScenarioRow> measure(List<ClientKind> clients, Transcript transcript) throws Exception {
        List<ScenarioRow> rows = new ArrayList<>();
        for (ClientKind client : clients) {
            for (Scenario scenario : measured()) {
                rows.addAll(scenario.run(client, transcript));
            }
        }
        return rows;
    }
}
