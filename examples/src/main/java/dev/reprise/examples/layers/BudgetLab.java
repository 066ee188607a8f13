package dev.reprise.examples.layers;

import dev.reprise.RetryPolicy;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.examples.ClientKind;
import dev.reprise.examples.Scenario;
import dev.reprise.examples.ShopClient;
import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import dev.reprise.http.HeaderNames;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A service that is down for everybody, and what the retries of 200 calls add to its load. */
public final class BudgetLab implements Scenario {

    private static final int CALLS = 200;

    @Override
    public List<ScenarioRow> expected(ClientKind client) {
        // 200 first attempts, a retry for ten calls, and the floor; without a budget three attempts each.
        return List.of(row(client, "default", 200, 230), row(client, "unlimited", 200, 600));
    }

    private static ScenarioRow row(ClientKind client, String strategy, int calls, int requests) {
        return ScenarioRow.of("budget", client.id())
                .with("strategy", strategy)
                .with("calls", calls)
                .with("requests", requests);
    }

    @Override
    public List<ScenarioRow> run(ClientKind client, Transcript transcript) throws Exception {
        transcript.heading("Lab: budget, a service is down, and each of " + CALLS + " calls may try three times");
        return List.of(
                play(client, "default", BudgetSettings.DEFAULT, transcript),
                play(client, "unlimited", BudgetSettings.unlimited(), transcript));
    }

    private static ScenarioRow play(ClientKind kind, String strategy, BudgetSettings budget, Transcript transcript)
            throws Exception {
        // Time stands still, so that all calls are in one window of the budget, however slow the machine is.
        RetryPolicy policy = RetryPolicy.builder("orders")
                .maxAttempts(3)
                // Requests are counted here, not pauses.
                .backoff(Backoff.none())
                .budget(budget)
                .ticker(() -> 0)
                .build();
        ShopClient client = kind.wrapped(policy, LoopbackServer.PATIENCE);
        AtomicInteger retries = new AtomicInteger();
        try (LoopbackServer down = LoopbackServer.start(request -> {
            if (request.getHeaders().get(HeaderNames.X_RETRY_ATTEMPT) != null) {
                retries.incrementAndGet();
            }
            return 503;
        })) {
            for (int i = 0; i < CALLS; i++) {
                client.get(down.address());
            }
            int calls = down.requests() - retries.get();
            transcript.client("GET /orders/1001, " + CALLS + " calls one after the other; budget: " + budget);
            transcript.server(
                    "503 every time: " + calls + " calls, " + retries + " retries, " + down.requests() + " requests");
            return row(kind, strategy, calls, down.requests());
        }
    }
}
