package dev.reprise.examples;

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
                        new ScenarioRow("blind-retry", "okhttp", 2, 2, 0, 0, null, null),
                        new ScenarioRow("query-first", "okhttp", 1, 1, 0, 1, "CONFIRMED", "APPLIED_BY_QUERY")));

        assertThat(Files.readString(file))
                .isEqualTo(
                        """
                [
                  {
                    "scenario" : "blind-retry",
                    "client" : "okhttp",
                    "requests" : 2,
                    "charges" : 2,
                    "replayed" : 0,
                    "queries" : 0,
                    "actionState" : null,
                    "ending" : null
                  },
                  {
                    "scenario" : "query-first",
                    "client" : "okhttp",
                    "requests" : 1,
                    "charges" : 1,
                    "replayed" : 0,
                    "queries" : 1,
                    "actionState" : "CONFIRMED",
                    "ending" : "APPLIED_BY_QUERY"
                  }
                ]
                """);
    }

    @Test
    void replacesTheFileOfAnEarlierRun() throws Exception {
        Path file = folder.resolve("scenarios.json");
        ScenarioFile.write(file, List.of(new ScenarioRow("same-key", "okhttp", 2, 1, 1, 0, "CONFIRMED", "SUCCESS")));

        ScenarioFile.write(file, List.of());

        assertThat(Files.readString(file).trim()).matches("\\[\\s*]");
    }
}
