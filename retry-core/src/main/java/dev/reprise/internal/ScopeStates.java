package dev.reprise.internal;

import dev.reprise.RetryPolicy;
import dev.reprise.breaker.BreakerListener;
import dev.reprise.breaker.BreakerSettings;
import dev.reprise.breaker.CircuitBreaker;
import dev.reprise.budget.RetryBudget;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The live state of a retrier by scope. At most a thousand scopes are kept; the least recently used one goes first. */
final class ScopeStates {

    static final int MOST = 1_000;

    private final RetryPolicy policy;
    private final Map<String, Entry> entries = new ConcurrentHashMap<>();

    ScopeStates(RetryPolicy policy) {
        this.policy = policy;
    }

    ScopeState of(String scope) {
        long now = policy.ticker().nanos();
        Entry entry = entries.get(scope);
        if (entry == null) {
            entry = entries.computeIfAbsent(scope, name -> new Entry(create(name), now));
            evict(scope);
        }
        entry.used(now);
        return entry.state;
    }

    void forEach(BiConsumer<String, ScopeState> visitor) {
        entries.forEach((scope, entry) -> visitor.accept(scope, entry.state));
    }

    private ScopeState create(String scope) {
        RetryBudget budget = RetryBudget.of(policy.budget(), policy.ticker());
        BreakerSettings settings = policy.breaker();
        ScopeCounters counters = new ScopeCounters();
        BreakerListener listener = (from, to) -> {
            counters.breakerChanged(to);
            CallEvents.breakerChanged(policy, scope, from, to);
        };
        CircuitBreaker breaker =
                settings == null ? null : CircuitBreaker.of(settings, policy.ticker(), policy.random(), listener);
        return new ScopeState(policy.ticker(), budget, breaker, counters);
    }

    private void evict(String added) {
        while (entries.size() > MOST) {
            String oldest = leastRecentlyUsed(added);
            if (oldest == null) {
                return;
            }
            entries.remove(oldest);
        }
    }

    private @Nullable String leastRecentlyUsed(String added) {
        long now = policy.ticker().nanos();
        String oldest = null;
        long longest = -1;
        for (Map.Entry<String, Entry> entry : entries.entrySet()) {
            long idle = now - entry.getValue().usedAt;
            if (idle > longest && !entry.getKey().equals(added)) {
                longest = idle;
                oldest = entry.getKey();
            }
        }
        return oldest;
    }

    private static final class Entry {
        /** Every call reads it, so it is written no more often than the order of eviction needs. */
        private static final long GRAIN = 100_000_000L;

        private final ScopeState state;
        private volatile long usedAt;

        Entry(ScopeState state, long now) {
            this.state = state;
            usedAt = now;
        }

        void used(long now) {
            if (now - usedAt > GRAIN) {
                usedAt = now;
            }
        }
    }
}
