package dev.reprise.httpclient;

import dev.reprise.RetryException;
import feign.Client;
import feign.Request;
import feign.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Feign over any wrapped client, whatever Feign's options are. What Reprise has given up it throws unchecked, so that Feign's own retryer, which
 * repeats any {@link IOException}, leaves it alone.
 */
record FeignOverReprise(HttpClient client) implements Client {

    /** Fields that the client sets itself. */
    private static final Set<String> ITS_OWN = Set.of("content-length", "host", "connection", "expect", "upgrade");

    @Override
    public Response execute(Request request, Request.Options options) throws IOException {
        byte[] body = request.body();
        HttpRequest.Builder sent = HttpRequest.newBuilder(URI.create(request.url()))
                .method(
                        request.httpMethod().name(),
                        body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body))
                .timeout(Duration.ofMillis(options.readTimeoutMillis()));
        request.headers().forEach((name, values) -> values.stream()
                .filter(value -> !ITS_OWN.contains(name.toLowerCase(java.util.Locale.ROOT)))
                .forEach(value -> sent.header(name, value)));
        HttpResponse<InputStream> answer;
        try {
            answer = client.send(sent.build(), BodyHandlers.ofInputStream());
        } catch (RetryException givenUp) {
            throw new UncheckedIOException(givenUp);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new InterruptedIOException("interrupted"));
        }
        Map<String, Collection<String>> headers = new TreeMap<>(answer.headers().map());
        return Response.builder()
                .request(request)
                .status(answer.statusCode())
                .headers(headers)
                .body(answer.body(), length(answer))
                .build();
    }

    private static Integer length(HttpResponse<?> answer) {
        long length = answer.headers().firstValueAsLong("Content-Length").orElse(-1);
        return length >= 0 && length <= Integer.MAX_VALUE ? (int) length : null;
    }
}
