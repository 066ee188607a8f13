package dev.reprise.promises;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.action.StatusAnswer;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.event.AttemptStarted;
import dev.reprise.event.CallEnded;
import dev.reprise.event.QueryAsked;
import dev.reprise.event.RetryListener;
import dev.reprise.event.RetryStarted;
import dev.reprise.http.HttpAnswer;
import dev.reprise.internal.CallFacts;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Evidence;
import dev.reprise.outcome.Repeatability;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.TestActions;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Promise 5: retries stay within the budget. Calls of many scopes, kinds and outcomes at random times, one after the other on a
 * virtual clock; a model that keeps the time of each judges every window that ends with a retry.
 */
class Promise05Test {

    private static final int CALLS = 1_500;
    private static final long WINDOW = Duration.ofSeconds(10).toNanos();

    /** What happened in one scope, by the time since the start. */
    private static final class Scope {
        final List<Long> calls = new ArrayList<>();
        final List<Long> retries = new ArrayList<>();
        final List<Long> resolving = new ArrayList<>();
    }

    private final FakeTime time = new FakeTime();
    private final Map<String, Scope> scopes = new TreeMap<>();
    private boolean doubt;
    private long pauseBegan = -1;
    private int refused;

    private Scope scope(String name) {
        return scopes.computeIfAbsent(name, key -> new Scope());
    }

    private long now() {
        return time.elapsed().toNanos();
    }

    /** What begins right after a pause was granted before it. */
    private long reservedAt() {
        List<Duration> sleeps = time.sleeps();
        long length = sleeps.isEmpty() ? 0 : sleeps.get(sleeps.size() - 1).toNanos();
        return pauseBegan + length == now() ? pauseBegan : now();
    }

    /** Notes what begins; whether a retry resolves doubt is known from the test's own view of the call. */
    private final class Watch implements RetryListener {
        @Override
        public void retryStarted(RetryStarted event) {
            Scope scope = scope(event.call().scope());
            (doubt ? scope.resolving : scope.retries).add(reservedAt());
        }

        @Override
        public void queryAsked(QueryAsked event) {
            scope(event.call().scope()).resolving.add(reservedAt());
        }

        @Override
        public void attemptStarted(AttemptStarted event) {
            if (event.attempt() == 1 && !event.resend()) {
                scope(event.call().scope()).calls.add(now());
            }
        }

        @Override
        public void ended(CallEnded event) {
            refused += event.ending() == Ending.BUDGET ? 1 : 0;
        }
    }

    static IntStream seeds() {
        return IntStream.range(0, 20);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void inEveryWindowRetriesAreAtMostTheFloorAndTheShareOfTheCalls(int seed) {
        Random random = new Random(seed);
        time.duringSleep(() -> pauseBegan = now());
        int floor = random.nextInt(4);
        RetryPolicy policy = Policies.plain(time)
                .maxAttempts(1 + random.nextInt(5))
                .backoff(Backoff.fixed(Duration.ofMillis(random.nextInt(3) * 200L)))
                .budget(BudgetSettings.DEFAULT.floor(floor))
                .listener(new Watch())
                .logging(false)
                .build();
        Retrier retrier = Retrier.of(policy);
        Retrier second = retrier.withPolicy(policy);

        for (int call = 0; call < CALLS; call++) {
            time.pass(Duration.ofMillis(random.nextInt(10) == 0 ? random.nextInt(8_000) : random.nextInt(60)));
            doubt = false;
            CallFacts facts = scoped(facts(random), "scope-" + random.nextInt(4));
            FakeTransport transport = new FakeTransport(time, (where, made) -> FakeTransport.after(
                            Duration.ofMillis(1), reply(random, made.repeatability()))
                    .to(where, made));
            transport.call(random.nextBoolean() ? retrier : second, facts);
        }

        scopes.forEach((name, scope) -> {
            assertWithin(scope.retries, scope.calls, floor, seed + ", retries of " + name);
            assertWithin(scope.resolving, scope.calls, floor, seed + ", what resolves doubt in " + name);
        });
        assertThat(refused).as("refusals, or the history proves nothing").isPositive();
        assertThat(scopes.values().stream()
                        .mapToInt(scope -> scope.resolving.size())
                        .sum())
                .as("resends and queries, or the history proves nothing")
                .isPositive();
    }

    private static void assertWithin(List<Long> spent, List<Long> calls, int floor, String what) {
        for (long last : spent) {
            long inWindow = count(spent, last);
            assertThat(inWindow)
                    .as("seed %s: in the window that ends at %d ns", what, last)
                    .isLessThanOrEqualTo(floor + count(calls, last) / 10);
        }
    }

    private static long count(List<Long> times, long end) {
        return times.stream().filter(t -> t <= end && t > end - WINDOW).count();
    }

    private CallFacts facts(Random random) {
        TestActions actions =
                new TestActions(time).finds(StatusAnswer.running(), StatusAnswer.applied(HttpAnswer.of(201)));
        return switch (random.nextInt(6)) {
            case 0 -> Facts.bound(actions.open("keyed"), "body");
            case 1 -> Facts.bound(actions.open("verifiable"), "body");
            case 2 -> Facts.of(Repeatability.ONCE);
            case 3 -> Facts.of(Repeatability.KEYED);
            default -> Facts.of(Repeatability.IDEMPOTENT);
        };
    }

    private static CallFacts scoped(CallFacts facts, String scope) {
        return new CallFacts(
                facts.repeatability(),
                scope,
                facts.method(),
                facts.bodyReplayable(),
                facts.single(),
                facts.limitNanos(),
                facts.transportLimited(),
                facts.send());
    }

    /** Bad more often than not. */
    private FakeTransport.Reply reply(Random random, Repeatability repeatability) {
        switch (random.nextInt(6)) {
            case 0:
                return FakeTransport.status(200);
            case 1:
                return FakeTransport.status(429);
            case 2:
                return FakeTransport.refused();
            case 3:
                return FakeTransport.fails(new IOException("stale"), FakeTransport.staleConnection());
            default:
                doubt |= repeatability != Repeatability.IDEMPOTENT;
                return random.nextBoolean()
                        ? FakeTransport.status(503)
                        : FakeTransport.fails(new SocketTimeoutException("lost"), Evidence.SENT);
        }
    }
}
