package dev.reprise.examples;

import dev.reprise.RetryPolicy;
import dev.reprise.action.BusinessAction;
import dev.reprise.httpclient.RetryHttpClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The shop over {@code java.net.http.HttpClient}. */
final class JdkShopClient implements ShopClient {

    private static final String KEY_HEADER = "X-Request-Id";

    private final HttpClient client;
    private final Duration patience;

    /** Takes a client as an app would build it, wrapped if there is a policy: that one line is all the set-up there is. */
    JdkShopClient(@Nullable RetryPolicy policy, Duration patience) {
        this.patience = patience;
        HttpClient plain =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        this.client = policy == null ? plain : RetryHttpClient.wrap(plain, policy);
    }

    @Override
    public Reply get(URI address) throws IOException, InterruptedException {
        return send(request(address).GET());
    }

    @Override
    public Reply post(URI address, String json, @Nullable BusinessAction action)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = post(address, json);
        return send(action == null ? request : RetryHttpClient.bind(request, action));
    }

    @Override
    public Reply postUnder(UUID key, URI address, String json) throws IOException, InterruptedException {
        return send(post(address, json).header(KEY_HEADER, key.toString()));
    }

    private HttpRequest.Builder post(URI address, String json) {
        return request(address).header("Content-Type", "application/json").POST(BodyPublishers.ofString(json));
    }

    private HttpRequest.Builder request(URI address) {
        return HttpRequest.newBuilder(address).timeout(patience);
    }

    private Reply send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
        return new Reply(response.statusCode(), response.body(), RetryHttpClient.outcome(response));
    }
}
