package dev.reprise.examples;

import feign.Client;
import feign.Request;
import feign.Response;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Feign over the {@link HttpClient} that it is given. Feign's own {@code Http2Client} makes another client where its options differ from
 * the settings of the given one, and a wrapped client is then left out without a word; this one never does. How long to wait for a
 * connection and whether to follow redirects are settings of the client here, whatever the options say.
 */
public final class FeignOverHttpClient implements Client {

    /** What {@link HttpRequest} computes itself and lets nobody set. */
    private static final Set<String> COMPUTED = Set.of("connection", "content-length", "expect", "host", "upgrade");

    private final HttpClient client;

    public FeignOverHttpClient(HttpClient client) {
        this.client = client;
    }

    @Override
    public Response execute(Request request, Request.Options options) throws IOException {
        HttpRequest.Builder http = HttpRequest.newBuilder(URI.create(request.url()));
        if (options.readTimeoutMillis() > 0) {
            http.timeout(Duration.ofMillis(options.readTimeoutMillis()));
        }
        byte[] body = request.body();
        http.method(
                request.httpMethod().name(), body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        request.headers().forEach((name, values) -> {
            if (!COMPUTED.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> http.header(name, value));
            }
        });
        HttpResponse<byte[]> answer = send(http.build());
        Map<String, Collection<String>> headers = new TreeMap<>(answer.headers().map());
        return Response.builder()
                .status(answer.statusCode())
                .headers(headers)
                .body(answer.body())
                .request(request)
                .build();
    }

    private HttpResponse<byte[]> send(HttpRequest request) throws IOException {
        try {
            return client.send(request, BodyHandlers.ofByteArray());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted");
            interrupted.initCause(e);
            throw interrupted;
        }
    }
}
