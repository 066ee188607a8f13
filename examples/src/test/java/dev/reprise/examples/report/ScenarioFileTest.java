package dev.reprise.examples.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioFileTest {

    @TempDir
    private Path folder;

    @Test
    void writesAnArrayWithAllFigures() throws Exception {
        Path file = folder.resolve("target/scenarios.json");

        ScenarioFile.write(
                file,
                List.of(
                        ScenarioRow.of("blind-retry", "okhttp")
                                .with("requests", 2)
                                .with("ending", null),
                        ScenarioRow.of("storm-simulated", null)
                                .with("strategy", "fixed")
                                .with("peak", 200)));

        assertThat(Files.readString(file))
                .isEqualTo(
                        """
                [
                  {
                    "scenario" : "blind-retry",
                    "client" : "okhttp",
                    "requests" : 2,
                    "ending" : null
                  },
                  {
                    "scenario" : "storm-simulated",
                    "client" : null,
                    "strategy" : "fixed",
                    "peak" : 200
                  }
                ]
                """);
    }

    @Test
    void replacesTheFileOfAnEarlierRun() throws Exception {
        Path file = folder.resolve("scenarios.json");
        ScenarioFile.write(file, List.of(ScenarioRow.of("same-key", "okhttp")));

        ScenarioFile.write(file, List.of());

        assertThat(Files.readString(file).trim()).matches("\\[\\s*]");
    }
}
