package dev.reprise.httpclient;

import dev.reprise.http.RequestView;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The part of a request that a policy may look at. */
record JdkRequestView(HttpRequest request) implements RequestView {

    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    @Override
    public String method() {
        return request.method();
    }

    @Override
    public String scheme() {
        return lowerCase(request.uri().getScheme());
    }

    @Override
    public String host() {
        return lowerCase(request.uri().getHost());
    }

    @Override
    public int port() {
        int port = request.uri().getPort();
        if (port > 0) {
            return port;
        }
        return scheme().equals("https") ? HTTPS_PORT : HTTP_PORT;
    }

    @Override
    public String path() {
        URI uri = request.uri();
        String path = uri.getRawPath();
        return path == null || path.isEmpty() ? "/" : path;
    }

    @Override
    public @Nullable String header(String name) {
        return request.headers().firstValue(name).orElse(null);
    }

    private static String lowerCase(@Nullable String part) {
        return part == null ? "" : part.toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return method() + " " + scheme() + "://" + host() + ":" + port();
    }
}
