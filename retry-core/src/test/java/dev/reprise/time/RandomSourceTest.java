package dev.reprise.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RandomSourceTest {

    private static final int DRAWS = 20_000;

    static List<RandomSource> sources() {
        return List.of(RandomSource.system(), RandomSource.seeded(0), RandomSource.seeded(-1), RandomSource.seeded(42));
    }

    @ParameterizedTest
    @MethodSource("sources")
    void numbersLieBetweenZeroAndOneAndAreEvenlySpread(RandomSource source) {
        int[] tenths = new int[10];
        for (int i = 0; i < DRAWS; i++) {
            double number = source.nextDouble();
            assertThat(number).isGreaterThanOrEqualTo(0.0).isLessThan(1.0);
            tenths[(int) (number * 10)]++;
        }
        for (int count : tenths) {
            assertThat(count).isBetween(DRAWS / 10 * 8 / 10, DRAWS / 10 * 12 / 10);
        }
    }

    @Test
    void aSeedRepeatsItsNumbers() {
        assertThat(draw(RandomSource.seeded(7), 100)).isEqualTo(draw(RandomSource.seeded(7), 100));
        assertThat(draw(RandomSource.seeded(7), 100)).doesNotContainAnyElementsOf(draw(RandomSource.seeded(8), 100));
    }

    @Test
    void theSequenceOfASeedNeverChanges() {
        assertThat(draw(RandomSource.seeded(42), 3))
                .containsExactly(0.7415648787718233, 0.1599103928769201, 0.27860113025513866);
    }

    @Test
    void neighbouringSeedsAreNotInStep() {
        int[] tenths = new int[10];
        for (int seed = 0; seed < 1_000; seed++) {
            tenths[(int) (RandomSource.seeded(seed).nextDouble() * 10)]++;
        }
        for (int count : tenths) {
            assertThat(count).isBetween(60, 140);
        }
    }

    @Test
    void threadsShareOneSeededSequenceWithoutLosingOrDoublingANumber() throws InterruptedException {
        RandomSource shared = RandomSource.seeded(5);
        ConcurrentLinkedQueue<Double> drawn = new ConcurrentLinkedQueue<>();
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    return;
                }
                drawn.addAll(draw(shared, 5_000));
            });
            thread.start();
            threads.add(thread);
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join(30_000);
        }

        Set<Double> expected = new HashSet<>(draw(RandomSource.seeded(5), 20_000));
        assertThat(drawn).hasSize(20_000);
        assertThat(new HashSet<>(drawn)).isEqualTo(expected);
    }

    private static List<Double> draw(RandomSource source, int count) {
        List<Double> numbers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            numbers.add(source.nextDouble());
        }
        return numbers;
    }
}
