package dev.reprise.internal.action;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LiveSendsTest {

    private final LiveSends sends = new LiveSends();

    @Test
    void theFirstGetsTheTurnAtOnceAndTheOthersInTheOrderOfAsking() {
        CompletableFuture<Turn> first = sends.turn("a");
        CompletableFuture<Turn> second = sends.turn("a");
        CompletableFuture<Turn> third = sends.turn("a");

        assertThat(first).isCompleted();
        assertThat(second).isNotDone();
        first.join().close();
        assertThat(second).isCompleted();
        assertThat(third).isNotDone();
        second.join().close();
        assertThat(third).isCompleted();
        third.join().close();
        assertThat(sends.size()).isZero();
    }

    @Test
    void actionsDoNotWaitForEachOther() {
        assertThat(sends.turn("a")).isCompleted();
        assertThat(sends.turn("b")).isCompleted();
    }

    @Test
    void closingTwicePassesOnOnce() {
        Turn first = sends.turn("a").join();
        CompletableFuture<Turn> second = sends.turn("a");
        CompletableFuture<Turn> third = sends.turn("a");

        first.close();
        first.close();

        assertThat(second).isCompleted();
        assertThat(third).isNotDone();
    }

    @Test
    void whoGivesUpLeavesNothingBehindAndDoesNotTakeTheTurnAlong() {
        Turn first = sends.turn("a").join();
        CompletableFuture<Turn> second = sends.turn("a");
        CompletableFuture<Turn> third = sends.turn("a");

        assertThat(second.cancel(false)).isTrue();
        assertThat(sends.waiting("a")).isEqualTo(1);
        first.close();

        assertThat(third).isCompleted();
        third.join().close();
        assertThat(sends.size()).isZero();
    }

    @Test
    void aCallThatEndedOtherwiseWhileItWaitedIsPassedOver() {
        Turn first = sends.turn("a").join();
        sends.turn("a").completeExceptionally(new IllegalStateException("its deadline came"));
        CompletableFuture<Turn> third = sends.turn("a");

        first.close();

        assertThat(third).isCompleted();
    }

    @Test
    void aTurnCannotBeGivenUpOnceItCame() {
        CompletableFuture<Turn> first = sends.turn("a");

        assertThat(first.cancel(false)).isFalse();
        assertThat(sends.turn("a")).isNotDone();
    }

    @Test
    void racingThreadsHaveTheTurnOneAtATime() throws Exception {
        int threads = 8;
        int rounds = 500;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier start = new CyclicBarrier(threads);
            AtomicInteger inside = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            AtomicInteger got = new AtomicInteger();
            List<Future<?>> running = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int number = t;
                running.add(pool.submit(() -> {
                    start.await();
                    for (int i = 0; i < rounds; i++) {
                        CompletableFuture<Turn> turn = sends.turn("a");
                        if ((i + number) % 3 == 0 && turn.cancel(false)) {
                            continue;
                        }
                        try (Turn mine = turn.get(30, TimeUnit.SECONDS)) {
                            assertThat(mine).isNotNull();
                            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                            got.incrementAndGet();
                            inside.decrementAndGet();
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get(60, TimeUnit.SECONDS);
            }
            assertThat(most).hasValue(1);
            assertThat(got.get()).isGreaterThanOrEqualTo(threads * rounds * 2 / 3);
            assertThat(sends.size()).isZero();
        } finally {
            pool.shutdownNow();
        }
    }
}
