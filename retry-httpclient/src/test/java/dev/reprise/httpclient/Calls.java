package dev.reprise.httpclient;

import dev.reprise.RetryPolicy;
import dev.reprise.action.Actions;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.http.HeaderNames;
import dev.reprise.testing.FaultServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;

/** What the tests of this module have in common. */
final class Calls {

    static final Duration SOON = Duration.ofSeconds(10);

    private Calls() {}

    /** Three attempts, a millisecond apart. */
    static RetryPolicy.Builder policy() {
        return RetryPolicy.builder("test")
                .budget(BudgetSettings.unlimited())
                .maxAttempts(3)
                .backoff(Backoff.fixed(Duration.ofMillis(1)))
                .logging(false);
    }

    static HttpClient client() {
        return RetryHttpClient.wrap(plain(), policy().build());
    }

    static HttpClient plain() {
        return plainBuilder().build();
    }

    /** HTTP/1.1, since the upgrade that the client offers otherwise would only add noise. */
    static HttpClient.Builder plainBuilder() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
    }

    static Actions actions() {
        return Actions.builder(new InMemoryActionStore())
                .type("payment", type -> type.profile(IdempotencyProfile.bareHeader(HeaderNames.X_REQUEST_ID))
                        .target("POST", "/pay"))
                .build();
    }

    static HttpRequest.Builder get(FaultServer server, String target) {
        return HttpRequest.newBuilder(server.uri(target));
    }

    static HttpRequest.Builder post(FaultServer server, String target) {
        return post(server.uri(target));
    }

    static HttpRequest.Builder post(URI uri) {
        return HttpRequest.newBuilder(uri).POST(BodyPublishers.ofString("amount=100"));
    }
}
