package dev.reprise.examples.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresTest {

    private static final ScenarioRow ROW =
            ScenarioRow.of("same-key", "okhttp").with("charges", 1).with("actionState", "CONFIRMED");

    @Test
    void equalRowsMakeNoDifference() {
        assertThat(Figures.differences(List.of(ROW), List.of(ROW))).isEmpty();
    }

    @Test
    void eachDifferentFigureIsNamed() {
        ScenarioRow twice =
                ScenarioRow.of("same-key", "okhttp").with("charges", 2).with("actionState", null);

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

    @Test
    void rowsOfOneScenarioAreToldApartByTheirStrategy() {
        ScenarioRow fixed =
                ScenarioRow.of("storm", null).with("strategy", "fixed").with("peak", 200);
        ScenarioRow jitter =
                ScenarioRow.of("storm", null).with("strategy", "jitter").with("peak", 85);

        assertThat(Figures.differences(List.of(fixed, jitter), List.of(jitter, fixed)))
                .isEmpty();
        assertThat(Figures.differences(List.of(fixed), List.of(fixed, fixed)))
                .containsExactly("storm fixed: ran twice");
    }

    @Test
    void aRangeHoldsItsEndsAndNothingBeyond() {
        ScenarioRow wanted = ScenarioRow.of("storm", "okhttp").with("retries", new Range(1, 30));

        for (int inside : List.of(1, 30)) {
            assertThat(Figures.differences(
                            List.of(wanted),
                            List.of(ScenarioRow.of("storm", "okhttp").with("retries", inside))))
                    .isEmpty();
        }
        assertThat(Figures.differences(
                        List.of(wanted),
                        List.of(ScenarioRow.of("storm", "okhttp").with("retries", 31))))
                .containsExactly("storm (okhttp): retries: expected 1 to 30, was 31");
        assertThat(Figures.differences(
                        List.of(wanted),
                        List.of(ScenarioRow.of("storm", "okhttp").with("retries", "1"))))
                .containsExactly("storm (okhttp): retries: expected 1 to 30, was 1");
    }

    @Test
    void aFigureThatNobodyExpectedIsADifference() {
        assertThat(Figures.differences(List.of(ROW), List.of(ROW.with("requests", 2))))
                .containsExactly("same-key (okhttp): requests: nothing was expected, was 2");
    }
}
