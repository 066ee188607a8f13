package dev.reprise.okhttp;

import dev.reprise.RetryPolicy;
import dev.reprise.action.Actions;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.http.HeaderNames;
import dev.reprise.testing.FaultServer;
import java.io.IOException;
import java.time.Duration;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** What the tests of this module have in common. */
final class Calls {

    static final Duration SOON = Duration.ofSeconds(10);
    static final MediaType TEXT = MediaType.parse("text/plain");

    private Calls() {}

    /** Three attempts, a millisecond apart. */
    static RetryPolicy.Builder policy() {
        return RetryPolicy.builder("test")
                .maxAttempts(3)
                .backoff(Backoff.fixed(Duration.ofMillis(1)))
                .budget(BudgetSettings.unlimited())
                .logging(false);
    }

    static OkHttpClient client() {
        return RetryOkHttp.wrap(plain(), policy().build());
    }

    static OkHttpClient plain() {
        return new OkHttpClient();
    }

    static Actions actions() {
        return Actions.builder(new InMemoryActionStore())
                .type("payment", type -> type.profile(IdempotencyProfile.bareHeader(HeaderNames.X_REQUEST_ID)))
                .build();
    }

    static Request get(FaultServer server, String target) {
        return new Request.Builder().url(server.url(target)).build();
    }

    static Request post(FaultServer server, String target) {
        return post(server, target, "amount=100");
    }

    static Request post(FaultServer server, String target, String body) {
        return new Request.Builder()
                .url(server.url(target))
                .post(RequestBody.create(body, TEXT))
                .build();
    }

    /** Runs a call and reads its body, so that the connection goes back to the pool. */
    static String text(OkHttpClient client, Request request) throws IOException {
        try (Response response = client.newCall(request).execute()) {
            return response.body().string();
        }
    }
}
