package dev.reprise.action;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The secret by which a server recognises all sends of one business action. Whoever knows it can, with many APIs, fetch the
 * stored answer; so {@code toString} shows a short hash only. Immutable and safe for use by many threads.
 */
public final class IdempotencyKey {

    /** The most characters that a key may have: 255. */
    public static final int MAX_LENGTH = 255;

    private final String value;

    private IdempotencyKey(String value) {
        this.value = value;
    }

    /**
     * A key that exists already, for example in the caller's own tables.
     *
     * @param value 1 to {@value #MAX_LENGTH} visible ASCII characters (0x21 to 0x7E), without spaces, so that it can stand in
     *     any header field (RFC 9110 §5.5)
     * @return the key
     * @throws IllegalArgumentException if the value is anything else; the message does not show the value
     */
    public static IdempotencyKey of(String value) {
        if (Objects.requireNonNull(value, "an idempotency key must not be null").isEmpty()) {
            throw new IllegalArgumentException("an idempotency key must not be empty");
        }
        if (value.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "an idempotency key must have at most " + MAX_LENGTH + " characters, but has " + value.length());
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < 0x21 || c > 0x7E) {
                throw new IllegalArgumentException(
                        "an idempotency key must consist of visible ASCII characters, but the"
                                + " character at position " + i + " is " + describe(c));
            }
        }
        return new IdempotencyKey(value);
    }

    private static String describe(char c) {
        if (c == ' ') {
            return "a space";
        }
        return c < 0x20 || c == 0x7F ? "a control character" : "not ASCII";
    }

    /**
     * The secret itself, to be sent and stored but not to be logged.
     *
     * @return 1 to {@value #MAX_LENGTH} visible ASCII characters
     */
    public String value() {
        return value;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        // Constant time, so that comparing does not tell how much of a guess was right.
        return other instanceof IdempotencyKey that && MessageDigest.isEqual(bytes(value), bytes(that.value));
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    /**
     * A short hash that tells keys apart in logs and does not reveal them.
     *
     * @return {@code key#} and eight hexadecimal digits
     */
    @Override
    public String toString() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] hash = digest.digest(bytes("dev.reprise idempotency key\n" + value));
            StringBuilder text = new StringBuilder("key#");
            for (int i = 0; i < 4; i++) {
                text.append(Character.forDigit(hash[i] >> 4 & 0xF, 16)).append(Character.forDigit(hash[i] & 0xF, 16));
            }
            return text.toString();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this platform has no SHA-256", e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
