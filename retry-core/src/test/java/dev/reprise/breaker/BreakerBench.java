package dev.reprise.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A breaker on a clock that stands still until told, without jitter unless asked for. */
final class BreakerBench {

    final AtomicLong now;
    final List<String> changes = new ArrayList<>();
    final CircuitBreaker breaker;

    BreakerBench(BreakerSettings settings) {
        this(settings, Long.MAX_VALUE - 7);
    }

    BreakerBench(BreakerSettings settings, long start) {
        now = new AtomicLong(start);
        breaker = CircuitBreaker.of(settings, now::get, () -> 0, (from, to) -> changes.add(from + " -> " + to));
    }

    /** Five failures of the last ten calls (at least five), open for 30 s, and that many probes. */
    static BreakerSettings settings(int probes) {
        return BreakerSettings.failureRate(0.5, 10, 5)
                .openFor(Duration.ofSeconds(30))
                .halfOpenProbes(probes);
    }

    Permit acquire() {
        Permit permit = breaker.tryAcquire();
        assertThat(permit).as("permit of %s", breaker).isNotNull();
        return permit;
    }

    void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    BreakerBench open() {
        while (breaker.state() != CircuitBreaker.State.OPEN) {
            acquire().failure(Permit.Kind.FAILED);
        }
        return this;
    }

    BreakerBench halfOpen() {
        open().pass(Duration.ofSeconds(30));
        assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.HALF_OPEN);
        return this;
    }
}
