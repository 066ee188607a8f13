package dev.reprise.examples.storm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** How many requests arrived in each window of 100 ms. Immutable. */
final class Histogram {

    static final int WINDOW_MS = 100;

    /** One mark for so many arrivals: 200 of them, a whole storm, are then 40 marks, and two columns fit on a line. */
    private static final int ARRIVALS_PER_MARK = 5;

    private static final int LABEL_WIDTH = 13;
    private static final int COLUMN_WIDTH = 48;

    private final TreeMap<Integer, Integer> counts = new TreeMap<>();

    /** Counts arrivals, given in nanoseconds since the beginning and in any order. */
    Histogram(Collection<Long> arrivals) {
        for (long nanos : arrivals) {
            int window = Math.toIntExact(Math.floorDiv(TimeUnit.NANOSECONDS.toMillis(nanos), WINDOW_MS));
            counts.merge(window, 1, Integer::sum);
        }
    }

    int total() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** The arrivals of the fullest window; zero if there were none at all. */
    int peak() {
        return counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    /** Where the fullest window begins, the earliest of several; zero if nothing arrived. */
    int peakWindowStartMs() {
        return fullest() * WINDOW_MS;
    }

    /** The fullest window, in milliseconds with its end excluded. */
    String peakWindow() {
        return label(fullest());
    }

    private int fullest() {
        int most = peak();
        return counts.entrySet().stream()
                .filter(entry -> entry.getValue() == most)
                .mapToInt(Map.Entry::getKey)
                .findFirst()
                .orElse(0);
    }

    /**
     * Draws histograms side by side, from the first window in which one of them has an arrival to the last. No line has a space at its
     * ends.
     */
    static List<String> beside(List<String> titles, List<Histogram> histograms) {
        List<String> lines = new ArrayList<>();
        lines.add(line("ms", titles));
        TreeMap<Integer, Integer> all = new TreeMap<>();
        histograms.forEach(histogram -> all.putAll(histogram.counts));
        if (!all.isEmpty()) {
            for (int window = all.firstKey(); window <= all.lastKey(); window++) {
                int shown = window;
                lines.add(line(
                        label(window),
                        histograms.stream()
                                .map(histogram -> histogram.bar(shown))
                                .toList()));
            }
        }
        return lines;
    }

    private static String line(String label, List<String> cells) {
        StringBuilder line = new StringBuilder(padded(label, LABEL_WIDTH));
        cells.forEach(cell -> line.append(padded(cell, COLUMN_WIDTH)));
        return line.toString().stripTrailing();
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    private static String label(int window) {
        return "[" + window * WINDOW_MS + "," + (window + 1) * WINDOW_MS + ")";
    }

    private String bar(int window) {
        int count = counts.getOrDefault(window, 0);
        String number = String.valueOf(count);
        // Rounded up, so that a single arrival is seen.
        int marks = (count + ARRIVALS_PER_MARK - 1) / ARRIVALS_PER_MARK;
        return " ".repeat(Math.max(0, 4 - number.length())) + number + " " + "#".repeat(marks);
    }
}
