package dev.reprise.examples.service;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/** A plain client of the service: it repeats nothing that it is not told to. */
final class TestClient {

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final PaymentService service;
    private final @Nullable String token;

    /** An answer, to the byte. */
    record Reply(int status, ByteString bytes, boolean replayed, @Nullable String retryAfter) {

        String text() {
            return bytes.utf8();
        }

        String field(String name) {
            return Json.parseObject(text()).path(name).asText();
        }
    }

    private TestClient(PaymentService service, @Nullable String token) {
        this.service = service;
        this.token = token;
    }

    static TestClient anonymous(PaymentService service) {
        return new TestClient(service, null);
    }

    static TestClient of(PaymentService service, String clientId) {
        return new TestClient(service, service.register(clientId));
    }

    static TestClient withToken(PaymentService service, String token) {
        return new TestClient(service, token);
    }

    Reply post(String path, @Nullable String key, String json) throws IOException, InterruptedException {
        HttpRequest.Builder request = request(path).POST(BodyPublishers.ofString(json));
        return send(key == null ? request : request.header("X-Request-Id", key));
    }

    Reply transfer(String key, String source, String target, long amountCents)
            throws IOException, InterruptedException {
        return post("/transfers", key, transferJson(source, target, amountCents));
    }

    static String transferJson(String source, String target, long amountCents) {
        return "{\"source\":\"" + source + "\",\"target\":\"" + target + "\",\"amountCents\":" + amountCents + "}";
    }

    Reply get(String path) throws IOException, InterruptedException {
        return send(request(path).GET());
    }

    /** Asks how a request stands and returns the word for it. */
    String state(String key) throws IOException, InterruptedException {
        return get("/requests/" + key).field("state");
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(service.url(path).toString()));
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    private Reply send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = http.send(request.build(), BodyHandlers.ofByteArray());
        return new Reply(
                response.statusCode(),
                ByteString.of(response.body()),
                response.headers().firstValue("Idempotent-Replayed").orElse("").equals("true"),
                response.headers().firstValue("Retry-After").orElse(null));
    }
}
