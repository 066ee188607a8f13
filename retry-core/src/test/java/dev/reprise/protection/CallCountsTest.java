package dev.reprise.protection;

import static dev.reprise.testkit.FakeTransport.fails;
import static dev.reprise.testkit.FakeTransport.status;
import static dev.reprise.testkit.FakeTransport.timeout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.CallCounts;
import dev.reprise.CallSpec;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.action.StatusAnswer;
import dev.reprise.breaker.BreakerSettings;
import dev.reprise.breaker.CircuitBreaker;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.event.AttemptStarted;
import dev.reprise.event.CallEnded;
import dev.reprise.http.HttpAnswer;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.stress.Together;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.RecordingListener;
import dev.reprise.testkit.TestActions;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What is counted of a scope, and that each request is counted once. */
class CallCountsTest {

    private final FakeTime time = new FakeTime();
    private final AtomicInteger requests = new AtomicInteger();
    private final RecordingListener events = new RecordingListener();

    private RetryPolicy.Builder policy() {
        return Policies.plain(time).logging(false).listener(events);
    }

    private static CallSpec<Object> in(String scope) {
        return CallSpec.of(Repeatability.IDEMPOTENT).scope(scope);
    }

    private Object fail() throws IOException {
        requests.incrementAndGet();
        throw new IOException("down");
    }

    private static CallCounts counts(Retrier retrier, String scope) {
        return retrier.snapshot().get(scope).counts();
    }

    private static CallCounts counts(Retrier retrier) {
        return counts(retrier, Facts.SCOPE);
    }

    private static void failing(ThrowingCallable call) {
        assertThat(catchThrowable(call)).isNotNull();
    }

    @Test
    void aCallThatSucceedsAtOnce() {
        Retrier retrier = Retrier.of(policy().build());
        new FakeTransport(time, status(200)).call(retrier, Facts.of("GET"));
        assertThat(counts(retrier)).isEqualTo(new CallCounts(1, Map.of(Ending.SUCCESS, 1L), 1, 0, 0, 0, Map.of()));
    }

    @Test
    void retriesAreAttempts() {
        Retrier retrier = Retrier.of(policy().build());
        new FakeTransport(time, status(503), status(503), status(200)).call(retrier, Facts.of("GET"));
        new FakeTransport(time, status(503)).call(retrier, Facts.of("GET"));
        assertThat(counts(retrier))
                .isEqualTo(new CallCounts(2, Map.of(Ending.SUCCESS, 1L, Ending.ATTEMPTS, 1L), 6, 4, 0, 0, Map.of()));
    }

    @Test
    void aRequestThatGoesOutAgainFreeOfChargeIsCountedApartAndListenersSeeIt() {
        Retrier retrier = Retrier.of(policy().build());
        FakeTransport transport = new FakeTransport(
                time, fails(new IOException("stale"), FakeTransport.staleConnection()), status(503), status(200));
        transport.call(retrier, Facts.of("GET"));
        assertThat(counts(retrier)).isEqualTo(new CallCounts(1, Map.of(Ending.SUCCESS, 1L), 2, 1, 1, 0, Map.of()));
        assertThat(transport.requests()).isEqualTo(3);
        assertThat(events.only(AttemptStarted.class).stream().map(AttemptStarted::resend))
                .containsExactly(false, true, false);
        assertThat(events.only(AttemptStarted.class).stream().map(AttemptStarted::attempt))
                .containsExactly(1, 1, 2);
    }

    @Test
    void statusQueries() {
        Retrier retrier = Retrier.of(policy().build());
        TestActions actions =
                new TestActions(time).finds(StatusAnswer.running(), StatusAnswer.applied(HttpAnswer.of(201)));
        new FakeTransport(time, timeout()).call(retrier, Facts.bound(actions.open("verifiable"), "body"));
        assertThat(counts(retrier))
                .isEqualTo(new CallCounts(1, Map.of(Ending.APPLIED_BY_QUERY, 1L), 1, 0, 0, 2, Map.of()));
    }

