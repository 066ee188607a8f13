package dev.reprise.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The links between the pages lead somewhere. */
class DocumentedLinksTest {

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

    @Test
    void every_link_inside_the_repository_leads_to_a_file_and_a_heading() throws Exception {
        List<String> links = new ArrayList<>();
        List<String> broken = new ArrayList<>();
        for (String page : Markdown.pages()) {
            for (MatchResult link : LINK.matcher(String.join("\n", Markdown.lines(page)))
                    .results()
                    .filter(found -> !found.group(1).contains("://"))
                    .toList()) {
                links.add(link.group(1));
                if (!leadsSomewhere(Markdown.ROOT.resolve(page), link.group(1))) {
                    broken.add(page + ": " + link.group(1));
                }
            }
        }

        assertThat(broken).isEmpty();
        assertThat(links).contains("docs/actions.md");
    }

    @Test
    void every_page_can_be_reached_from_the_readme() throws Exception {
        String readme = String.join("\n", Markdown.lines("README.md"));

        assertThat(Markdown.pages())
                .filteredOn(page -> !page.equals("README.md") && !readme.contains("(" + page + ")"))
                .as("pages that the README does not link to")
                .isEmpty();
    }

    private static boolean leadsSomewhere(Path page, String link) throws IOException {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
        if (!Files.exists(target)) {
            return false;
        }
        return hash < 0
                || Files.readAllLines(target).stream()
                        .filter(line -> line.startsWith("#"))
                        .anyMatch(line -> anchor(line).equals(link.substring(hash + 1)));
    }

    private static String anchor(String heading) {
        return heading.replaceFirst("^#+\\s*", "")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9 -]", "")
                .replace(' ', '-');
    }
}
