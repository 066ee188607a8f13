package dev.reprise.http;

import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A request made of its parts. */
final class StatedRequest implements RequestView {

    private final String method;
    private final URI uri;
    private final Map<String, String> headers;

    StatedRequest(String method, URI uri, Map<String, String> headers) {
        this.method = Objects.requireNonNull(method, "method");
        this.uri = uri;
        if (uri.getScheme() == null || uri.getHost() == null) {
            throw new IllegalArgumentException("uri must be absolute and have a host");
        }
        this.headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        this.headers.putAll(headers);
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public String scheme() {
        return uri.getScheme().toLowerCase(Locale.ROOT);
    }

    @Override
    public String host() {
        return uri.getHost().toLowerCase(Locale.ROOT);
    }

    @Override
    public int port() {
        if (uri.getPort() != -1) {
            return uri.getPort();
        }
        return scheme().equals("https") ? 443 : 80;
    }

    @Override
    public String path() {
        String path = uri.getRawPath();
        return path.isEmpty() ? "/" : path;
    }

    @Override
    public @Nullable String header(String name) {
        return headers.get(name);
    }

    @Override
    public String toString() {
        return method + " " + scheme() + "://" + host() + ":" + port();
    }
}
