package dev.reprise.breaker;

import static dev.reprise.breaker.CircuitBreaker.State.CLOSED;
import static dev.reprise.breaker.CircuitBreaker.State.HALF_OPEN;
import static dev.reprise.breaker.CircuitBreaker.State.OPEN;
import static dev.reprise.breaker.Permit.Kind.FAILED;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class C51_NeutralResultsTest {

    private final BreakerBench bench = new BreakerBench(BreakerBench.settings(2));

    @Test
    void a_b_c_neutralResultsOpenNothingAndAreNotCounted() {
        for (int i = 0; i < 20; i++) {
            bench.acquire().ignored();
        }

        assertThat(bench.breaker.state()).isEqualTo(CLOSED);
        assertThat(bench.breaker.snapshot().failures()).isZero();
        assertThat(bench.breaker.snapshot().calls()).isZero();
    }

    @Test
    void d_twoFailuresAreTwoEntries() {
        BreakerBench four = new BreakerBench(BreakerSettings.failureRate(0.5, 10, 4));
        four.acquire().failure(FAILED);
        four.acquire().failure(FAILED);

        assertThat(four.breaker.state()).isEqualTo(CLOSED);
        assertThat(four.breaker.snapshot().calls()).isEqualTo(2);
    }

    @Test
    void e_aNeutralProbeLeavesTheBreakerHalfOpen() {
        bench.halfOpen().acquire().ignored();

        assertThat(bench.breaker.state()).isEqualTo(HALF_OPEN);
        bench.acquire();
        bench.acquire();
    }

    @Test
    void f_aRefusedCallIsNoEntry() {
        BreakerSnapshot before = bench.open().breaker.snapshot();

        for (int i = 0; i < 20; i++) {
            assertThat(bench.breaker.tryAcquire()).isNull();
        }

        assertThat(bench.breaker.snapshot()).isEqualTo(before);
    }

    @Test
    void g_neutralResultsNeitherResetNorDiluteTheFailures() {
        for (int i = 0; i < 5; i++) {
            assertThat(bench.breaker.state()).isEqualTo(CLOSED);
            bench.acquire().ignored();
            bench.acquire().failure(FAILED);
        }

        assertThat(bench.breaker.state()).isEqualTo(OPEN);
    }

    @Test
    void g_neitherInARow() {
        BreakerBench row = new BreakerBench(BreakerSettings.consecutiveFailures(10));
        for (int i = 0; i < 10; i++) {
            assertThat(row.breaker.state()).isEqualTo(CLOSED);
            row.acquire().ignored();
            row.acquire().failure(FAILED);
        }

        assertThat(row.breaker.state()).isEqualTo(OPEN);
    }
}
