package dev.reprise.examples.layers;

import dev.reprise.examples.ClientKind;
import dev.reprise.examples.Scenario;
import dev.reprise.examples.layers.Outage.Report;
import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import java.time.Duration;
import java.util.List;

/** A service that is dead for a while: what reaches it with a circuit breaker and without. How long users wait is measured elsewhere. */
public final class BreakerLab implements Scenario {

    @Override
    public List<ScenarioRow> expected(ClientKind client) {
        return List.of(
                row(client, "without", new Report(7, 21, 0, 0, 3, List.of())),
                row(client, "with", new Report(7, 6, 4, 2, 3, List.of())));
    }

    private static ScenarioRow row(ClientKind client, String strategy, Report report) {
        return ScenarioRow.of("breaker", client.id())
                .with("strategy", strategy)
                .with("calls", report.calls())
                .with("requests", report.requests())
                .with("refusedAtOnce", report.refused())
                .with("probes", report.probes())
                .with("servedAfterwards", report.served());
    }

    @Override
    public List<ScenarioRow> run(ClientKind client, Transcript transcript) throws Exception {
        transcript.heading("Lab: breaker, a service is dead, the gateway answers 504 for it; no breaker");
        Report without = Outage.play(client, false, Duration.ZERO, transcript);
        transcript.heading("Lab: breaker, the same with one that opens after five failures in a row");
        Report with = Outage.play(client, true, Duration.ZERO, transcript);
        transcript.note(with.requests() + " requests reached the dead service instead of " + without.requests() + ", "
                + with.refused() + " of " + with.calls() + " users heard of it at once, and " + with.probes()
                + " probes found out that it was still dead, and that it was back.");
        return List.of(row(client, "without", without), row(client, "with", with));
    }
}
