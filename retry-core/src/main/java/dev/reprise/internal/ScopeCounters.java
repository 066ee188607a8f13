package dev.reprise.internal;

import dev.reprise.CallCounts;
import dev.reprise.breaker.CircuitBreaker;
import dev.reprise.outcome.Ending;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/**
 * What is counted in one scope, some 1 KB. Threads that have met at a number write to different places from then on; nothing is
 * allocated per call.
 */
final class ScopeCounters {

    private final LongAdder calls = new LongAdder();
    private final LongAdder attempts = new LongAdder();
    private final LongAdder retries = new LongAdder();
    private final LongAdder resends = new LongAdder();
    private final LongAdder queries = new LongAdder();
    private final Map<Ending, LongAdder> endings = all(Ending.class);
    private final Map<CircuitBreaker.State, LongAdder> changes = all(CircuitBreaker.State.class);

    /** Every key is there from the start, so that the map is never changed and needs no lock. */
    private static <E extends Enum<E>> Map<E, LongAdder> all(Class<E> type) {
        Map<E, LongAdder> adders = new EnumMap<>(type);
        for (E key : type.getEnumConstants()) {
            adders.put(key, new LongAdder());
        }
        return adders;
    }

    void callStarted() {
        calls.increment();
    }

    void callEnded(Ending ending) {
        Objects.requireNonNull(endings.get(ending)).increment();
    }

    void attempt() {
        attempts.increment();
    }

    void retry() {
        retries.increment();
    }

    void resend() {
        resends.increment();
    }

    void query() {
        queries.increment();
    }

    void breakerChanged(CircuitBreaker.State to) {
        Objects.requireNonNull(changes.get(to)).increment();
    }

    /** Endings are read before the calls, so that no more have ended than were started. */
    CallCounts read() {
        Map<Ending, Long> ended = happened(endings);
        Map<CircuitBreaker.State, Long> changed = happened(changes);
        return new CallCounts(calls.sum(), ended, attempts.sum(), retries.sum(), resends.sum(), queries.sum(), changed);
    }

    private static <E> Map<E, Long> happened(Map<E, LongAdder> adders) {
        Map<E, Long> counts = new HashMap<>();
        adders.forEach((key, adder) -> {
            long count = adder.sum();
            if (count != 0) {
                counts.put(key, count);
            }
        });
        return counts;
    }
}
