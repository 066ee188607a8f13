package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.docs.Markdown;
import dev.reprise.examples.report.ScenarioRow;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The tables of the scenarios have every row that is played, and the figures that it must have. */
class DocumentedScenariosTest {

    private static final Pattern LINE =
            Pattern.compile("\\| `([a-z-]+)` \\| ([a-z-]*) ?\\| (both|okhttp|httpclient|none) \\| (.*?) \\|.*");
    private static final Pattern FIGURE = Pattern.compile("`(\\w+)` ([\\w-]+)");

    private static List<MatchResult> lines() throws IOException {
        return Markdown.lines("docs/scenarios.md").stream()
                .map(LINE::matcher)
                .filter(matcher -> matcher.matches())
                .map(matcher -> matcher.toMatchResult())
                .toList();
    }

    private static boolean isAbout(MatchResult line, ScenarioRow row) {
        String strategy = Objects.toString(row.figures().get("strategy"), "");
        String client = Objects.toString(row.client(), "none");
        return line.group(1).equals(row.scenario())
                && line.group(2).equals(strategy)
                && (line.group(3).equals("both") || line.group(3).equals(client));
    }

    @Test
    void every_row_stands_once_in_a_table_with_its_figures() throws Exception {
        List<MatchResult> lines = lines();
        for (ScenarioRow row : Scenarios.expectedOfTold(ClientKind.named(ClientKind.BOTH))) {
            List<MatchResult> about =
                    lines.stream().filter(line -> isAbout(line, row)).toList();
            assertThat(about).as("lines about %s", row).hasSize(1);
            List<MatchResult> figures =
                    FIGURE.matcher(about.get(0).group(4)).results().toList();
            assertThat(figures).as("figures of %s", row).isNotEmpty();
            for (MatchResult figure : figures) {
                assertThat(row.figures()).as("figures of %s", row).containsKey(figure.group(1));
                assertThat(figure.group(2))
                        .as("%s of %s", figure.group(1), row)
                        .isEqualTo(Objects.toString(row.figures().get(figure.group(1))));
            }
        }
    }

    @Test
    void no_table_has_a_row_that_is_not_played() throws Exception {
        List<ScenarioRow> rows = Scenarios.expectedOfTold(ClientKind.named(ClientKind.BOTH));
        assertThat(lines()).hasSizeGreaterThan(30).allSatisfy(line -> assertThat(rows)
                .as(Arrays.asList(line.group(1), line.group(2)).stream().collect(Collectors.joining(" ")))
                .anyMatch(row -> isAbout(line, row)));
    }
}
