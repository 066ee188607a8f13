package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.docs.Markdown;
import dev.reprise.examples.docs.Markdown.Block;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the documentation shows of the transcript is what the scenarios print, except for lines left out at a {@code ...}. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DocumentedTranscriptTest {

    private static final String LEFT_OUT = "  ...";

    @Test
    void the_excerpt_is_the_transcript_with_nothing_changed() throws IOException {
        List<String> told = Played.once().transcript().text().lines().toList();

        List<Block> excerpts = Markdown.blocks().stream()
                .filter(block -> block.lines().get(0).startsWith("=== "))
                .toList();

        assertThat(excerpts).isNotEmpty();
        List<String> problems = new ArrayList<>();
        excerpts.forEach(excerpt -> compare(excerpt, told, problems));
        assertThat(problems).isEmpty();
    }

    /** Between two dots nothing may be left out; at dots any number of lines may be. */
    private static void compare(Block excerpt, List<String> told, List<String> problems) {
        int next = 0;
        boolean anywhere = true;
        for (int i = 0; i < excerpt.lines().size(); i++) {
            String line = excerpt.lines().get(i);
            if (line.equals(LEFT_OUT)) {
                anywhere = true;
                continue;
            }
            List<String> rest = told.subList(Math.min(next, told.size()), told.size());
            int found = rest.indexOf(line);
            // A chapter may be left out as a whole.
            boolean mayJump = anywhere || line.startsWith("=== ");
            if (found < 0 || (found > 0 && !mayJump)) {
                problems.add(
                        excerpt.page() + ":" + (excerpt.line() + i) + ": the scenarios do not say this here: " + line);
                return;
            }
            next += found + 1;
            anywhere = false;
        }
    }
}
