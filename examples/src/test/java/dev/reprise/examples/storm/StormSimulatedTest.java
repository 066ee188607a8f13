package dev.reprise.examples.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.report.Figures;
import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class StormSimulatedTest {

    @Test
    void equalPausesBringAllClientsBackAtOnceEachTime() throws IOException {
        Histogram retries = StormSimulated.retries(Strategy.FIXED);

        assertThat(Histogram.beside(List.of("fixed"), List.of(retries)))
                .filteredOn(line -> line.contains("#"))
                .containsExactly(
                        "[500,600)     200 " + "#".repeat(40),
                        "[1000,1100)   200 " + "#".repeat(40),
                        "[1500,1600)   200 " + "#".repeat(40));
        assertThat(retries.total()).isEqualTo(600);
    }

    @Test
    void jitterSpreadsThemExactlyAsTheSeedSays() throws IOException {
        Histogram retries = StormSimulated.retries(Strategy.EXPONENTIAL_JITTER);

        assertThat(Histogram.beside(List.of("jitter"), List.of(retries)))
                .filteredOn(line -> line.contains("#"))
                .containsExactly(
                        "[500,600)      85 #################",
                        "[600,700)      82 #################",
                        "[700,800)      33 #######",
                        "[1500,1600)    20 ####",
                        "[1600,1700)    45 #########",
                        "[1700,1800)    64 #############",
                        "[1800,1900)    60 ############",
                        "[1900,2000)    11 ###");
        assertThat(retries.total()).isEqualTo(400);
    }

    @Test
    void theRowsAreTheExpectedFiguresOnEveryRun() throws IOException {
        StormSimulated storm = new StormSimulated();

        List<ScenarioRow> rows = storm.run(new Transcript());

        assertThat(rows).containsExactly(row("fixed", 600, 200, 500), row("exponential-jitter", 400, 85, 500));
        assertThat(Figures.differences(storm.expected(), rows)).isEmpty();
        assertThat(storm.run(new Transcript())).isEqualTo(rows);
    }

    @Test
    void theTranscriptDrawsItWithoutBreakingABar() throws IOException {
        Transcript transcript = new Transcript();
        new StormSimulated().run(transcript);

        assertThat(transcript.text())
                .contains("\n[500,600)     200 " + "#".repeat(40) + "     85 " + "#".repeat(17) + "\n")
                .contains("\nThe highest wave goes from 200 to 85, 57 % down,");
        assertThat(transcript.text().lines())
                .allSatisfy(
                        line -> assertThat(line).hasSizeLessThanOrEqualTo(110).matches("\\p{ASCII}+"));
    }

    private static ScenarioRow row(String strategy, int retries, int peak, int peakWindowStartMs) {
        return ScenarioRow.of("storm-simulated", null)
                .with("strategy", strategy)
                .with("retries", retries)
                .with("peak", peak)
                .with("peakWindowStartMs", peakWindowStartMs);
    }
}
