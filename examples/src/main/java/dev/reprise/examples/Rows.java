package dev.reprise.examples;

import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.service.OrderReport;
import org.jspecify.annotations.Nullable;

/** Rows about one payment. */
final class Rows {

    private Rows() {}

    /** Returns the row of a payment that used no retry library. */
    static ScenarioRow plain(String scenario, ClientKind client, OrderReport report) {
        return of(scenario, client, report, null, null);
    }

    /** Returns the row of a payment over Reprise; the state and the ending are told by their names. */
    static ScenarioRow of(
            String scenario,
            ClientKind client,
            OrderReport report,
            @Nullable Object actionState,
            @Nullable Object ending) {
        return ScenarioRow.of(scenario, client.id())
                .with("requests", report.requests())
                .with("charges", report.charges())
                .with("replayed", report.replays())
                .with("queries", report.queries())
                .with("actionState", actionState == null ? null : actionState.toString())
                .with("ending", ending == null ? null : ending.toString());
    }
}