    @Test
    void refusalsOfTheBudgetAreEndingsAndHeardOf() {
        Retrier retrier = Retrier.of(policy().budget(BudgetSettings.none()).build());
        new FakeTransport(time, status(503)).call(retrier, Facts.of("GET"));
        assertThat(counts(retrier).endedBy(Ending.BUDGET)).isEqualTo(1);
        assertThat(counts(retrier).endedBy(Ending.BREAKER)).isZero();
        assertThat(events.only(CallEnded.class)).extracting(CallEnded::ending).containsExactly(Ending.BUDGET);
    }

    @Test
    void refusalsAndChangesOfTheBreaker() {
        Retrier retrier = Retrier.of(
                policy().breaker(BreakerSettings.consecutiveFailures(1).openJitter(0))
                        .build());
        FakeTransport transport = new FakeTransport(time, status(503), status(200));
        transport.call(retrier, Facts.of("GET"));
        transport.call(retrier, Facts.of("GET"));
        time.pass(Duration.ofMinutes(1));
        transport.call(retrier, Facts.of("GET"));
        assertThat(counts(retrier))
                .isEqualTo(new CallCounts(
                        3,
                        Map.of(Ending.BREAKER, 2L, Ending.SUCCESS, 1L),
                        2,
                        0,
                        0,
                        0,
                        Map.of(
                                CircuitBreaker.State.OPEN,
                                1L,
                                CircuitBreaker.State.HALF_OPEN,
                                1L,
                                CircuitBreaker.State.CLOSED,
                                1L)));
        assertThat(events.only(CallEnded.class))
                .extracting(CallEnded::ending)
                .containsExactly(Ending.BREAKER, Ending.BREAKER, Ending.SUCCESS);
    }

    @Test
    void aCallThatWasStoppedBeforeItsStartIsACallToo() {
        Retrier retrier = Retrier.of(policy().build());
        Thread.currentThread().interrupt();
        assertThat(catchThrowable(() -> retrier.call(in("a"), attempt -> fail())))
                .isNotNull();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(counts(retrier, "a"))
                .isEqualTo(new CallCounts(1, Map.of(Ending.INTERRUPTED, 1L), 0, 0, 0, 0, Map.of()));
    }

    // ---- calls inside calls

    @Test
    void aCallInsideACallOfItsScopeIsAPartOfIt() {
        Retrier retrier = Retrier.of(policy().build());
        failing(() -> retrier.call(in("a"), attempt -> retrier.call(in("a"), inner -> fail())));
        assertThat(requests).hasValue(3);
        assertThat(counts(retrier, "a"))
                .isEqualTo(new CallCounts(1, Map.of(Ending.ATTEMPTS, 1L), 3, 2, 0, 0, Map.of()));
    }

    @Test
    void everyRequestOfAnAttemptIsCounted() throws IOException {
        Retrier retrier = Retrier.of(policy().build());
        retrier.call(in("a"), attempt -> {
            retrier.call(in("a"), inner -> requests.incrementAndGet());
            return retrier.call(in("a"), inner -> requests.incrementAndGet());
        });
        assertThat(counts(retrier, "a"))
                .isEqualTo(new CallCounts(1, Map.of(Ending.SUCCESS, 1L), requests.get(), 0, 0, 0, Map.of()));
    }

    @Test
    void aRequestFromWithinAnotherOneIsCountedToo() {
        Retrier retrier = Retrier.of(policy().build());
        FakeTransport refresh = new FakeTransport(time, status(200));
        FakeTransport outer = new FakeTransport(
                time, FakeTransport.doing(() -> refresh.call(retrier, Facts.nested(Facts.of("POST"))), status(200)));
        outer.call(retrier, Facts.of("GET"));
        assertThat(counts(retrier)).isEqualTo(new CallCounts(1, Map.of(Ending.SUCCESS, 1L), 2, 0, 0, 0, Map.of()));
    }

    @Test
    void oneInAnotherScopeIsACallThere() {
        Retrier retrier = Retrier.of(policy().maxAttempts(2).build());
        failing(() -> retrier.call(in("a"), attempt -> retrier.call(in("b"), inner -> fail())));
        assertThat(requests).hasValue(4);
        assertThat(counts(retrier, "a").attempts()).isEqualTo(2);
        assertThat(counts(retrier, "b"))
                .isEqualTo(new CallCounts(2, Map.of(Ending.ATTEMPTS, 2L), 4, 2, 0, 0, Map.of()));
    }

