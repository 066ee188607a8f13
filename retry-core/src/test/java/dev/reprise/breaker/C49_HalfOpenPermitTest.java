package dev.reprise.breaker;

import static dev.reprise.breaker.CircuitBreaker.State.CLOSED;
import static dev.reprise.breaker.CircuitBreaker.State.HALF_OPEN;
import static dev.reprise.breaker.CircuitBreaker.State.OPEN;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class C49_HalfOpenPermitTest {

    private final BreakerBench bench = new BreakerBench(BreakerBench.settings(1)).halfOpen();

    @Test
    void anIgnoredProbeGivesItsPlaceBackEveryTime() {
        BreakerSnapshot before = bench.breaker.snapshot();
        for (int i = 0; i < 100; i++) {
            bench.acquire().ignored();
            assertThat(bench.breaker.snapshot()).isEqualTo(before);
        }

        bench.acquire().success();
        assertThat(bench.breaker.state()).isEqualTo(CLOSED);
    }

    @Test
    void anIgnoredProbeGivesItsPlaceBackOnce() {
        Permit first = bench.acquire();
        first.ignored();
        bench.acquire();

        first.ignored();

        assertThat(bench.breaker.tryAcquire()).isNull();
    }

    @Test
    void aFailedProbeOpensForTheWholeOpenTime() {
        bench.acquire().failure(Permit.Kind.FAILED);

        assertThat(bench.breaker.state()).isEqualTo(OPEN);
        bench.pass(ofSeconds(30).minusNanos(1));
        assertThat(bench.breaker.tryAcquire()).isNull();
        bench.pass(ofSeconds(1));
        assertThat(bench.breaker.tryAcquire()).isNotNull();
        assertThat(bench.breaker.state()).isEqualTo(HALF_OPEN);
    }

    @Test
    void aProbeThatIsNeverEndedDoesNotKeepTheBreakerHalfOpen() {
        for (int i = 0; i < 3; i++) {
            bench.acquire();
            assertThat(bench.breaker.tryAcquire()).isNull();
            bench.pass(ofSeconds(60));
        }

        bench.acquire().success();
        assertThat(bench.breaker.state()).isEqualTo(CLOSED);
    }
}
