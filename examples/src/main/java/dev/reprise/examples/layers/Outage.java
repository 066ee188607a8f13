package dev.reprise.examples.layers;

import dev.reprise.CallRefusedException;
import dev.reprise.RetryPolicy;
import dev.reprise.backoff.Backoff;
import dev.reprise.breaker.BreakerSettings;
import dev.reprise.breaker.CircuitBreaker.State;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.event.BreakerChanged;
import dev.reprise.event.RetryListener;
import dev.reprise.examples.ClientKind;
import dev.reprise.examples.ShopClient;
import dev.reprise.examples.report.Transcript;
import dev.reprise.http.HeaderNames;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.RecordedRequest;
import org.jspecify.annotations.Nullable;

/** A service that is dead for a while, behind a gateway that answers for it, and users who go on calling it one after the other. */
final class Outage implements Closeable {

    /** How many attempts a call has, so an unlucky user waits this many times for the gateway. */
    static final int ATTEMPTS = 3;

    /** Users who come while it is dead, and again more than half a minute later. */
    private static final int FIRST_USERS = 5;

    private static final int LATER_USERS = 2;
    private static final int USERS_AFTERWARDS = 3;

    /** So many failures in a row open the breaker: in the middle of the second call. */
    private static final int FAILURES = 5;

    /** Longer than the breaker's default open time with all its jitter. */
    private static final Duration LATER = Duration.ofSeconds(40);

    private final Transcript transcript;
    private final LabClock clock = new LabClock();
    private final LoopbackServer server;
    private final ShopClient client;
    private final AtomicInteger callsSeen = new AtomicInteger();
    private final AtomicInteger requestsWhileDead = new AtomicInteger();
    private final AtomicInteger probes = new AtomicInteger();
    private final AtomicInteger served = new AtomicInteger();
    private volatile State breaker = State.CLOSED;
    private volatile boolean back;
    private boolean refusalShown;

    /**
     * What the service counted.
     *
     * @param calls how often users asked while it was dead
     * @param requests how many requests reached it while it was dead
     * @param refused how many of the calls sent it nothing
     * @param probes how many requests came from a half-open breaker
     * @param served how many requests it answered once it was back
     * @param waits how long each user waited for an error, in milliseconds, shortest first
     */
    record Report(int calls, int requests, int refused, int probes, int served, List<Long> waits) {

        long medianWaitMs() {
            return waits.get(waits.size() / 2);
        }

        long longestWaitMs() {
            return waits.get(waits.size() - 1);
        }
    }

    private Outage(ClientKind kind, @Nullable BreakerSettings settings, Duration delay, Transcript transcript)
            throws IOException {
        this.transcript = transcript;
        RetryPolicy.Builder policy = RetryPolicy.builder("orders")
                .maxAttempts(ATTEMPTS)
                // Requests are counted here, not pauses.
                .backoff(Backoff.none())
                // So that the breaker alone makes the difference.
                .budget(BudgetSettings.unlimited())
                .ticker(clock)
                .listener(new Watch());
        client = kind.wrapped((settings == null ? policy : policy.breaker(settings)).build(), LoopbackServer.PATIENCE);
        server = LoopbackServer.start(delay, this::answer);
    }

    /** Plays the outage over a client with a circuit breaker or without, where the gateway takes its time for each answer. */
    static Report play(ClientKind kind, boolean withBreaker, Duration delay, Transcript transcript) throws Exception {
        BreakerSettings settings = withBreaker ? BreakerSettings.consecutiveFailures(FAILURES) : null;
        try (Outage outage = new Outage(kind, settings, delay, transcript)) {
            return outage.play();
        }
    }

    private Report play() throws IOException, InterruptedException {
        transcript.user(FIRST_USERS + " users ask for an order, one after the other");
        List<Long> waits = new ArrayList<>(ask(FIRST_USERS));
        clock.putForward(LATER);
        transcript.user(LATER_USERS + " users ask " + LATER.toSeconds() + " seconds later");
        waits.addAll(ask(LATER_USERS));
        int calls = waits.size();
        transcript.server(requestsWhileDead + " requests while dead, from " + callsSeen + " of " + calls + " calls");
        back = true;
        clock.putForward(LATER);
        transcript.user(USERS_AFTERWARDS + " users ask " + LATER.toSeconds() + " seconds later, the service is back");
        ask(USERS_AFTERWARDS);
        transcript.server(served + " orders served");
        return new Report(
                calls,
                requestsWhileDead.get(),
                calls - callsSeen.get(),
                probes.get(),
                served.get(),
                waits.stream().sorted().toList());
    }

    /** Calls, and returns how long each caller waited, in milliseconds. */
    private List<Long> ask(int users) throws IOException, InterruptedException {
        List<Long> waits = new ArrayList<>();
        List<@Nullable String> refusals = new ArrayList<>();
        for (int i = 0; i < users; i++) {
            long start = System.nanoTime();
            try {
                client.get(server.address());
            } catch (CallRefusedException e) {
                refusals.add(e.getMessage());
            }
            waits.add(Duration.ofNanos(System.nanoTime() - start).toMillis());
        }
        if (!refusals.isEmpty()) {
            transcript.client(refusals.size() + " refused at once" + (refusalShown ? "" : ": " + refusals.get(0)));
            refusalShown = true;
        }
        return waits;
    }

    private int answer(RecordedRequest request) {
        if (breaker == State.HALF_OPEN) {
            probes.incrementAndGet();
        }
        if (back) {
            served.incrementAndGet();
            return 200;
        }
        if (request.getHeaders().get(HeaderNames.X_RETRY_ATTEMPT) == null) {
            callsSeen.incrementAndGet();
        }
        requestsWhileDead.incrementAndGet();
        return 504;
    }

    @Override
    public void close() {
        server.close();
    }

    /** Tells how the breaker changes. It hears of a half-open breaker before the probe is sent. */
    private final class Watch implements RetryListener {
        @Override
        public void breakerChanged(BreakerChanged event) {
            breaker = event.to();
            transcript.client("the circuit breaker is " + event.to());
        }
    }
}
