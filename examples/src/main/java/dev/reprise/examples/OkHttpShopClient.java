package dev.reprise.examples;

import dev.reprise.RetryPolicy;
import dev.reprise.action.BusinessAction;
import dev.reprise.okhttp.RetryOkHttp;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.UUID;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** The shop over OkHttp. */
final class OkHttpShopClient implements ShopClient {

    private static final String KEY_HEADER = "X-Request-Id";
    private static final MediaType JSON = MediaType.get("application/json");

    private final OkHttpClient client;

    /** Takes a client as an app would build it, wrapped if there is a policy: that one line is all the set-up there is. */
    OkHttpShopClient(@Nullable RetryPolicy policy, Duration patience) {
        OkHttpClient plain = new OkHttpClient.Builder().readTimeout(patience).build();
        this.client = policy == null ? plain : RetryOkHttp.wrap(plain, policy);
    }

    private OkHttpShopClient(OkHttpClient client) {
        this.client = client;
    }

    /** Returns a client that is not wrapped and sends nothing again by itself. */
    static OkHttpShopClient sendingOnce(Duration patience) {
        return new OkHttpShopClient(new OkHttpClient.Builder()
                .readTimeout(patience)
                .retryOnConnectionFailure(false)
                .build());
    }

    @Override
    public Reply get(URI address) throws IOException {
        return send(new Request.Builder().url(address.toString()).build());
    }

    @Override
    public Reply post(URI address, String json, @Nullable BusinessAction action) throws IOException {
        Request request = post(address, json).build();
        return send(action == null ? request : RetryOkHttp.bind(request, action));
    }

    @Override
    public Reply postUnder(UUID key, URI address, String json) throws IOException {
        return send(post(address, json).header(KEY_HEADER, key.toString()).build());
    }

    private static Request.Builder post(URI address, String json) {
        return new Request.Builder().url(address.toString()).post(RequestBody.create(json, JSON));
    }

    private Reply send(Request request) throws IOException {
        try (Response response = client.newCall(request).execute()) {
            return new Reply(response.code(), response.body().string(), RetryOkHttp.outcome(response));
        }
    }
}
