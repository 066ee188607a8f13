package dev.reprise.consumer;

import dev.reprise.RetryPolicy;
import dev.reprise.okhttp.RetryOkHttp;
import java.io.IOException;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

final class Orders {

    private final OkHttpClient client = RetryOkHttp.wrap(new OkHttpClient(), RetryPolicy.ofDefaults("orders"));
    private final HttpUrl service;

    Orders(HttpUrl service) {
        this.service = service;
    }

    String order(String id) throws IOException {
        HttpUrl url = service.newBuilder()
                .addPathSegments("orders")
                .addPathSegment(id)
                .build();
        try (Response response =
                client.newCall(new Request.Builder().url(url).build()).execute()) {
            return response.body().string();
        }
    }
}
