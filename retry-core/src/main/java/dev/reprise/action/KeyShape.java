package dev.reprise.action;

import java.security.SecureRandom;
import java.util.Objects;

/**
 * What freshly made keys look like. Keys come from a secure random source, never from the payload: two equal purchases stay
 * two purchases. Immutable and safe for use by many threads.
 */
public final class KeyShape {

    /** The fewest random bits that a shape of one's own must be able to hold: 128. */
    public static final int MIN_BITS = 128;

    /** A version 4 UUID with dashes: 36 characters, of whose 128 bits 122 are random (RFC 9562 §5.4). */
    public static final KeyShape UUID = new KeyShape("UUID", "", 36);

    /** 32 lower-case hexadecimal digits, 128 random bits. It fits every limit known, except where a dashed UUID is asked for. */
    public static final KeyShape HEX32 = new KeyShape("HEX32", "0123456789abcdef", 32);

    private static final SecureRandom RANDOM = new SecureRandom();

    private final String name;
    private final String alphabet;
    private final int length;

    private KeyShape(String name, String alphabet, int length) {
        this.name = name;
        this.alphabet = alphabet;
        this.length = length;
    }

    /**
     * A shape of one's own. Its keys are as short as {@value #MIN_BITS} random bits allow.
     *
     * @param maxLength the most characters that the API accepts, 1 to 255
     * @param alphabet the characters to choose from: two or more different visible ASCII characters
     * @return the shape
     * @throws IllegalArgumentException if the alphabet is unusable, or {@code maxLength} of its characters hold fewer than
     *     {@value #MIN_BITS} bits
     */
    public static KeyShape of(int maxLength, String alphabet) {
        if (maxLength < 1 || maxLength > IdempotencyKey.MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "maxLength must be 1 to " + IdempotencyKey.MAX_LENGTH + ", but is " + maxLength);
        }
        if (Objects.requireNonNull(alphabet, "alphabet").length() < 2) {
            throw new IllegalArgumentException(
                    "alphabet must have two characters or more, but has " + alphabet.length());
        }
        for (int i = 0; i < alphabet.length(); i++) {
            char c = alphabet.charAt(i);
            if (c < 0x21 || c > 0x7E || alphabet.indexOf(c) != i) {
                throw new IllegalArgumentException(
                        "alphabet must consist of different visible ASCII characters, but position " + i
                                + " is not one");
            }
        }
        int length = (int) Math.ceil(MIN_BITS * Math.log(2) / Math.log(alphabet.length()) - 1e-9);
        if (length > maxLength) {
            throw new IllegalArgumentException("maxLength is " + maxLength + ", but an alphabet of " + alphabet.length()
                    + " characters needs " + length + " for " + MIN_BITS + " random bits");
        }
        return new KeyShape(length + " of " + alphabet.length() + " characters", alphabet, length);
    }

    /**
     * Makes a key that nobody has.
     *
     * @return the key
     */
    public IdempotencyKey newKey() {
        if (alphabet.isEmpty()) {
            return IdempotencyKey.of(java.util.UUID.randomUUID().toString());
        }
        char[] chars = new char[length];
        for (int i = 0; i < length; i++) {
            chars[i] = alphabet.charAt(RANDOM.nextInt(alphabet.length()));
        }
        return IdempotencyKey.of(new String(chars));
    }

    @Override
    public String toString() {
        return name;
    }
}
