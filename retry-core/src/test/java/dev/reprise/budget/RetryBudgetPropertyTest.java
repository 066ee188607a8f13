package dev.reprise.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random histories, judged by a model that keeps the time of every call and of every retry. */
class RetryBudgetPropertyTest {

    private static final int STEPS = 4_000;

    private record Retry(long nanos, RetryBudget.Token token) {}

    static IntStream seeds() {
        return IntStream.range(0, 40);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void neverMoreThanTheWindowAllowsAndNeverLessThanTheWindowLessASliceDoes(int seed) {
        Random random = new Random(seed);
        BudgetSettings settings =
                BudgetSettings.DEFAULT.ratio(random.nextInt(101) / 100.0).floor(random.nextInt(5));
        long window = settings.windowNanos();
        long slice = window / CallCount.SLICES;
        AtomicLong now = new AtomicLong(random.nextBoolean() ? random.nextLong() : Long.MAX_VALUE - window / 2);
        RetryBudget budget = RetryBudget.of(settings, now::get);
        List<Long> calls = new ArrayList<>();
        List<Retry> retries = new ArrayList<>();
        int granted = 0;
        int refused = 0;

        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(8)) {
                case 0, 1 -> now.addAndGet(random.nextInt(100_000_000));
                case 2 -> now.addAndGet(random.nextInt(20) == 0 ? random.nextInt(1_500_000_000) * 8L : 1);
                case 3 -> {
                    if (!retries.isEmpty()) {
                        retries.remove(random.nextInt(retries.size())).token().giveBack();
                    }
                }
                case 4, 5 -> {
                    calls.add(now.get());
                    budget.callStarted();
                }
                default -> {
                    long t = now.get();
                    long used =
                            retries.stream().filter(r -> t - r.nanos < window).count();
                    long usedLonger = retries.stream()
                            .filter(r -> t - r.nanos < window + slice)
                            .count();
                    long most = settings.retriesFor(
                            calls.stream().filter(c -> t - c < window).count());
                    long least = settings.retriesFor(
                            calls.stream().filter(c -> t - c < window - slice).count());
                    long available = budget.available();
                    assertThat(available).isBetween(Math.max(0, least - usedLonger), Math.max(0, most - used));

                    RetryBudget.Token token = budget.tryReserve();

                    assertThat(token != null).isEqualTo(available > 0);
                    if (token == null) {
                        refused++;
                    } else {
                        retries.add(new Retry(t, token));
                        granted++;
                    }
                }
            }
        }
        assertThat(granted).as("retries granted, or the history proves nothing").isPositive();
        assertThat(refused).as("retries refused, or the history proves nothing").isPositive();
    }
}
