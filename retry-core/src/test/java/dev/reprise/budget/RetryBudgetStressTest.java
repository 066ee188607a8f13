package dev.reprise.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.stress.Together;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class RetryBudgetStressTest {

    private static final int THREADS = 8;

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE);
    private final RetryBudget budget = RetryBudget.of(BudgetSettings.DEFAULT, now::get);

    @RepeatedTest(5)
    void eightThreadsGetExactlyTheShareAndTheFloor() throws Exception {
        AtomicInteger started = new AtomicInteger();
        AtomicInteger granted = new AtomicInteger();

        Together.run(THREADS, thread -> {
            for (int call = 0; call < 5_000; call++) {
                started.incrementAndGet();
                budget.callStarted();
                for (int retry = 0; retry < 3 && budget.tryReserve() != null; retry++) {
                    int retries = granted.incrementAndGet();
                    assertThat(retries).isLessThanOrEqualTo(10 + started.get() / 10);
                }
            }
        });
        while (budget.tryReserve() != null) {
            granted.incrementAndGet();
        }

        assertThat(granted).hasValue(10 + THREADS * 5_000 / 10);
    }

    @RepeatedTest(5)
    void noTokenIsLostAndNoneIsMadeWhenHalfOfThemAreGivenBackTwice() throws Exception {
        AtomicInteger kept = new AtomicInteger();
        for (int call = 0; call < 400; call++) {
            budget.callStarted();
        }

        Together.run(THREADS, thread -> {
            Random random = new Random(thread);
            Deque<RetryBudget.Token> tokens = new ArrayDeque<>();
            for (int step = 0; step < 20_000; step++) {
                if (random.nextBoolean()) {
                    RetryBudget.Token token = budget.tryReserve();
                    if (token != null) {
                        assertThat(kept.incrementAndGet()).isLessThanOrEqualTo(50);
                        tokens.add(token);
                    }
                } else if (!tokens.isEmpty()) {
                    RetryBudget.Token token = tokens.remove();
                    kept.decrementAndGet();
                    token.giveBack();
                    token.giveBack();
                }
            }
        });

        assertThat(budget.available()).isEqualTo(50 - kept.get());
    }

    @RepeatedTest(5)
    void everyWindowGrantsItsShareExactlyWhileTimePasses() throws Exception {
        List<Integer> callsOfTick = new ArrayList<>();
        List<Integer> retriesOfTick = new ArrayList<>();
        AtomicInteger calls = new AtomicInteger();
        AtomicInteger retries = new AtomicInteger();
        // 250 ms at a time: more than a slice, so all threads meet at the begin of a new one, and 40 ticks are a
        // window.
        CyclicBarrier tickEnd = new CyclicBarrier(THREADS, () -> {
            callsOfTick.add(calls.getAndSet(0));
            retriesOfTick.add(retries.getAndSet(0));
            now.addAndGet(250_000_000);
        });

        Together.run(THREADS, thread -> {
            Random random = new Random(thread);
            for (int step = 0; step < 200; step++) {
                int burst = random.nextInt(20);
                for (int call = 0; call < burst; call++) {
                    calls.incrementAndGet();
                    budget.callStarted();
                }
                while (budget.tryReserve() != null) {
                    retries.incrementAndGet();
                }
                tickEnd.await(60, TimeUnit.SECONDS);
            }
        });

        for (int tick = 0; tick < 200; tick++) {
            int allowed = 10 + sum(callsOfTick, tick - 39, tick) / 10;
            int usedBefore = sum(retriesOfTick, tick - 39, tick - 1);
            assertThat(retriesOfTick.get(tick))
                    .as("retries of tick %d", tick)
                    .isEqualTo(Math.max(0, allowed - usedBefore));
        }
        assertThat(sum(retriesOfTick, 0, 199)).as("retries of five windows").isGreaterThan(5 * 10);
    }

    private static int sum(List<Integer> numbers, int first, int last) {
        return numbers.subList(Math.max(0, first), last + 1).stream()
                .mapToInt(i -> i)
                .sum();
    }
}
