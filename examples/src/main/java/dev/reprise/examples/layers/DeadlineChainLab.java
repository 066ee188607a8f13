package dev.reprise.examples.layers;

import dev.reprise.CallRefusedException;
import dev.reprise.Outcome;
import dev.reprise.RetryPolicy;
import dev.reprise.backoff.Backoff;
import dev.reprise.chain.CallChain;
import dev.reprise.chain.DeadlineHeader;
import dev.reprise.chain.IncomingCall;
import dev.reprise.examples.ClientKind;
import dev.reprise.examples.Scenario;
import dev.reprise.examples.ShopClient;
import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import mockwebserver3.RecordedRequest;
import org.jspecify.annotations.Nullable;

/** A client that gives up while a slow service still works for it: whether that service then has another one begin work for nobody. */
public final class DeadlineChainLab implements Scenario {

    private static final String FIELD = "X-Time-Left-Ms";

    /** Enough for two requests on a slow machine, and all that the client waits. */
    private static final Duration DEADLINE = Duration.ofMillis(1500);

    /** So long that fewer whole milliseconds are left after it. */
    private static final Duration PAUSE = Duration.ofMillis(20);

    /** How long anything is waited for that a latch tells; it decides nothing. */
    private static final long PATIENCE_SECONDS = LoopbackServer.PATIENCE.toSeconds();

    @Override
    public List<ScenarioRow> expected(ClientKind client) {
        return List.of(row(client, "without", 2, null, 1), row(client, "with", 2, true, 0));
    }

    private static ScenarioRow row(
            ClientKind client, String strategy, int requests, @Nullable Boolean timeLeftShrank, int lateWork) {
        return ScenarioRow.of("deadline-chain", client.id())
                .with("strategy", strategy)
                .with("requests", requests)
                .with("timeLeftShrank", timeLeftShrank)
                .with("lateWork", lateWork);
    }

    @Override
    public List<ScenarioRow> run(ClientKind client, Transcript transcript) throws Exception {
        transcript.heading("Lab: deadline-chain, the client gives up while a slow service works; nobody is told");
        ScenarioRow without = play(client, "without", null, transcript);
        transcript.heading("Lab: deadline-chain, each attempt tells how much time is left");
        LabClock clock = new LabClock();
        CallChain chain = CallChain.builder()
                .deadline(DeadlineHeader.milliseconds(FIELD))
                .ticker(clock)
                .build();
        return List.of(without, play(client, "with", new Chain(chain, clock), transcript));
    }

    /** The header field, and the clock by which the service that reads it knows when the time is over. */
    private record Chain(CallChain fields, LabClock clock) {}

    private static ScenarioRow play(ClientKind kind, String strategy, @Nullable Chain chain, Transcript transcript)
            throws Exception {
        ShopClient client = kind.wrapped(policy(chain).deadline(DEADLINE).build(), LoopbackServer.PATIENCE);
        try (LoopbackServer second = LoopbackServer.start(request -> {
            transcript.server("second service: begins work");
            return 200;
        })) {
            SlowService slow = new SlowService(
                    kind.wrapped(policy(chain).build(), LoopbackServer.PATIENCE),
                    second.address(),
                    chain == null ? null : chain.fields(),
                    transcript);
            try (LoopbackServer first = LoopbackServer.start(slow)) {
                transcript.client("GET /orders/1001 of the first service, with a deadline");
                transcript.client("gives up: " + ending(client, first.address()));
                if (chain != null) {
                    // The service's time began when the request had come, a little after the client's.
                    chain.clock().putForward(DEADLINE);
                }
                slow.goOn();
                transcript.note(
                        "Requests that reached the second service after the client gave up: " + second.requests());
                return row(kind, strategy, first.requests(), slow.timeLeftShrank(), second.requests());
            }
        }
    }

    private static RetryPolicy.Builder policy(@Nullable Chain chain) {
        RetryPolicy.Builder policy =
                RetryPolicy.builder("orders").maxAttempts(3).backoff(Backoff.fixed(PAUSE));
        return chain == null ? policy : policy.chain(chain.fields());
    }

    private static Object ending(ShopClient client, URI address) throws InterruptedException {
        try {
            return client.get(address).status();
        } catch (IOException e) {
            Outcome outcome = Outcome.of(e);
            return outcome == null ? e.getClass().getSimpleName() : outcome.ending();
        }
    }

    /** The first service: answers 503 once, and then works until its caller is gone, before it calls the second one. */
    private static final class SlowService implements LoopbackServer.Handler {

        private final ShopClient client;
        private final URI next;
        private final @Nullable CallChain chain;
        private final Transcript transcript;
        private final CountDownLatch callerGone = new CountDownLatch(1);
        private final CountDownLatch done = new CountDownLatch(1);
        private final List<@Nullable String> timesLeft = Collections.synchronizedList(new ArrayList<>());

        SlowService(ShopClient client, URI next, @Nullable CallChain chain, Transcript transcript) {
            this.client = client;
            this.next = next;
            this.chain = chain;
            this.transcript = transcript;
        }

        @Override
        public int answer(RecordedRequest request) throws IOException, InterruptedException {
            timesLeft.add(request.getHeaders().get(FIELD));
            if (timesLeft.size() == 1) {
                transcript.server("first service: 503");
                return 503;
            }
            if (chain != null) {
                transcript.server("first service: " + (Boolean.TRUE.equals(timeLeftShrank()) ? "less" : "no less")
                        + " time is left than at the first attempt");
            }
            transcript.server("first service: works, longer than its caller waits");
            try {
                return chain == null ? work() : workFor(chain.read(request.getHeaders()::get));
            } finally {
                done.countDown();
            }
        }

        @SuppressWarnings("try") // the scope does its work by being open
        private int workFor(IncomingCall incoming) throws IOException, InterruptedException {
            try (IncomingCall.Scope ignored = incoming.enter()) {
                return work();
            }
        }

        private int work() throws IOException, InterruptedException {
            if (!callerGone.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("the caller did not give up");
            }
            try {
                return client.get(next).status();
            } catch (CallRefusedException e) {
                transcript.server("first service: does not call the second one: "
                        + e.outcome().ending().reason());
                return 504;
            }
        }

        /** The caller is gone; waits until the work is done, if any was begun. */
        void goOn() throws InterruptedException {
            callerGone.countDown();
            if (timesLeft.size() > 1 && !done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the first service did not get to its work");
            }
        }

        /** Whether the second attempt told less than the first, or null if they told nothing or one of them did not come. */
        @Nullable
        Boolean timeLeftShrank() {
            if (timesLeft.size() < 2) {
                return null;
            }
            String before = timesLeft.get(0);
            String after = timesLeft.get(1);
            return before == null || after == null ? null : Long.parseLong(after) < Long.parseLong(before);
        }
    }
}
