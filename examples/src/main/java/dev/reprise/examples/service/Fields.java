package dev.reprise.examples.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/** The fields of a request. What is wrong with one is said in an {@link IllegalArgumentException} fit for the client. */
final class Fields {

    private Fields() {}

    static String text(ObjectNode json, String name) {
        JsonNode field = json.path(name);
        if (!field.isTextual()) {
            throw new IllegalArgumentException(name + " must be a text");
        }
        return field.textValue();
    }

    static long number(ObjectNode json, String name) {
        JsonNode field = json.path(name);
        if (!field.isIntegralNumber() || !field.canConvertToLong()) {
            throw new IllegalArgumentException(name + " must be a whole number");
        }
        return field.longValue();
    }

    static void requireText(String name, String value, int maxLength) {
        if (value.isBlank() || value.length() > maxLength) {
            throw new IllegalArgumentException(name + " must have 1 to " + maxLength + " characters");
        }
    }

    /** Shows an amount. */
    static String money(long cents) {
        return String.format(Locale.ROOT, "%d.%02d", cents / 100, cents % 100);
    }
}
