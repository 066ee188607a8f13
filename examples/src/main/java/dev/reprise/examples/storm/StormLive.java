package dev.reprise.examples.storm;

import dev.reprise.examples.ClientKind;
import dev.reprise.examples.Scenario;
import dev.reprise.examples.ShopClient;
import dev.reprise.examples.report.Range;
import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The storm over real HTTP: 200 threads, each with one GET over the same wrapped client. Threads and not a client's own dispatcher, which
 * would send only some of them at a time.
 */
public final class StormLive implements Scenario {

    private static final String SCENARIO = "storm-live";

    @Override
    public List<ScenarioRow> expected(ClientKind client) {
        return List.of(
                Storm.row(
                        SCENARIO,
                        client.id(),
                        Strategy.FIXED,
                        new Range(400, 600),
                        new Range(60, 200),
                        new Range(500, 1600)),
                Storm.row(
                        SCENARIO,
                        client.id(),
                        Strategy.EXPONENTIAL_JITTER,
                        new Range(300, 400),
                        new Range(40, 160),
                        new Range(500, 2000)),
                Storm.row(
                        SCENARIO,
                        client.id(),
                        Strategy.DEFAULT,
                        new Range(10, 30),
                        new Range(1, 30),
                        new Range(0, 1400)));
    }

    @Override
    public List<ScenarioRow> run(ClientKind client, Transcript transcript) throws Exception {
        transcript.measured("");
        transcript.measured("=== 4, live. Retry storm over " + client.title() + ": " + Storm.CLIENTS
                + " threads, the service is back " + Storm.OUTAGE.toMillis() + " ms after the first request");
        List<ScenarioRow> rows = new ArrayList<>();
        for (Strategy strategy : Strategy.values()) {
            rows.add(measure(client, strategy, transcript));
        }
        return rows;
    }

    private static ScenarioRow measure(ClientKind client, Strategy strategy, Transcript transcript) throws Exception {
        try (StormService service = StormService.start()) {
            int served = storm(client.wrapped(strategy.policy().build()), service);
            Histogram retries = service.retries();
            transcript.measured("  server  " + Storm.told(strategy, retries) + "; " + served + " of "
                    + service.clients() + " clients were served");
            if (strategy == Strategy.DEFAULT) {
                draw(List.of("live"), List.of(retries), transcript);
            } else {
                draw(List.of("simulated", "live"), List.of(StormSimulated.retries(strategy), retries), transcript);
            }
            return Storm.row(SCENARIO, client.id(), strategy, retries);
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
