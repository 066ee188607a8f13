package dev.reprise.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP answer as far as decisions need it: status, header fields, and the beginning of the body. It belongs to no
 * client. Immutable and safe for use by many threads; its {@code toString} shows the status alone.
 */
public final class HttpAnswer {

    /** How much of a body is kept for decisions: 64 KiB. */
    public static final int BODY_LIMIT = 64 * 1024;

    private static final byte[] NO_BYTES = new byte[0];

    private final int status;
    private final Map<String, List<String>> headers;
    private final byte[] body;
    private final boolean bodyComplete;

    private HttpAnswer(int status, Map<String, List<String>> headers, byte[] body, boolean bodyComplete) {
        this.status = status;
        this.headers = headers;
        this.body = body;
        this.bodyComplete = bodyComplete;
    }

    /**
     * An answer with its header fields and without a body.
     *
     * @param status the status code, 0 to 999; servers send codes that no standard knows
     * @param headers field values by field name; names are compared without regard to case
     * @return the answer
     * @throws IllegalArgumentException if the status has more than three digits or is negative
     */
    public static HttpAnswer of(int status, Map<String, List<String>> headers) {
        if (status < 0 || status > 999) {
            throw new IllegalArgumentException("status must be 0 to 999, but is " + status);
        }
        Objects.requireNonNull(headers, "headers");
        Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((name, values) -> copy.computeIfAbsent(name.toLowerCase(Locale.ROOT), key -> new ArrayList<>())
                .addAll(values));
        copy.replaceAll((name, values) -> Collections.unmodifiableList(values));
        return new HttpAnswer(status, Collections.unmodifiableMap(copy), NO_BYTES, true);
    }

    /**
     * An answer without header fields or a body.
     *
     * @param status the status code, 0 to 999
     * @return the answer
     */
    public static HttpAnswer of(int status) {
        return of(status, Collections.emptyMap());
    }

    /**
     * The same answer with a body, of which the first {@value #BODY_LIMIT} bytes are kept.
     *
     * @param bytes the body or its beginning; copied
     * @param complete whether {@code bytes} is the whole body and arrived unbroken
     * @return the answer
     */
    public HttpAnswer withBody(byte[] bytes, boolean complete) {
        int kept = Math.min(bytes.length, BODY_LIMIT);
        return new HttpAnswer(status, headers, Arrays.copyOf(bytes, kept), complete && kept == bytes.length);
    }

    /**
     * The status code.
     *
     * @return 0 to 999
     */
    public int status() {
        return status;
    }

    /**
     * The first value of a header field.
     *
     * @param name the field's name, in any case
     * @return the value, or null if the field is absent
     */
    public @Nullable String header(String name) {
        List<String> values = headers(name);
        return values.isEmpty() ? null : values.get(0);
    }

    /**
     * All values of a header field, one per field line.
     *
     * @param name the field's name, in any case
     * @return the values in the order received, empty if the field is absent
     */
    public List<String> headers(String name) {
        return headers.getOrDefault(Objects.requireNonNull(name, "name"), Collections.emptyList());
    }

    /**
     * All header fields.
     *
     * @return an unmodifiable map by lower-case field name
     */
    public Map<String, List<String>> headers() {
        return headers;
    }

    /**
     * The kept beginning of the body.
     *
     * @return a copy of at most {@value #BODY_LIMIT} bytes
     */
    public byte[] body() {
        return body.clone();
    }

    /**
     * The kept beginning of the body, read as UTF-8.
     *
     * @return the text, empty if there was no body
     */
    public String bodyText() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /**
     * Whether {@link #body()} is the whole body.
     *
     * @return false if the body was cut off or is longer than what is kept
     */
    public boolean bodyComplete() {
        return bodyComplete;
    }

    @Override
    public String toString() {
        return "HTTP " + status;
    }
}
