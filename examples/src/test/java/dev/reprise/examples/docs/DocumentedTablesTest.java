package dev.reprise.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.action.Actions;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.http.HttpAnswer;
import dev.reprise.http.HttpRules;
import dev.reprise.httpclient.RetryHttpClient;
import dev.reprise.okhttp.RetryOkHttp;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Verdict;
import java.io.IOException;
import java.lang.reflect.Field;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of the documentation say what the code does. */
class DocumentedTablesTest {

    private static final Map<String, Class<?>> HOLDERS = Stream.of(
                    RetryPolicy.class,
                    RetryOkHttp.class,
                    RetryHttpClient.class,
                    BudgetSettings.class,
                    Backoff.class,
                    IdempotencyProfile.class,
                    Actions.class,
                    InMemoryActionStore.class)
            .collect(Collectors.toMap(Class::getSimpleName, Function.identity()));
    private static final Pattern CONSTANT = Pattern.compile("`(\\w+)\\.([A-Z][A-Z_]+)`");
    private static final Pattern STATUS = Pattern.compile("\\b[1-5]\\d\\d\\b");

    @Test
    void defaults_are_what_the_constants_say() throws Exception {
        List<String> checked = new ArrayList<>();
        for (List<String> row : rows("README.md", "| setting | default | why |")) {
            Matcher constant = CONSTANT.matcher(row.get(0));
            if (constant.matches()) {
                Field field = HOLDERS.get(constant.group(1)).getField(constant.group(2));
                assertThat(row.get(1)).as(field.toString()).isEqualTo(text(field.get(null)));
                checked.add(field.getName());
            }
        }
        assertThat(checked)
                .hasSizeGreaterThan(8)
                .contains("DEFAULT_DEADLINE", "DEFAULT_MAX_ATTEMPTS", "DEFAULT_BUFFER_LIMIT");
    }

    @Test
    void statuses_of_the_long_table_have_the_verdicts_it_says() throws Exception {
        int checked = 0;
        for (List<String> row : rows("docs/what-is-retried.md", "| status | fault | effect | why |")) {
            Verdict.Kind kind =
                    switch (row.get(1)) {
                        case "none" -> Verdict.Kind.SUCCESS;
                        case "may pass" -> Verdict.Kind.TRANSIENT;
                        case "will not pass" -> Verdict.Kind.PERMANENT;
                        default -> throw new AssertionError("no such fault: " + row.get(1));
                    };
            Effect effect = Effect.valueOf(row.get(2).replace("`", ""));
            for (int status : statuses(row.get(0))) {
                checkStatus(status, kind, effect);
                checked++;
            }
        }
        assertThat(checked).isGreaterThan(40);
    }

    @Test
    void statuses_of_the_short_table_have_the_verdicts_it_says() throws Exception {
        int checked = 0;
        for (List<String> row : rows("README.md", "| answer | may pass | could the server have acted? |")) {
            Verdict.Kind kind = row.get(1).equals("yes") ? Verdict.Kind.TRANSIENT : Verdict.Kind.PERMANENT;
            Effect effect = row.get(2).equals("no") ? Effect.NOT_APPLIED : Effect.UNKNOWN;
            for (int status : statuses(row.get(0))) {
                checkStatus(status, kind, effect);
                checked++;
            }
        }
        assertThat(checked).isGreaterThan(20);
    }

    private static void checkStatus(int status, Verdict.Kind kind, Effect effect) {
        Verdict verdict = HttpRules.DEFAULT.verdictOf(HttpAnswer.of(status), Clock.systemUTC());
        assertThat(verdict.kind()).as("kind of %d", status).isEqualTo(kind);
        assertThat(verdict.effect()).as("effect of %d", status).isEqualTo(effect);
    }

    private static List<Integer> statuses(String cell) {
        return STATUS.matcher(cell)
                .results()
                .map(found -> Integer.valueOf(found.group()))
                .toList();
    }

    /** The cells of a table below its two lines of heading. */
    private static List<List<String>> rows(String page, String heading) throws IOException {
        List<String> lines = Markdown.lines(page);
        int start = lines.indexOf(heading);
        assertThat(start).as("line of the table %s in %s", heading, page).isNotNegative();
        return lines.subList(start + 2, lines.size()).stream()
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> Arrays.stream(line.substring(1).split("\\|", -1))
                        .map(String::strip)
                        .toList())
                .toList();
    }

    private static String text(Object value) {
        if (value instanceof Duration duration) {
            return text(duration);
        }
        if (value instanceof Long bytes) {
            return bytes / (1024 * 1024) + " MiB";
        }
        return value instanceof Integer number ? String.format(Locale.ROOT, "%,d", number) : value.toString();
    }

    private static String text(Duration duration) {
        if (duration.toMillis() % 1000 != 0) {
            return duration.toMillis() + " ms";
        }
        if (duration.toSeconds() % 3600 != 0) {
            return duration.toSeconds() + " s";
        }
        return duration.toHours() % 24 == 0 ? duration.toDays() + " days" : duration.toHours() + " h";
    }
}
