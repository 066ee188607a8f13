package dev.reprise.examples.storm;

import dev.reprise.RetryPolicy;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.examples.ClientKind;
import dev.reprise.examples.Scenario;
import dev.reprise.examples.ShopClient;
import dev.reprise.examples.report.Range;
import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The storm over real HTTP: 200 threads, each with one GET over the same wrapped client. Threads and not a client's own
 * dispatcher, which would send only some of them at a time.
 */
public final class StormLive implements Scenario {

    private static final String SCENARIO = "storm-live";

    /** How many clients got what they asked for: the price of a policy that spares the service. */
    private static final String SERVED = "served";

    /** Where no budget stops a client, only a slow machine can. */
    private static final Range NEARLY_ALL = new Range(150, Storm.CLIENTS);

    /** Far longer than any answer takes, so that an attempt fails by what the service says and by nothing else. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /**
     * The largest number of retries holds by construction, however slow the machine is. No pause is shorter than asked, so the third
     * retry after pauses of 500 ms, or the second one after 500 and 1000 ms, finds the service back; and the default budget is a
     * tenth of 200 calls on top of a floor of 10. The rest leaves room for a slow machine: there retries come late and more often find the
     * service back, and a wave is broader, or narrower where the machine stood still for a moment.
     */
    @Override
    public List<ScenarioRow> expected(ClientKind client) {
        return List.of(
                row(client, Strategy.FIXED, new Range(300, 600), new Range(40, 200), new Range(500, 2500), NEARLY_ALL),
                row(
                        client,
                        Strategy.EXPONENTIAL_JITTER,
                        new Range(200, 400),
                        new Range(30, 180),
                        new Range(500, 2500),
                        NEARLY_ALL),
                row(
                        client,
                        Strategy.DEFAULT,
                        new Range(20, 30),
                        new Range(1, 30),
                        new Range(0, 2500),
                        new Range(0, Storm.CLIENTS)));
    }

    private static ScenarioRow row(
            ClientKind client, Strategy strategy, Range retries, Range peak, Range window, Range served) {
        return Storm.row(SCENARIO, client.id(), strategy, retries, peak, window).with(SERVED, served);
    }

    @Override
    public List<ScenarioRow> run(ClientKind client, Transcript transcript) throws Exception {
        transcript.measured("");
        transcript.measured("=== 4, live. Retry storm over " + client.title() + ": " + Storm.CLIENTS
                + " threads fail together, the service is back after " + Storm.OUTAGE.toMillis() + " ms");
        transcript.measured(
                "No pause is shorter than asked, and the live jitter is drawn anew. What is late beyond that"
                        + " is late by as much as this machine was busy.");
        warmUp(client);
        List<ScenarioRow> rows = new ArrayList<>();
        for (Strategy strategy : Strategy.values()) {
            rows.add(measure(client, strategy, transcript));
        }
        return rows;
    }

    /** A storm that is over with the first retry. The first storm of a process shows how long classes take to load. */
    private static void warmUp(ClientKind client) throws Exception {
        RetryPolicy atOnce = RetryPolicy.builder("warm-up")
                .budget(BudgetSettings.unlimited())
                .backoff(Backoff.none())
                .build();
        try (StormService service = StormService.start(Duration.ZERO)) {
            storm(client.wrapped(atOnce, PATIENCE), service);
        }
    }

    private static ScenarioRow measure(ClientKind client, Strategy strategy, Transcript transcript) throws Exception {
        try (StormService service = StormService.start(Storm.OUTAGE)) {
            int served = storm(client.wrapped(strategy.policy().build(), PATIENCE), service);
            Histogram retries = service.retries();
            transcript.measured("  server  " + Storm.told(strategy, retries) + "; " + served + " of "
                    + service.clients() + " clients were served");
            if (strategy == Strategy.DEFAULT) {
                draw(List.of("live"), List.of(retries), transcript);
            } else {
                draw(List.of("simulated", "live"), List.of(StormSimulated.retries(strategy), retries), transcript);
            }
            return Storm.row(SCENARIO, client.id(), strategy, retries).with(SERVED, served);
        }
    }

    private static void draw(List<String> titles, List<Histogram> histograms, Transcript transcript) {
        Histogram.beside(titles, histograms).forEach(transcript::measured);
    }

    /** Sends all requests at once and returns how many of them got what they asked for. */
    private static int storm(ShopClient client, StormService service) throws Exception {
        CyclicBarrier together = new CyclicBarrier(Storm.CLIENTS);
        List<Callable<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < Storm.CLIENTS; i++) {
            int number = i;
            calls.add(() -> {
                together.await();
                return client.get(service.order(number)).status();
            });
        }
        ExecutorService threads = Executors.newFixedThreadPool(Storm.CLIENTS);
        try {
            int served = 0;
            for (Future<Integer> call : threads.invokeAll(calls)) {
                if (call.get() == 200) {
                    served++;
                }
            }
            return served;
        } finally {
            threads.shutdownNow();
        }
    }
}
