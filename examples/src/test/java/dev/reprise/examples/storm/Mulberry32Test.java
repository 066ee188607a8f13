package dev.reprise.examples.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The values are those of the JavaScript function, before its division by 2^32. */
class Mulberry32Test {

    @Test
    void givesTheNumbersOfTheJavaScriptFunction() {
        assertThat(first(6, 42))
                .containsExactly(2581720956L, 1925393290L, 3661312704L, 2876485805L, 750819978L, 2261697747L);
        assertThat(first(3, 0)).containsExactly(1144304738L, 1416247L, 958946056L);
        assertThat(first(3, -1)).containsExactly(3850105811L, 813802916L, 3073704848L);
        assertThat(first(3, Integer.MIN_VALUE)).containsExactly(3524353788L, 1924613307L, 3365584844L);
    }

    @Test
    void doesNotDriftApartLater() {
        Mulberry32 random = new Mulberry32(42);

        assertThat(LongStream.generate(random::nextUnsigned).skip(999_999).findFirst())
                .hasValue(3314057631L);
    }

    @Test
    void fractionsAreTheSameDoublesToo() {
        Mulberry32 random = new Mulberry32(42);

        assertThat(random.nextDouble()).isEqualTo(0.6011037519201636);
        assertThat(random.nextDouble()).isEqualTo(0.44829055899754167);
        assertThat(random.nextDouble()).isEqualTo(0.8524657934904099);
    }

    private static long[] first(int count, int seed) {
        return LongStream.generate(new Mulberry32(seed)::nextUnsigned)
                .limit(count)
                .toArray();
    }
}
