package dev.reprise.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each point of a list begins a line of its own: in the middle of a line it is no point for anyone who reads the page. */
class DocumentedListsTest {

    private static final Pattern BULLET = Pattern.compile("\\S +[-*+] +\\*\\*");

    /** A number that follows the end of a sentence; "plus 10. Then" is no point of a list. */
    private static final Pattern NUMBER = Pattern.compile("[.:;!?)*`] +\\d{1,2}\\. +\\S");

    private static final Pattern NUMBERED = Pattern.compile(" *(\\d{1,2})\\. +(.*)");

    @Test
    void no_point_of_a_list_stands_in_the_middle_of_a_line() throws Exception {
        List<String> collapsed = new ArrayList<>();
        int points = 0;
        for (String page : Markdown.pages()) {
            boolean code = false;
            int number = 0;
            for (String line : Markdown.lines(page)) {
                number++;
                boolean fence = line.strip().startsWith("```");
                code ^= fence;
                if (!code && !fence) {
                    points += line.strip().startsWith("- ") ? 1 : 0;
                    if (isCollapsed(line)) {
                        collapsed.add(page + ":" + number + ": " + line);
                    }
                }
            }
        }

        assertThat(collapsed).isEmpty();
        assertThat(points).isGreaterThan(20);
    }

    @Test
    void a_collapsed_list_is_found_and_a_sentence_with_a_number_is_not() {
        assertThat(List.of(
                        "- **One.** This. - **Two.** That.",
                        "1. This. 2. That.",
                        "1. This 2. That",
                        "of the first. 2. **That**",
                        "Do: 1. this"))
                .allMatch(DocumentedListsTest::isCollapsed);
        assertThat(List.of(
                        "- **One.** This - or **that**",
                        "2. This, 3.5 times",
                        "the calls of the last 10 s, plus 10. Resends are",
                        "1. At most 5. Then"))
                .noneMatch(DocumentedListsTest::isCollapsed);
    }

    private static boolean isCollapsed(String line) {
        if (BULLET.matcher(line).find() || NUMBER.matcher(line).find()) {
            return true;
        }
        Matcher numbered = NUMBERED.matcher(line);
        return numbered.matches() && numbered.group(2).contains(" " + (Integer.parseInt(numbered.group(1)) + 1) + ". ");
    }
}
