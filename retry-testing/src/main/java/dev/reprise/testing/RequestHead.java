package dev.reprise.testing;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Request line and headers as they arrived, and on which connection. Immutable. */
public final class RequestHead {
    private final String method;
    private final String target;
    private final String version;
    private final List<Map.Entry<String, String>> headers;
    private final ServerConnection connection;
    private final int position;
    private final long arrivalNanos;

    RequestHead(
            String method,
            String target,
            String version,
            List<Map.Entry<String, String>> headers,
            ServerConnection connection,
            int position,
            long arrivalNanos) {
        this.method = method;
        this.target = target;
        this.version = version;
        this.headers = List.copyOf(headers);
        this.connection = connection;
        this.position = position;
        this.arrivalNanos = arrivalNanos;
    }

    /**
     * The request's method.
     *
     * @return the method as it was sent
     */
    public String method() {
        return method;
    }

    /**
     * The request's target.
     *
     * @return the target as it was sent, with its query
     */
    public String target() {
        return target;
    }

    /**
     * The target without its query.
     *
     * @return everything before the first question mark
     */
    public String path() {
        return Targets.path(target);
    }

    /**
     * All headers in the order in which they arrived.
     *
     * @return names as they were sent, and values without surrounding blanks
     */
    public List<Map.Entry<String, String>> headers() {
        return headers;
    }

    /**
     * All values of a header.
     *
     * @param name the header's name, in any case
     * @return its values in the order in which they arrived; empty if there is none
     */
    public List<String> headers(String name) {
        return headers.stream()
                .filter(header -> header.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .toList();
    }

    /**
     * The first value of a header.
     *
     * @param name the header's name, in any case
     * @return its first value, or {@code null} if there is none
     */
    public @Nullable String header(String name) {
        List<String> values = headers(name);
        return values.isEmpty() ? null : values.get(0);
    }

    /**
     * The connection on which the request arrived.
     *
     * @return the connection
     */
    public ServerConnection connection() {
        return connection;
    }

    /**
     * Which request of its connection this is.
     *
     * @return 1 for the first request of a fresh connection, more on a reused one
     */
    public int position() {
        return position;
    }

    /**
     * When the first byte of the request arrived.
     *
     * @return a reading of {@link System#nanoTime()}
     */
    public long arrivalNanos() {
        return arrivalNanos;
    }

    /** Whether the connection can carry another request after this one (RFC 9112 §9.3). */
    boolean keepsAlive() {
        return !hasToken("Connection", "close") && (version.equals("HTTP/1.1") || hasToken("Connection", "keep-alive"));
    }

    /** Whether one of the comma-separated values of a header is this token. */
    boolean hasToken(String name, String token) {
        return headers(name).stream()
                .flatMap(value -> List.of(value.split(",", -1)).stream())
                .anyMatch(part -> part.trim().equalsIgnoreCase(token));
    }

    /** Names method, path and connection; never the query or a header's value. */
    @Override
    public String toString() {
        return method + " " + path() + " (request " + position + " of connection " + connection.number() + ")";
    }
}
