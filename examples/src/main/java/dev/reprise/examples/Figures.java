package dev.reprise.examples;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.examples.service.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compares the figures of a run with the expected ones. */
final class Figures {

    private Figures() {}

    /** Returns one line for each difference; no line means that all is well. */
    static List<String> differences(List<ScenarioRow> expected, List<ScenarioRow> actual) {
        Map<String, ScenarioRow> rest = new LinkedHashMap<>();
        actual.forEach(row -> rest.put(name(row), row));
        List<String> lines = new ArrayList<>();
        for (ScenarioRow wanted : expected) {
            ScenarioRow got = rest.remove(name(wanted));
            if (got == null) {
                lines.add(name(wanted) + ": expected, but it did not run");
            } else {
                compare(wanted, got, lines);
            }
        }
        rest.keySet().forEach(name -> lines.add(name + ": ran, but nothing was expected of it"));
        return lines;
    }

    private static void compare(ScenarioRow wanted, ScenarioRow got, List<String> lines) {
        ObjectNode wantedFigures = Json.MAPPER.valueToTree(wanted);
        ObjectNode gotFigures = Json.MAPPER.valueToTree(got);
        wantedFigures.properties().forEach(figure -> {
            String was = gotFigures.path(figure.getKey()).asText();
            if (!figure.getValue().asText().equals(was)) {
                lines.add(name(wanted) + ": " + figure.getKey() + ": expected "
                        + figure.getValue().asText() + ", was " + was);
            }
        });
    }

    private static String name(ScenarioRow row) {
        return row.scenario() + " (" + row.client() + ")";
    }
}
