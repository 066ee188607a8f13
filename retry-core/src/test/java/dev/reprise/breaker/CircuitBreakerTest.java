package dev.reprise.breaker;

import static dev.reprise.breaker.CircuitBreaker.State.CLOSED;
import static dev.reprise.breaker.CircuitBreaker.State.HALF_OPEN;
import static dev.reprise.breaker.CircuitBreaker.State.OPEN;
import static dev.reprise.breaker.Permit.Kind.FAILED;
import static dev.reprise.breaker.Permit.Kind.UNKNOWN;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.breaker.CircuitBreaker.State;
import dev.reprise.time.RandomSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CircuitBreakerTest {

    /**
     * Each letter is one call: S succeeds, F fails, U has an unknown outcome, I is neutral, R is refused; a number lets that
     * many seconds pass.
     */
    @ParameterizedTest
    @CsvSource({
        "row,  '',                         CLOSED,    0",
        "row,  F F,                        CLOSED,    2",
        "row,  F F F,                      OPEN,      3",
        "row,  F U F,                      OPEN,      3",
        "row,  F F S F F,                  CLOSED,    2",
        "row,  F F I F,                    OPEN,      3",
        "row,  S S S F F F R,              OPEN,      3",
        "row,  F F F R 29 R,               OPEN,      3",
        "row,  F F F 30,                   HALF_OPEN, 3",
        "row,  F F F 30 S,                 HALF_OPEN, 3",
        "row,  F F F 30 S S,               CLOSED,    0",
        "row,  F F F 30 S F R 29 R 1 S S,  CLOSED,    0",
        "row,  F F F 30 S F,               OPEN,      4",
        "row,  F F F 30 U R,               OPEN,      4",
        "row,  F F F 30 I I I I S I S,     CLOSED,    0",
        "row,  F F F 30 I I I,             HALF_OPEN, 3",
        "row,  F F F 30 S S F F,           CLOSED,    2",
        "row,  F F F 30 S S F F F,         OPEN,      3",
        "row,  F F F 9999 S S,             CLOSED,    0",
        "rate, F F F F,                    CLOSED,    4",
        "rate, F F F F F,                  OPEN,      5",
        "rate, F F F F S,                  CLOSED,    4",
        "rate, F F F F S F,                OPEN,      5",
        "rate, S S F F F,                  OPEN,      3",
        "rate, S S S F F,                  CLOSED,    2",
        "rate, S S S F F F,                OPEN,      3",
        "rate, F F S S S S S S S S,        CLOSED,    2",
        "rate, F F S S S S S S S S F,      CLOSED,    2",
        "rate, F F S S S S S S S S S S,    CLOSED,    0",
        "rate, S S S S S S S S S S F F F F,CLOSED,    4",
        "rate, S S S S S S S S S S S S S S S F F F F F, OPEN, 5",
        "rate, F I F I F I F I I I I I I,  CLOSED,    4",
        "rate, F I F I F I F I F,          OPEN,      5",
        "rate, F F F F F 30 S S F F F F,   CLOSED,    4"
    })
    void theTableOfTransitions(String mode, String script, State state, int failures) {
        BreakerSettings settings =
                "row".equals(mode) ? BreakerSettings.consecutiveFailures(3) : BreakerSettings.failureRate(0.5, 10, 5);
        BreakerBench bench = new BreakerBench(settings.openFor(ofSeconds(30)).halfOpenProbes(2));

        for (String step : script.isEmpty() ? new String[0] : script.split(" ")) {
            if (Character.isLetter(step.charAt(0))) {
                assertThat(bench.breaker.isOpen()).as("open before %s", step).isEqualTo(step.equals("R"));
            }
            switch (step) {
                case "S" -> bench.acquire().success();
                case "F" -> bench.acquire().failure(FAILED);
                case "U" -> bench.acquire().failure(UNKNOWN);
                case "I" -> bench.acquire().ignored();
                case "R" -> assertThat(bench.breaker.tryAcquire()).isNull();
                default -> bench.pass(ofSeconds(Long.parseLong(step)));
            }
        }

        assertThat(bench.breaker.state()).isEqualTo(state);
        assertThat(bench.breaker.snapshot().failures()).isEqualTo(failures);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE - 15_000_000_000L, Long.MAX_VALUE})
    void anyReadingOfTheTickerWillDo(long start) {
        BreakerBench bench = new BreakerBench(BreakerBench.settings(1), start).open();

        bench.pass(ofSeconds(30).minusNanos(1));
        assertThat(bench.breaker.tryAcquire()).isNull();
        assertThat(bench.breaker.isOpen()).isTrue();
        bench.pass(ofNanos(1));
        assertThat(bench.breaker.isOpen()).isFalse();
        assertThat(bench.breaker.tryAcquire()).isNotNull();
    }

    @Test
    void aTickerThatSlipsBackDoesNotLengthenTheReportedOpenTime() {
        BreakerBench bench = new BreakerBench(BreakerBench.settings(1)).open();

        bench.pass(ofSeconds(-5));

        assertThat(bench.breaker.snapshot().untilHalfOpen()).isEqualTo(ofSeconds(30));
    }

    @Test
    void noMoreThanTheSetNumberOfProbesIsUnderWay() {
        BreakerBench bench = new BreakerBench(BreakerBench.settings(2)).halfOpen();

        Permit first = bench.acquire();
        Permit second = bench.acquire();
        assertThat(bench.breaker.isOpen()).isTrue();
        assertThat(bench.breaker.tryAcquire()).isNull();
        first.success();
        assertThat(bench.breaker.tryAcquire())
                .as("two probes were made, one told something")
                .isNull();
        second.success();

        assertThat(bench.breaker.state()).isEqualTo(CLOSED);
    }

    @Test
    void asSoonAsOneProbeFailsNoFurtherIsAdmitted() {
        BreakerBench bench = new BreakerBench(BreakerBench.settings(3)).halfOpen();
        Permit first = bench.acquire();
        Permit second = bench.acquire();

        first.failure(FAILED);

        assertThat(bench.breaker.tryAcquire()).isNull();
        second.success();
        assertThat(bench.breaker.state()).isEqualTo(OPEN);
    }

    @Test
    void askingWhetherItIsOpenTakesNoPermit() {
        BreakerBench bench = new BreakerBench(BreakerBench.settings(1)).halfOpen();

        for (int i = 0; i < 5; i++) {
            assertThat(bench.breaker.isOpen()).isFalse();
        }
        bench.acquire();

        assertThat(bench.breaker.isOpen()).isTrue();
    }

    @Test
    void resultsOfAnOlderGenerationAreIgnored() {
        BreakerBench bench = new BreakerBench(BreakerBench.settings(1));
        List<Permit> closed = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            closed.add(bench.acquire());
        }
        bench.halfOpen();
        Permit probe = bench.acquire();

        closed.subList(0, 5).forEach(Permit::success);
        closed.subList(5, 10).forEach(permit -> permit.failure(FAILED));
        assertThat(bench.breaker.snapshot().failures()).isEqualTo(5);
        assertThat(bench.breaker.tryAcquire())
                .as("the probe still holds the only place")
                .isNull();
        probe.success();
        assertThat(bench.breaker.state()).isEqualTo(CLOSED);
        closed.subList(10, 20).forEach(permit -> permit.failure(FAILED));

        assertThat(bench.breaker.state()).as("closed anew").isEqualTo(CLOSED);
        assertThat(bench.breaker.snapshot().calls()).isZero();
        assertThat(bench.changes).containsExactly("CLOSED -> OPEN", "OPEN -> HALF_OPEN", "HALF_OPEN -> CLOSED");
    }

    @Test
    void aLateProbeOfAnEarlierHalfOpenStateIsIgnored() {
        BreakerBench bench = new BreakerBench(BreakerBench.settings(2)).halfOpen();
        Permit late = bench.acquire();
        bench.acquire().failure(FAILED);
        bench.pass(ofSeconds(30));
        Permit probe = bench.acquire();

        late.failure(FAILED);
        assertThat(bench.breaker.state()).isEqualTo(HALF_OPEN);
        probe.success();
        late.success();
        assertThat(bench.breaker.state()).as("one probe of two").isEqualTo(HALF_OPEN);
    }

    @Test
    void aPermitCountsOnce() {
        BreakerBench bench = new BreakerBench(BreakerBench.settings(1));
        Permit permit = bench.acquire();

        permit.failure(FAILED);
        permit.failure(UNKNOWN);
        permit.success();
        permit.ignored();
        Permit neutral = bench.acquire();
        neutral.ignored();
        neutral.failure(FAILED);

        assertThat(bench.breaker.snapshot())
                .isEqualTo(new BreakerSnapshot(CLOSED, 1, 1, 0, "the attempt failed", Duration.ZERO));
    }

    @Test
    void aProbeCountsOnce() {
        BreakerBench bench = new BreakerBench(BreakerBench.settings(2)).halfOpen();
        Permit probe = bench.acquire();

        probe.success();
        probe.success();
        probe.failure(FAILED);
        probe.ignored();

        assertThat(bench.breaker.state()).isEqualTo(HALF_OPEN);
        assertThat(bench.breaker.tryAcquire()).isNotNull();
        assertThat(bench.breaker.tryAcquire())
                .as("a place is used up by a success")
                .isNull();
    }

    @Test
    void aProbeThatHangsIsGivenUp() {
        BreakerBench bench = new BreakerBench(BreakerBench.settings(1).probeLimit(ofSeconds(7))).halfOpen();
        Permit hanging = bench.acquire();

        bench.pass(ofSeconds(7).minusNanos(1));
        assertThat(bench.breaker.isOpen()).isTrue();
        assertThat(bench.breaker.tryAcquire()).isNull();
        bench.pass(ofNanos(1));
        assertThat(bench.breaker.isOpen()).isFalse();
        Permit next = bench.acquire();

        hanging.failure(UNKNOWN);
        hanging.success();
        hanging.ignored();
        assertThat(bench.breaker.state()).isEqualTo(HALF_OPEN);
        assertThat(bench.breaker.tryAcquire())
                .as("the next probe holds the place")
                .isNull();
        next.success();
        assertThat(bench.breaker.state()).isEqualTo(CLOSED);
    }

    @Test
    void aSlowProbeWhosePlaceNobodyWantedStillCounts() {
        BreakerBench bench = new BreakerBench(BreakerBench.settings(1).probeLimit(ofSeconds(7))).halfOpen();
        Permit slow = bench.acquire();

        bench.pass(ofSeconds(60));
        slow.success();

        assertThat(bench.breaker.state()).isEqualTo(CLOSED);
    }

    @Test
    void unknownOutcomesAreFailuresAndCountedApart() {
        BreakerBench bench = new BreakerBench(BreakerBench.settings(1));
        for (int i = 0; i < 3; i++) {
            bench.acquire().failure(UNKNOWN, "SocketTimeoutException");
        }
        bench.acquire().success();
        assertThat(bench.breaker.snapshot())
                .isEqualTo(new BreakerSnapshot(CLOSED, 4, 3, 3, "SocketTimeoutException", Duration.ZERO));

        bench.acquire().failure(FAILED, "HTTP 503");

        assertThat(bench.breaker.snapshot()).isEqualTo(new BreakerSnapshot(OPEN, 5, 4, 3, "HTTP 503", ofSeconds(30)));
        bench.pass(ofMillis(29_999));
        assertThat(bench.breaker.snapshot().untilHalfOpen()).isEqualTo(ofMillis(1));
        bench.pass(ofMillis(1));
        assertThat(bench.breaker.snapshot())
                .isEqualTo(new BreakerSnapshot(HALF_OPEN, 5, 4, 3, "HTTP 503", Duration.ZERO));
        bench.acquire().failure(UNKNOWN);
        assertThat(bench.breaker.snapshot())
                .isEqualTo(new BreakerSnapshot(OPEN, 6, 5, 4, "the outcome is unknown", ofSeconds(30)));
    }

    @Test
    void unknownOutcomesLeaveTheWindowWithTheirCalls() {
        BreakerBench bench = new BreakerBench(BreakerSettings.failureRate(1, 4, 4));
        bench.acquire().failure(UNKNOWN);
        bench.acquire().failure(FAILED);
        for (int i = 0; i < 3; i++) {
            bench.acquire().success();
        }

        assertThat(bench.breaker.snapshot().unknowns()).isZero();
        assertThat(bench.breaker.snapshot().failures()).isEqualTo(1);
        bench.acquire().success();
        assertThat(bench.breaker.snapshot().failures()).isZero();
        assertThat(bench.breaker.snapshot().calls()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({"0, 30000", "0.5, 31500", "0.999, 32997", "7, 33000", "-7, 30000"})
    void jitterOnlyLengthensTheOpenTime(double chance, long openMillis) {
        CircuitBreaker breaker =
                CircuitBreaker.of(BreakerSettings.consecutiveFailures(1), () -> 5, () -> chance, (from, to) -> {});

        breaker.tryAcquire().failure(FAILED);

        assertThat(breaker.snapshot().untilHalfOpen()).isEqualTo(ofMillis(openMillis));
    }

    @Test
    void itOpensAlsoWhenChanceThrows() {
        RandomSource broken = () -> {
            throw new IllegalStateException("no entropy");
        };
        CircuitBreaker breaker =
                CircuitBreaker.of(BreakerSettings.consecutiveFailures(1), () -> 5, broken, (from, to) -> {});

        breaker.tryAcquire().failure(FAILED);

        assertThat(breaker.snapshot().untilHalfOpen()).isEqualTo(ofSeconds(30));
    }

    @Test
    void aThrowingListenerChangesNothing() {
        AtomicLong now = new AtomicLong();
        CircuitBreaker breaker =
                CircuitBreaker.of(BreakerSettings.consecutiveFailures(1), now::get, () -> 0, (from, to) -> {
                    throw new AssertionError("listener");
                });

        breaker.tryAcquire().failure(FAILED);
        assertThat(breaker.state()).isEqualTo(OPEN);
        now.addAndGet(30_000_000_000L);
        Permit probe = breaker.tryAcquire();
        assertThat(probe).isNotNull();
        probe.success();
        assertThat(breaker.state()).isEqualTo(CLOSED);
    }

    @Test
    void aListenerSeesTheNewStateAndMayUseTheBreaker() {
        List<State> seen = new ArrayList<>();
        AtomicLong now = new AtomicLong();
        CircuitBreaker[] self = new CircuitBreaker[1];
        self[0] = CircuitBreaker.of(BreakerSettings.consecutiveFailures(1), now::get, () -> 0, (from, to) -> {
            seen.add(self[0].state());
            self[0].tryAcquire();
        });

        self[0].tryAcquire().failure(FAILED);
        now.addAndGet(30_000_000_000L);
        self[0].tryAcquire().success();

        assertThat(seen).containsExactly(OPEN, HALF_OPEN, CLOSED);
    }

    @Test
    void aHealthyServiceLeavesTheBreakerUntouched() {
        RateTally tally = new RateTally(new Trip.Rate(500_000, 10, 5));
        for (int i = 0; i < 10; i++) {
            tally.success();
        }
        Counts before = tally.counts();

        tally.success();

        assertThat(tally.counts()).isSameAs(before);
    }

    @Test
    void aClosedBreakerReadsNoClock() {
        CircuitBreaker breaker = CircuitBreaker.of(
                BreakerSettings.DEFAULT,
                () -> {
                    throw new AssertionError("the clock was read");
                },
                () -> 0,
                (from, to) -> {});

        for (int i = 0; i < 20; i++) {
            assertThat(breaker.isOpen()).isFalse();
            breaker.tryAcquire().success();
        }
        assertThat(breaker.snapshot().calls()).isEqualTo(10);
    }

    @Test
    void itTellsItsStateAndWhy() {
        BreakerBench bench = new BreakerBench(BreakerBench.settings(1));
        assertThat(bench.breaker).hasToString("circuit breaker closed: 0 of 0 calls failed, 0 of them unknown");
        for (int i = 0; i < 5; i++) {
            bench.acquire().failure(UNKNOWN, "HTTP 504");
        }

        assertThat(bench.breaker)
                .hasToString("circuit breaker open for another 30 s: 5 of 5 calls failed, 5 of them unknown,"
                        + " the last with HTTP 504");
        assertThat(bench.breaker.settings()).isEqualTo(BreakerBench.settings(1));
    }

    @Test
    void withoutATickerItCountsRealTime() {
        CircuitBreaker breaker = CircuitBreaker.of(BreakerSettings.consecutiveFailures(1));

        breaker.tryAcquire().failure(FAILED);

        assertThat(breaker.snapshot().untilHalfOpen()).isBetween(ofSeconds(1), ofSeconds(33));
        assertThat(breaker.isOpen()).isTrue();
    }
}
