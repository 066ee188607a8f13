package dev.reprise.examples.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HistogramTest {

    private static final Histogram NONE = new Histogram(List.of());

    @Test
    void aWindowHoldsItsBeginningAndNotItsEnd() {
        Histogram histogram = new Histogram(List.of(millis(500), millis(600) - 1, millis(600)));

        assertThat(histogram.total()).isEqualTo(3);
        assertThat(histogram.peak()).isEqualTo(2);
        assertThat(histogram.peakWindowStartMs()).isEqualTo(500);
        assertThat(histogram.peakWindow()).isEqualTo("[500,600)");
    }

    @Test
    void ofTwoFullestWindowsTheEarlierOneIsThePeak() {
        Histogram histogram =
                new Histogram(List.of(millis(1500), millis(1510), millis(300), millis(310), millis(1000)));

        assertThat(histogram.peakWindowStartMs()).isEqualTo(300);
    }

    @Test
    void withoutArrivalsThereIsNoPeak() {
        assertThat(NONE.total()).isZero();
        assertThat(NONE.peak()).isZero();
        assertThat(NONE.peakWindowStartMs()).isZero();
        assertThat(Histogram.beside(List.of("none"), List.of(NONE))).containsExactly("ms           none");
    }

    @Test
    void drawsSideBySideWhatArrivedWithTheEmptyWindowsBetween() {
        List<Long> many = new ArrayList<>(Collections.nCopies(200, millis(900)));
        many.add(millis(1100));
        Histogram one = new Histogram(many);
        Histogram other = new Histogram(Collections.nCopies(6, millis(1000)));

        assertThat(Histogram.beside(List.of("one", "other"), List.of(one, other)))
                .containsExactly(
                        "ms           one                                             other",
                        "[900,1000)    200 ########################################      0",
                        "[1000,1100)     0                                               6 ##",
                        "[1100,1200)     1 #                                             0");
    }

    @Test
    void aWholeStormInTwoColumnsFitsOnALineOfTheTranscript() {
        Histogram all = new Histogram(Collections.nCopies(Storm.CLIENTS, millis(1500)));

        assertThat(Histogram.beside(List.of("a", "b"), List.of(all, all)))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(110));
    }

    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
