package dev.reprise.http;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Header fields of an answer that arrives at the start of 2025, a Wednesday. */
final class Responses {

    static final Clock CLOCK = Clock.fixed(Instant.parse("2025-01-01T00:00:00Z"), ZoneOffset.UTC);

    private Responses() {}

    static @Nullable Duration lenient(String... lines) {
        return RetryAfter.parse(Arrays.asList(lines), List.of(), CLOCK, RetryAfter.Mode.LENIENT);
    }

    static @Nullable Duration strict(String... lines) {
        return RetryAfter.parse(Arrays.asList(lines), List.of(), CLOCK, RetryAfter.Mode.STRICT);
    }

    /** Names and values in turn. */
    static Function<String, List<String>> headers(String... namesAndValues) {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.computeIfAbsent(namesAndValues[i], name -> new ArrayList<>())
                    .add(namesAndValues[i + 1]);
        }
        return name -> headers.getOrDefault(name, List.of());
    }
}