    @Test
    void oneThatAnUnscopedCallCoversIsACallInItsScopeAndSaysThatItLeftTheRetry() {
        Retrier retrier = Retrier.of(policy().build());
        failing(() -> retrier.call(in(""), attempt -> retrier.call(in("a"), inner -> fail())));
        assertThat(counts(retrier, "a")).isEqualTo(new CallCounts(3, Map.of(Ending.NESTED, 3L), 3, 0, 0, 0, Map.of()));
    }

    @Test
    void oneWithLiveStateOfItsOwnIsCountedThere() {
        Retrier outer = Retrier.of(policy().build());
        Retrier inner = Retrier.of(policy().build());
        failing(() -> outer.call(in("a"), attempt -> inner.call(in("a"), again -> fail())));
        assertThat(counts(outer, "a").attempts()).isEqualTo(3);
        assertThat(counts(inner, "a")).isEqualTo(new CallCounts(3, Map.of(Ending.NESTED, 3L), 3, 0, 0, 0, Map.of()));
    }

    // ---- the whole

    @Test
    void anEvictedScopeBeginsAnew() throws IOException {
        Retrier retrier = Retrier.of(policy().build());
        retrier.call(in("early"), attempt -> "ok");
        for (int i = 0; i < 1_000; i++) {
            time.pass(Duration.ofMillis(200));
            retrier.call(in("scope-" + i), attempt -> "ok");
        }
        assertThat(retrier.snapshot()).doesNotContainKey("early");
        retrier.call(in("early"), attempt -> "ok");
        assertThat(counts(retrier, "early").calls()).isEqualTo(1);
    }

    @Test
    void nothingIsLostBetweenThreads() throws Exception {
        Retrier retrier = Retrier.of(RetryPolicy.builder("many")
                .sleeper((nanos) -> {})
                .budget(BudgetSettings.unlimited())
                .logging(false)
                .build());
        Together.run(8, thread -> {
            for (int i = 0; i < 1_000; i++) {
                retrier.call(in("a"), attempt -> {
                    if (attempt.number() == 1) {
                        throw new IOException("down");
                    }
                    return "ok";
                });
            }
        });
        assertThat(counts(retrier, "a"))
                .isEqualTo(new CallCounts(8_000, Map.of(Ending.SUCCESS, 8_000L), 16_000, 8_000, 0, 0, Map.of()));
    }

    @Test
    void aCallThatAStatusQueryMakesIsACallOfItsOwnAndNoAttemptOfTheCallThatAsks() {
        Retrier retrier =
                Retrier.of(policy().budget(BudgetSettings.DEFAULT.ratio(1).floor(10))
                        .breaker(BreakerSettings.consecutiveFailures(9))
                        .build());
        TestActions actions = new TestActions(time);
        actions.finds(() -> {
            FakeTransport.Ended inner =
                    new FakeTransport(time, status(503)).call(retrier, Facts.nested(Facts.of("GET")));
            assertThat(inner.answer().status()).isEqualTo(503);
            return StatusAnswer.applied(HttpAnswer.of(201));
        });

        FakeTransport.Ended ended =
                new FakeTransport(time, timeout()).call(retrier, Facts.bound(actions.open("verifiable"), "body"));

        assertThat(ended.ending()).isEqualTo(Ending.APPLIED_BY_QUERY);
        assertThat(counts(retrier).calls()).isEqualTo(2);
        assertThat(counts(retrier).attempts()).isEqualTo(2);
        assertThat(counts(retrier).queries()).isEqualTo(1);
        assertThat(counts(retrier).endedBy(Ending.APPLIED_BY_QUERY)).isEqualTo(1);
        assertThat(retrier.snapshot().get(Facts.SCOPE).breaker().failures())
                .as("the send that timed out, and the query's own request")
                .isEqualTo(2);
    }
}
