package dev.reprise.examples;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.RetryPolicy;
import dev.reprise.backoff.Backoff;
import dev.reprise.okhttp.RetryOkHttp;
import java.io.IOException;
import java.time.Duration;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** What the shop's app has in common over all scenarios: its client and the requests that it sends. */
final class Shop {

    /** How long the app waits for an answer: short, since most scenarios wait in vain. */
    static final Duration READ_TIMEOUT = Duration.ofMillis(500);

    private static final MediaType JSON = MediaType.get("application/json");
    private static final long PRICE_CENTS = 9900;

    private Shop() {}

    /** Returns a client as an app would build it. */
    static OkHttpClient client() {
        return new OkHttpClient.Builder().readTimeout(READ_TIMEOUT).build();
    }

    /** Returns the same client, wrapped: this one line is all the set-up there is. */
    static OkHttpClient wrapped(Transcript transcript) {
        return RetryOkHttp.wrap(client(), policy(transcript));
    }

    private static RetryPolicy policy(Transcript transcript) {
        return RetryPolicy.builder("payments")
                .maxAttempts(4)
                .deadline(Duration.ofSeconds(30))
                .backoff(Backoff.exponential(Duration.ofMillis(200), Duration.ofMillis(1500))
                        .fullJitter())
                .listener(new Teller(transcript))
                .build();
    }

    /** Returns the request that pays an order, without a key. */
    static Request pay(PaymentService service, String orderId) {
        ObjectNode body = Json.object().put("orderId", orderId).put("amountCents", PRICE_CENTS);
        return new Request.Builder()
                .url(service.url("/pay"))
                .post(RequestBody.create(body.toString(), JSON))
                .build();
    }

    /** Returns the request that asks how often an order was charged. */
    static Request chargeCount(PaymentService service, String orderId) {
        return new Request.Builder()
                .url(service.url("/orders/" + orderId + "/charge-count"))
                .build();
    }

    /** Returns status and body of an answer, as the transcript shows them. */
    static String show(Response response) throws IOException {
        return response.code() + " " + response.body().string();
    }
}
