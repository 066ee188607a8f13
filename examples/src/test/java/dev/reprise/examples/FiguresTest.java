package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresTest {

    private static final ScenarioRow ROW = new ScenarioRow("same-key", "okhttp", 2, 1, 1, 0, "CONFIRMED", "SUCCESS");

    @Test
    void equalRowsMakeNoDifference() {
        assertThat(Figures.differences(List.of(ROW), List.of(ROW))).isEmpty();
    }

    @Test
    void eachDifferentFigureIsNamed() {
        ScenarioRow twice = new ScenarioRow("same-key", "okhttp", 2, 2, 1, 0, null, "SUCCESS");

        assertThat(Figures.differences(List.of(ROW), List.of(twice)))
                .containsExactly(
                        "same-key (okhttp): charges: expected 1, was 2",
                        "same-key (okhttp): actionState: expected CONFIRMED, was null");
    }

    @Test
    void aMissingRowAndASurplusRowAreDifferences() {
        assertThat(Figures.differences(List.of(ROW), List.of()))
                .containsExactly("same-key (okhttp): expected, but it did not run");
        assertThat(Figures.differences(List.of(), List.of(ROW)))
                .containsExactly("same-key (okhttp): ran, but nothing was expected of it");
    }
}
