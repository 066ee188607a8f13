package dev.reprise.examples;

import dev.reprise.examples.service.OrderReport;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one scenario, as the service counted them.
 *
 * @param scenario the name of the scenario
 * @param client the HTTP client that was used
 * @param requests how often the order was asked to be paid, or asked for
 * @param charges how many charges the ledger holds
 * @param replayed how many requests were answered with a stored answer
 * @param queries how often the charge count was asked for
 * @param actionState the state of the business action at the end, or null where there is none
 * @param ending why the last call ended, or null where the call was a plain one
 */
record ScenarioRow(
        String scenario,
        String client,
        int requests,
        int charges,
        int replayed,
        int queries,
        @Nullable String actionState,
        @Nullable String ending) {

    /** Returns the row of a scenario that used no retry library. */
    static ScenarioRow plain(String scenario, ClientKind client, OrderReport report) {
        return of(scenario, client, report, null, null);
    }

    /** Returns the row of a scenario over Reprise; the state and the ending are told by their names. */
    static ScenarioRow of(
            String scenario,
            ClientKind client,
            OrderReport report,
            @Nullable Object actionState,
            @Nullable Object ending) {
        return new ScenarioRow(
                scenario,
                client.id(),
                report.requests(),
                report.charges(),
                report.replays(),
                report.queries(),
                actionState == null ? null : actionState.toString(),
                ending == null ? null : ending.toString());
    }
}
