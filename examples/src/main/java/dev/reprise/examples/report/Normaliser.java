package dev.reprise.examples.report;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Takes out of a text what differs from run to run: a random key becomes {@code key-1}, the next one {@code key-2} and
 * so on in the order of their appearance, and a loopback address with its port becomes {@code pay.example}.
 */
final class Normaliser {

    private static final Pattern ADDRESS = Pattern.compile("(?:127\\.0\\.0\\.1|localhost|\\[::1]):\\d+");

    /** A UUID, or 32 hexadecimal digits. */
    private static final Pattern KEY = Pattern.compile(
            "\\b\\p{XDigit}{8}(-?)\\p{XDigit}{4}\\1\\p{XDigit}{4}\\1\\p{XDigit}{4}\\1\\p{XDigit}{12}\\b");

    private final Map<String, String> names = new HashMap<>();

    String normalise(String text) {
        String withoutAddress = ADDRESS.matcher(text).replaceAll("pay.example");
        return KEY.matcher(withoutAddress).replaceAll(this::name);
    }

    private String name(MatchResult key) {
        return names.computeIfAbsent(key.group(), k -> "key-" + (names.size() + 1));
    }
}
