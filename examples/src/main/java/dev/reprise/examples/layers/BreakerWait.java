package dev.reprise.examples.layers;

import dev.reprise.examples.ClientKind;
import dev.reprise.examples.Scenario;
import dev.reprise.examples.layers.Outage.Report;
import dev.reprise.examples.report.Range;
import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import java.time.Duration;
import java.util.List;

/** The same outage where each answer takes its time: how long users wait for an error with a circuit breaker and without. */
public final class BreakerWait implements Scenario {

    private static final Duration ANSWER = Duration.ofMillis(100);

    /** What a call with all its attempts waits at least. */
    private static final long ALL_ATTEMPTS_MS = Outage.ATTEMPTS * ANSWER.toMillis();

    /** For a slow machine. */
    private static final long PATIENCE_MS = 10_000;

    @Override
    public List<ScenarioRow> expected(ClientKind client) {
        // With a breaker most users do not wait for even one answer, but the first of them still waits for all of them.
        return List.of(
                row(
                        client,
                        "without",
                        new Range(ALL_ATTEMPTS_MS, PATIENCE_MS),
                        new Range(ALL_ATTEMPTS_MS, PATIENCE_MS)),
                row(client, "with", new Range(0, ANSWER.toMillis() - 1), new Range(ALL_ATTEMPTS_MS, PATIENCE_MS)));
    }

    private static ScenarioRow row(ClientKind client, String strategy, Object medianWaitMs, Object longestWaitMs) {
        return ScenarioRow.of("breaker-wait", client.id())
                .with("strategy", strategy)
                .with("medianWaitMs", medianWaitMs)
                .with("longestWaitMs", longestWaitMs);
    }

    @Override
    public List<ScenarioRow> run(ClientKind client, Transcript transcript) throws Exception {
        transcript.measured("");
        transcript.measured(
                "=== Breaker over " + client.title() + ": how long users wait for an error of a dead service, "
                        + Outage.ATTEMPTS + " attempts of " + ANSWER.toMillis() + " ms");
        return List.of(play(client, "without", transcript), play(client, "with", transcript));
    }

    private static ScenarioRow play(ClientKind client, String strategy, Transcript transcript) throws Exception {
        // Its story is told where it is played without waiting.
        Report report = Outage.play(client, strategy.equals("with"), ANSWER, new Transcript());
        transcript.measured("  user    " + strategy + " a breaker: " + report.medianWaitMs() + " ms median, at most "
                + report.longestWaitMs() + " ms; all " + report.calls() + " sorted: " + report.waits());
        return row(client, strategy, report.medianWaitMs(), report.longestWaitMs());
    }
}
