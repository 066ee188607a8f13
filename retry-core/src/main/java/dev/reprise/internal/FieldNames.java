package dev.reprise.internal;

import java.util.Objects;

/** Checks names of header fields. */
public final class FieldNames {

    private FieldNames() {}

    /**
     * Checks that a text is a field name, which is a token (RFC 9110 §5.1).
     *
     * @param setting what it is, for the message
     * @param name the text
     * @return the text
     * @throws IllegalArgumentException if it is not
     */
    public static String checked(String setting, String name) {
        if (Objects.requireNonNull(name, setting).isEmpty()) {
            throw new IllegalArgumentException(setting + " must not be empty");
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean letterOrDigit = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (!letterOrDigit && "!#$%&'*+-.^_`|~".indexOf(c) < 0) {
                throw new IllegalArgumentException(
                        setting + " must be a token, but the character at position " + i + " is not allowed in one");
            }
        }
        return name;
    }
}
