package dev.reprise.protection;

import static dev.reprise.testkit.FakeTransport.status;
import static dev.reprise.testkit.FakeTransport.timeout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.CallCounts;
import dev.reprise.CallSpec;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.ScopeSnapshot;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.StatusAnswer;
import dev.reprise.breaker.BreakerSettings;
import dev.reprise.breaker.CircuitBreaker;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.http.HttpAnswer;
import dev.reprise.internal.CallFacts;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeScheduler;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.TestActions;
import dev.reprise.time.Ticker;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No token, no permit, no turn and no count is lost, wherever in a call something breaks. */
@Timeout(60)
class NothingIsLostTest {

    private static final BudgetSettings TEN = BudgetSettings.DEFAULT.ratio(0).floor(10);

    /** More readings of the clock than any of the calls makes. */
    private static final int READINGS = 80;

    private final FakeTime time = new FakeTime();

    private enum Kind {
        EXCEPTION,
        ERROR,
        FOR_GOOD
    }

    /** Breaks at a reading that the test chooses. */
    private static final class BrokenClock implements Ticker {
        private final Ticker real;
        private final Kind kind;
        private int readingsLeft;

        BrokenClock(Ticker real, Kind kind) {
            this.real = real;
            this.kind = kind;
        }

        void breakAt(int reading) {
            readingsLeft = reading;
        }

        @Override
        public long nanos() {
            if (readingsLeft > 0 && --readingsLeft == 0) {
                if (kind == Kind.ERROR) {
                    throw new OutOfMemoryError("not really");
                }
                readingsLeft = kind == Kind.FOR_GOOD ? 1 : 0;
                throw new IllegalStateException("the clock broke");
            }
            return real.nanos();
        }
    }

    private BrokenClock clock(Kind kind) {
        return new BrokenClock(time.ticker(), kind);
    }

    private RetryPolicy.Builder policy(Ticker ticker) {
        return Policies.plain(time).ticker(ticker).budget(TEN).logging(false);
    }

    private static ScopeSnapshot snapshot(Retrier retrier) {
        return retrier.snapshot().get(Facts.SCOPE);
    }

    /** Whether it throws is of no interest here. */
    private static void attempted(ThrowingCallable call) {
        Throwable unused = catchThrowable(call);
    }

    private static void balanced(Retrier retrier, int reading) {
        ScopeSnapshot now = snapshot(retrier);
        CallCounts counts = now.counts();
        long ended =
                counts.endings().values().stream().mapToLong(Long::longValue).sum();
        assertThat(ended).as("ended, broken at reading %s", reading).isEqualTo(counts.calls());
        assertThat(20 - now.retriesAvailable() - now.resolvingAvailable())
                .as("spent, broken at reading %s", reading)
                .isEqualTo(counts.retries() + counts.queries());
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aClockThatBreaksInABlockingCallOfThreeAttempts(Kind kind) {
        for (int reading = 1; reading < READINGS; reading++) {
            BrokenClock clock = clock(kind);
            Retrier retrier = Retrier.of(policy(clock).build());
            new FakeTransport(time, status(200)).call(retrier, Facts.of("GET"));
            FakeTransport transport = new FakeTransport(time, status(503), status(503), status(200));
            clock.breakAt(reading);
            attempted(() -> transport.call(retrier, Facts.of("GET")));
            clock.breakAt(0);
            balanced(retrier, reading);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aClockThatBreaksInAnAsynchronousCallOfThreeAttempts(Kind kind) {
        for (int reading = 1; reading < READINGS; reading++) {
            BrokenClock clock = clock(kind);
            FakeScheduler scheduler = new FakeScheduler(time);
            Retrier retrier = Retrier.of(policy(clock)
                    .scheduler(scheduler)
                    .deadline(Duration.ofHours(1))
                    .build());
            CallSpec<Object> spec = CallSpec.of(Repeatability.IDEMPOTENT).scope(Facts.SCOPE);
            retrier.callAsync(spec, attempt -> CompletableFuture.completedFuture("fine"))
                    .join();
            clock.breakAt(reading);
            attempted(() -> {
                CompletableFuture<Object> call = retrier.callAsync(
                        spec,
                        attempt -> attempt.number() == 3
                                ? CompletableFuture.completedFuture("fine")
                                : CompletableFuture.failedFuture(new IOException("down")));
                scheduler.runUntil(call::isDone);
                call.join();
            });
            clock.breakAt(0);
            balanced(retrier, reading);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aClockThatBreaksInAProbe(Kind kind) {
        for (int reading = 1; reading < READINGS; reading++) {
            BrokenClock clock = clock(kind);
            Retrier retrier = Retrier.of(policy(clock)
                    .breaker(BreakerSettings.consecutiveFailures(1)
                            .halfOpenProbes(1)
                            .openJitter(0))
                    .build());
            FakeTransport transport = new FakeTransport(time, status(500), status(200));
            transport.call(retrier, Facts.of("POST"));
            time.pass(Duration.ofMinutes(1));
            clock.breakAt(reading);
            attempted(() -> transport.call(retrier, Facts.of("GET")));
            clock.breakAt(0);
            if (snapshot(retrier).breaker().state() != CircuitBreaker.State.OPEN) {
                assertThat(transport.call(retrier, Facts.of("GET")).ending())
                        .as("the next probe, broken at reading %s", reading)
                        .isEqualTo(Ending.SUCCESS);
            }
            balanced(retrier, reading);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aClockThatBreaksInASendOfAnAction(Kind kind) {
        for (int reading = 1; reading < READINGS; reading++) {
            BrokenClock clock = clock(kind);
            Retrier retrier = Retrier.of(policy(clock).build());
            BusinessAction action = new TestActions(time).open("keyed");
            FakeTransport transport = new FakeTransport(time, timeout(), status(201));
            clock.breakAt(reading);
            attempted(() -> transport.call(retrier, Facts.bound(action, "body")));
            clock.breakAt(0);
            if (retrier.snapshot().isEmpty()) {
                continue;
            }
            balanced(retrier, reading);
            CallFacts again = Facts.limited(Facts.bound(action, "body"), TimeUnit.SECONDS.toNanos(1));
            assertThat(new FakeTransport(time, status(201)).call(retrier, again).ending())
                    .as("the next send, broken at reading %s", reading)
                    .isNotEqualTo(Ending.DEADLINE);
        }
    }

    @Test
    void theTokenOfARetryThatAQueryTookThePlaceOfIsGivenBack() {
        Retrier retrier = Retrier.of(policy(time.ticker()).build());
        TestActions actions = new TestActions(time).finds(StatusAnswer.applied(HttpAnswer.of(201)));
        BusinessAction action = actions.open("keyed-query");
        time.duringSleep(() -> time.jumpWall(Duration.ofHours(25)));
        FakeTransport transport = new FakeTransport(time, timeout(), status(201));
        assertThat(transport.call(retrier, Facts.bound(action, "body")).ending())
                .isEqualTo(Ending.APPLIED_BY_QUERY);
        assertThat(snapshot(retrier).counts().queries()).isEqualTo(1);
        balanced(retrier, 0);
    }
}
