package dev.reprise.examples.storm;

import dev.reprise.examples.report.ScenarioRow;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a simulated storm and a live one have in common. */
final class Storm {

    /** So many clients fail together. */
    static final int CLIENTS = 200;

    /** The service is back so long after they failed. */
    static final Duration OUTAGE = Duration.ofMillis(1200);

    private Storm() {}

    /** Returns a row; each figure is a number, or a range in an expected row. */
    static ScenarioRow row(
            String scenario,
            @Nullable String client,
            Strategy strategy,
            Object retries,
            Object peak,
            Object peakWindowStartMs) {
        return ScenarioRow.of(scenario, client)
                .with("strategy", strategy.id())
                .with("retries", retries)
                .with("peak", peak)
                .with("peakWindowStartMs", peakWindowStartMs);
    }

    static ScenarioRow row(String scenario, @Nullable String client, Strategy strategy, Histogram retries) {
        return row(scenario, client, strategy, retries.total(), retries.peak(), retries.peakWindowStartMs());
    }

    /** Says in words what the row says in figures. */
    static String told(Strategy strategy, Histogram retries) {
        return strategy.title() + ": " + retries.total() + " retries, at most " + retries.peak()
                + " of them in one window, " + retries.peakWindow() + " ms";
    }
}
