package dev.reprise.examples;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.reprise.examples.service.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes the figures of a run as a JSON array, for machines. */
final class ScenarioFile {

    private ScenarioFile() {}

    /** Writes the rows, replacing an earlier file and creating its folder. */
    static void write(Path file, List<ScenarioRow> rows) throws IOException {
        // The same line ends on every platform, so that the files of two machines can be compared.
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter printer =
                new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
        String json = Json.MAPPER.writer(printer).writeValueAsString(rows);
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, (json + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
