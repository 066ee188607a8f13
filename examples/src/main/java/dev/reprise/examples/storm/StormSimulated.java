package dev.reprise.examples.storm;

import dev.reprise.CallSpec;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.examples.Simulation;
import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import dev.reprise.outcome.Repeatability;
import dev.reprise.time.RandomSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The storm on a virtual clock: what decides and pauses is Reprise as it is in production, only time and chance are the
 * simulation's own. Each client's calls are played to their end before the next client's, and all clients draw from one
 * generator; another order would give other figures.
 */
public final class StormSimulated implements Simulation {

    private static final String SCENARIO = "storm-simulated";
    private static final int SEED = 42;
    private static final List<Strategy> STRATEGIES = List.of(Strategy.FIXED, Strategy.EXPONENTIAL_JITTER);

    @Override
    public List<ScenarioRow> expected() {
        return List.of(
                Storm.row(SCENARIO, null, Strategy.FIXED, 600, 200, 500),
                Storm.row(SCENARIO, null, Strategy.EXPONENTIAL_JITTER, 400, 85, 500));
    }

    @Override
    public List<ScenarioRow> run(Transcript transcript) throws IOException {
        transcript.heading("4. Retry storm: " + Storm.CLIENTS
                + " clients fail together at 0 ms, the service is back at " + Storm.OUTAGE.toMillis() + " ms");
        transcript.note("The first hit is the same whatever the pauses are: " + Storm.CLIENTS
                + " requests at 0 ms, and all of them fail. What follows are the retries, counted in windows of "
                + Histogram.WINDOW_MS + " ms. There is neither a budget nor a breaker.");
        Histogram fixed = retries(Strategy.FIXED);
        Histogram spread = retries(Strategy.EXPONENTIAL_JITTER);
        transcript.server(Storm.told(Strategy.FIXED, fixed));
        transcript.server(Storm.told(Strategy.EXPONENTIAL_JITTER, spread));
        Histogram.beside(STRATEGIES.stream().map(Strategy::id).toList(), List.of(fixed, spread))
                .forEach(transcript::note);
        transcript.note("The highest wave goes from " + fixed.peak() + " to " + spread.peak() + ", "
                + percentDown(fixed.peak(), spread.peak()) + " % down, and there are " + spread.total()
                + " retries instead of " + fixed.total() + ".");
        return List.of(
                Storm.row(SCENARIO, null, Strategy.FIXED, fixed),
                Storm.row(SCENARIO, null, Strategy.EXPONENTIAL_JITTER, spread));
    }

    /** Whole percents, the rest cut off. */
    private static int percentDown(int from, int to) {
        return (from - to) * 100 / from;
    }

    /** Plays all clients and returns when their retries arrived at the service. */
    static Histogram retries(Strategy strategy) throws IOException {
        RandomSource random = new Mulberry32(SEED);
        List<Long> arrivals = new ArrayList<>();
        for (int client = 0; client < Storm.CLIENTS; client++) {
            playClient(strategy, random, arrivals);
        }
        return new Histogram(arrivals);
    }

    /** One client is one device, with live state and a clock of its own. */
    private static void playClient(Strategy strategy, RandomSource random, List<Long> arrivals) throws IOException {
        VirtualClock clock = new VirtualClock();
        RetryPolicy policy =
                strategy.policy().ticker(clock).sleeper(clock).random(random).build();
        Retrier.of(policy).call(CallSpec.<Boolean>of(Repeatability.IDEMPOTENT), attempt -> {
            if (attempt.number() > 1) {
                arrivals.add(clock.nanos());
            }
            if (clock.nanos() < Storm.OUTAGE.toNanos()) {
                throw new IOException("the service is down");
            }
            return true;
        });
    }
}
