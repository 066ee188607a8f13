package dev.reprise.examples.report;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one scenario, as the service counted them.
 *
 * @param scenario the name of the scenario
 * @param client the HTTP client that was used, or null where there was none
 * @param figures the figures by their names, in order; in an expected row a {@link Range} stands for what cannot be exact
 */
public record ScenarioRow(
        String scenario, @Nullable String client, @JsonAnyGetter Map<String, @Nullable Object> figures) {

    /** The figure that tells rows of one scenario and client apart. */
    private static final String STRATEGY = "strategy";

    /** Copies the figures. */
    public ScenarioRow {
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }

    /** Returns a row without figures. */
    public static ScenarioRow of(String scenario, @Nullable String client) {
        return new ScenarioRow(scenario, client, Map.of());
    }

    /** Returns this row with one figure more: a number, a text, true or false, a {@link Range} or null. */
    public ScenarioRow with(String figure, @Nullable Object value) {
        Map<String, @Nullable Object> more = new LinkedHashMap<>(figures);
        if (more.containsKey(figure)) {
            throw new IllegalArgumentException("The row of " + scenario + " has two figures called " + figure);
        }
        more.put(figure, value);
        return new ScenarioRow(scenario, client, more);
    }

    /** What tells this row from the others of a run. */
    String name() {
        Object strategy = figures.get(STRATEGY);
        return scenario + (client == null ? "" : " (" + client + ")") + (strategy == null ? "" : " " + strategy);
    }
}
