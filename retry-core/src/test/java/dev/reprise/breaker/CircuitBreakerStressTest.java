package dev.reprise.breaker;

import static dev.reprise.breaker.CircuitBreaker.State.CLOSED;
import static dev.reprise.breaker.CircuitBreaker.State.HALF_OPEN;
import static dev.reprise.breaker.CircuitBreaker.State.OPEN;
import static dev.reprise.breaker.Permit.Kind.FAILED;
import static dev.reprise.breaker.Permit.Kind.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.stress.Together;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class CircuitBreakerStressTest {

    private static final int THREADS = 8;
    private static final int PROBES = 3;

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE);
    private final Map<String, AtomicInteger> changes = new ConcurrentHashMap<>();

    private CircuitBreaker breaker(BreakerSettings settings) {
        return CircuitBreaker.of(
                settings.halfOpenProbes(PROBES).openJitter(0), now::get, () -> 0, (from, to) -> changes.computeIfAbsent(
                                from + " -> " + to, key -> new AtomicInteger())
                        .incrementAndGet());
    }

    private int changes(String which) {
        return changes.getOrDefault(which, new AtomicInteger()).get();
    }

    private void letTheOpenTimePass() {
        now.addAndGet(Duration.ofSeconds(30).toNanos());
    }

    @RepeatedTest(5)
    void neutralProbesLoseNoPlaceAndMakeNone() throws Exception {
        CircuitBreaker breaker = breaker(BreakerSettings.consecutiveFailures(1));
        breaker.tryAcquire().failure(FAILED);
        letTheOpenTimePass();
        AtomicInteger underWay = new AtomicInteger();
        AtomicInteger admitted = new AtomicInteger();

        Together.run(THREADS, thread -> {
            Random random = new Random(thread);
            Deque<Permit> held = new ArrayDeque<>();
            for (int step = 0; step < 20_000; step++) {
                Permit probe = breaker.tryAcquire();
                if (probe != null) {
                    assertThat(underWay.incrementAndGet()).isLessThanOrEqualTo(PROBES);
                    admitted.incrementAndGet();
                    held.add(probe);
                }
                if (!held.isEmpty() && random.nextBoolean()) {
                    letGo(held, underWay);
                }
            }
            while (!held.isEmpty()) {
                letGo(held, underWay);
            }
        });

        assertThat(admitted).hasValueGreaterThan(PROBES);
        assertThat(breaker.state()).isEqualTo(HALF_OPEN);
        Deque<Permit> left = new ArrayDeque<>();
        for (Permit probe = breaker.tryAcquire(); probe != null; probe = breaker.tryAcquire()) {
            left.add(probe);
        }
        assertThat(left).as("places after the storm").hasSize(PROBES);
        left.forEach(Permit::success);
        assertThat(breaker.state()).isEqualTo(CLOSED);
        assertThat(changes("OPEN -> HALF_OPEN")).isOne();
    }

    private static void letGo(Deque<Permit> held, AtomicInteger underWay) {
        Permit probe = held.remove();
        underWay.decrementAndGet();
        probe.ignored();
        probe.ignored();
    }

    @RepeatedTest(5)
    void inEveryHalfOpenStateAtMostTheSetNumberOfProbesTellsSomething() throws Exception {
        CircuitBreaker breaker = breaker(BreakerSettings.consecutiveFailures(2)
                .openFor(Duration.ofSeconds(1))
                .probeLimit(BreakerSettings.LONGEST_TIME));
        Map<HalfOpen, AtomicInteger> underWay = new ConcurrentHashMap<>();
        Map<HalfOpen, AtomicInteger> told = new ConcurrentHashMap<>();

        Together.run(THREADS, thread -> {
            Random random = new Random(thread);
            for (int step = 0; step < 20_000; step++) {
                Permit permit = breaker.tryAcquire();
                if (permit == null) {
                    // All steps together stay below the probe limit, so that no probe is given up.
                    now.addAndGet(50_000_000);
                } else if (permit instanceof ProbePermit probe) {
                    HalfOpen state = probe.halfOpen();
                    AtomicInteger here = underWay.computeIfAbsent(state, key -> new AtomicInteger());
                    AtomicInteger results = told.computeIfAbsent(state, key -> new AtomicInteger());
                    assertThat(here.incrementAndGet()).isLessThanOrEqualTo(PROBES);
                    int result = random.nextInt(10);
                    if (result > 0) {
                        assertThat(results.incrementAndGet()).isLessThanOrEqualTo(PROBES);
                    }
                    here.decrementAndGet();
                    end(permit, result);
                } else {
                    end(permit, random.nextInt(10));
                }
            }
        });

        assertThat(underWay).as("half-open states seen").hasSizeGreaterThan(10);
        assertThat(changes("OPEN -> HALF_OPEN")).isEqualTo(underWay.size());
        assertThat(changes("HALF_OPEN -> CLOSED")).isPositive();
        assertThat(changes("HALF_OPEN -> OPEN")).isPositive();
        int isClosed = breaker.state() == CLOSED ? 1 : 0;
        assertThat(changes("CLOSED -> OPEN"))
                .as("each closed state opens once, and only the present one has not")
                .isEqualTo(1 + changes("HALF_OPEN -> CLOSED") - isClosed);
    }

    private static void end(Permit permit, int result) {
        if (result == 0) {
            permit.ignored();
        } else if (result <= 2) {
            permit.failure(result == 1 ? FAILED : UNKNOWN);
        } else {
            permit.success();
        }
    }

    @RepeatedTest(5)
    void lateResultsOfOlderGenerationsNeverCount() throws Exception {
        CircuitBreaker breaker = breaker(BreakerSettings.failureRate(1, 10, 10));
        Deque<Permit> late = new ArrayDeque<>();
        for (int i = 0; i < THREADS * 1_000; i++) {
            late.add(breaker.tryAcquire());
        }
        for (int i = 0; i < 10; i++) {
            breaker.tryAcquire().failure(FAILED);
        }
        assertThat(breaker.state()).isEqualTo(OPEN);
        letTheOpenTimePass();
        Permit[][] shares = new Permit[THREADS][1_000];
        for (int i = 0; i < THREADS * 1_000; i++) {
            shares[i % THREADS][i / THREADS] = late.remove();
        }
        Permit[] probes = {breaker.tryAcquire(), breaker.tryAcquire(), breaker.tryAcquire()};

        Together.run(THREADS, thread -> {
            for (int i = 0; i < 1_000; i++) {
                if (thread < PROBES && i == 500) {
                    probes[thread].success();
                }
                shares[thread][i].failure(FAILED);
                shares[thread][i].success();
            }
        });

        assertThat(breaker.state()).isEqualTo(CLOSED);
        assertThat(breaker.snapshot().calls()).isZero();
        assertThat(changes("HALF_OPEN -> CLOSED")).isOne();
    }

    @RepeatedTest(5)
    void noResultIsLostInAClosedBreaker() throws Exception {
        CircuitBreaker row = breaker(BreakerSettings.consecutiveFailures(THREADS * 1_000 + 1));
        CircuitBreaker rate = breaker(BreakerSettings.failureRate(1, 1_000, 1_000));
        rate.tryAcquire().success();

        Together.run(THREADS, thread -> {
            for (int i = 0; i < 1_000; i++) {
                row.tryAcquire().failure(i % 4 == 0 ? UNKNOWN : FAILED);
                if (i < 100) {
                    rate.tryAcquire().failure(i % 4 == 0 ? UNKNOWN : FAILED);
                }
            }
        });

        assertThat(row.snapshot().failures()).isEqualTo(THREADS * 1_000);
        assertThat(row.snapshot().unknowns()).isEqualTo(THREADS * 250);
        assertThat(row.state()).isEqualTo(CLOSED);
        assertThat(rate.snapshot().calls()).isEqualTo(THREADS * 100 + 1);
        assertThat(rate.snapshot().failures()).isEqualTo(THREADS * 100);
        assertThat(rate.snapshot().unknowns()).isEqualTo(THREADS * 25);
        row.tryAcquire().failure(FAILED);
        assertThat(row.state()).isEqualTo(OPEN);
    }

    @RepeatedTest(5)
    void ofAllThreadsThatFindTheOpenTimeOverOnlyTheSetNumberIsAdmitted() throws Exception {
        CircuitBreaker breaker = breaker(BreakerSettings.consecutiveFailures(1));
        breaker.tryAcquire().failure(FAILED);
        AtomicInteger admitted = new AtomicInteger();
        AtomicInteger rounds = new AtomicInteger();
        CyclicBarrier begin = new CyclicBarrier(THREADS, this::letTheOpenTimePass);
        CyclicBarrier end = new CyclicBarrier(THREADS, () -> {
            assertThat(admitted.getAndSet(0)).isEqualTo(PROBES);
            rounds.incrementAndGet();
        });

        Together.run(THREADS, thread -> {
            for (int round = 0; round < 200; round++) {
                begin.await(60, TimeUnit.SECONDS);
                Permit probe = breaker.tryAcquire();
                if (probe != null) {
                    admitted.incrementAndGet();
                }
                end.await(60, TimeUnit.SECONDS);
                if (probe != null) {
                    probe.failure(UNKNOWN);
                }
            }
        });

        assertThat(rounds).hasValue(200);
        assertThat(changes("OPEN -> HALF_OPEN")).isEqualTo(200);
        assertThat(changes("HALF_OPEN -> OPEN")).isEqualTo(200);
    }
}
