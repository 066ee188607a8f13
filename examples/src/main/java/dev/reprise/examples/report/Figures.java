package dev.reprise.examples.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares the figures of a run with the expected ones. */
public final class Figures {

    private Figures() {}

    /** Returns one line for each difference; no line means that all is well. */
    public static List<String> differences(List<ScenarioRow> expected, List<ScenarioRow> actual) {
        List<String> lines = new ArrayList<>();
        Map<String, ScenarioRow> rest = new LinkedHashMap<>();
        for (ScenarioRow row : actual) {
            if (rest.put(row.name(), row) != null) {
                lines.add(row.name() + ": ran twice");
            }
        }
        for (ScenarioRow wanted : expected) {
            ScenarioRow got = rest.remove(wanted.name());
            if (got == null) {
                lines.add(wanted.name() + ": expected, but it did not run");
            } else {
                compare(wanted, got, lines);
            }
        }
        rest.keySet().forEach(name -> lines.add(name + ": ran, but nothing was expected of it"));
        return lines;
    }

    private static void compare(ScenarioRow wanted, ScenarioRow got, List<String> lines) {
        Set<String> names = new LinkedHashSet<>(wanted.figures().keySet());
        names.addAll(got.figures().keySet());
        for (String name : names) {
            if (!wanted.figures().containsKey(name)) {
                lines.add(wanted.name() + ": " + name + ": nothing was expected, was "
                        + got.figures().get(name));
            } else if (!agree(wanted.figures().get(name), got.figures().get(name))) {
                lines.add(wanted.name() + ": " + name + ": expected "
                        + wanted.figures().get(name) + ", was " + got.figures().get(name));
            }
        }
    }

    private static boolean agree(@Nullable Object wanted, @Nullable Object got) {
        return wanted instanceof Range range
                ? got != null && range.holds(got)
                : Objects.toString(wanted).equals(Objects.toString(got));
    }
}
