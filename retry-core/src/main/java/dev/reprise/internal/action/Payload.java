package dev.reprise.internal.action;

import dev.reprise.action.IdempotencyKey;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * What a send carries, as far as a fingerprint needs it. Holds a hash only, and only as long as the logical call lasts; what is
 * stored is {@link #fingerprint}.
 */
public final class Payload {

    private static final Payload NONE = new Payload(null);

    private final byte @Nullable [] hash;

    private Payload(byte @Nullable [] hash) {
        this.hash = hash;
    }

    /** Writes a body. */
    @FunctionalInterface
    public interface Body {
        void writeTo(OutputStream out) throws IOException;
    }

    /** A payload without a fingerprint. */
    public static Payload none() {
        return NONE;
    }

    /** Bytes that stand for whatever a call outside HTTP sends. */
    public static Payload of(byte[] payload) {
        MessageDigest digest = begin("bytes");
        digest.update(payload);
        return new Payload(digest.digest());
    }

    /** Method, target and body of a request. */
    public static Payload request(String method, String target, byte[] body) {
        MessageDigest digest = begin("request", method, target);
        digest.update(body);
        return new Payload(digest.digest());
    }

    /** Method, target and body of a request, whose body is written once more for this. */
    public static Payload request(String method, String target, Body body) throws IOException {
        MessageDigest digest = begin("request", method, target);
        body.writeTo(new DigestStream(digest));
        return new Payload(digest.digest());
    }

    /** A text that stands for the request. */
    public static Payload text(String canonical) {
        return new Payload(begin("text", canonical).digest());
    }

    /** Whether there is no fingerprint. */
    public boolean isNone() {
        return hash == null;
    }

    /** HMAC-SHA-256 keyed with the action's key; a bare hash of, say, a card payment could be guessed. */
    byte @Nullable [] fingerprint(IdempotencyKey key) {
        if (hash == null) {
            return null;
        }
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.value().getBytes(StandardCharsets.US_ASCII), "HmacSHA256"));
            return mac.doFinal(hash);
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("this platform has no HMAC-SHA-256", e);
        }
    }

    // Lengths go first, so that no two lists of parts run together; the body comes last and needs none.
    private static MessageDigest begin(String... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String part : parts) {
                byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
                digest.update(ByteBuffer.allocate(4).putInt(bytes.length).array());
                digest.update(bytes);
            }
            return digest;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this platform has no SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return hash == null ? "payload without fingerprint" : "payload with fingerprint";
    }

    private static final class DigestStream extends OutputStream {

        private final MessageDigest digest;

        DigestStream(MessageDigest digest) {
            this.digest = digest;
        }

        @Override
        public void write(int b) {
            digest.update((byte) b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            digest.update(bytes, offset, length);
        }
    }
}
