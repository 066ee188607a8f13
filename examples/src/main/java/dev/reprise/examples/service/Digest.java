package dev.reprise.examples.service;

import java.security.MessageDigest;
import okio.ByteString;

/**
 * The SHA-256 of what is wanted rather than of the bytes that said so: white space and the order of the fields make no
 * other payload.
 */
final class Digest {

    private Digest() {}

    /** Digests the kind of command and its values. */
    static ByteString of(String... parts) {
        StringBuilder canonical = new StringBuilder();
        for (String part : parts) {
            // The length in front keeps two different payloads from ever reading as the same text.
            canonical.append(part.length()).append(':').append(part);
        }
        return ByteString.encodeUtf8(canonical.toString()).sha256();
    }

    /** Compares in constant time, so that nobody can feel their way to the payload of a key. */
    static boolean same(ByteString one, ByteString other) {
        return MessageDigest.isEqual(one.toByteArray(), other.toByteArray());
    }
}
