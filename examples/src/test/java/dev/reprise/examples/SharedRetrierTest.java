package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.CallCounts;
import dev.reprise.CallSpec;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.ScopeSnapshot;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.httpclient.RetryHttpClient;
import dev.reprise.okhttp.RetryOkHttp;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Script;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One budget for both clients and for the calls around them, in which nothing is counted twice. */
class SharedRetrierTest {

    private final Retrier retrier =
            Retrier.of(policy().budget(BudgetSettings.DEFAULT.ratio(0).floor(3)).build());
    private final OkHttpClient okHttp = RetryOkHttp.wrap(new OkHttpClient(), retrier);
    private final HttpClient jdk = RetryHttpClient.wrap(
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(), retrier);
    private FaultServer server;

    private static RetryPolicy.Builder policy() {
        return RetryPolicy.builder("shared")
                .maxAttempts(3)
                .backoff(Backoff.none())
                .logging(false);
    }

    @BeforeEach
    void start() {
        server = FaultServer.start();
        server.otherwise(Script.answer(503));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Response overOkHttp(OkHttpClient client) throws IOException {
        return client.newCall(
                        new Request.Builder().url(server.uri("/").toString()).build())
                .execute();
    }

    private HttpResponse<String> overJdk() throws IOException, InterruptedException {
        return jdk.send(HttpRequest.newBuilder(server.uri("/")).build(), BodyHandlers.ofString());
    }

    private ScopeSnapshot state() {
        assertThat(retrier.snapshot()).hasSize(1);
        return retrier.snapshot().values().iterator().next();
    }

    @Test
    void bothClientsDrawOnOneBudget() throws Exception {
        try (Response first = overOkHttp(okHttp)) {
            assertThat(RetryOkHttp.outcome(first).ending()).isEqualTo(Ending.ATTEMPTS);
        }
        assertThat(RetryHttpClient.outcome(overJdk()).ending()).isEqualTo(Ending.BUDGET);
        try (Response third = overOkHttp(okHttp)) {
            assertThat(RetryOkHttp.outcome(third).ending()).isEqualTo(Ending.BUDGET);
        }
        assertThat(server.requests()).hasSize(3 + 2 + 1);
        assertThat(state().counts())
                .isEqualTo(new CallCounts(3, Map.of(Ending.ATTEMPTS, 1L, Ending.BUDGET, 2L), 6, 3, 0, 0, Map.of()));
    }

    @Test
    void soDoesAClientWithAPolicyOfItsOwn() throws Exception {
        OkHttpClient patient = RetryOkHttp.wrap(
                new OkHttpClient(), retrier.withPolicy(policy().maxAttempts(10).build()));
        try (Response response = overOkHttp(patient)) {
            assertThat(RetryOkHttp.outcome(response).ending()).isEqualTo(Ending.BUDGET);
        }
        assertThat(RetryHttpClient.outcome(overJdk()).attempts()).isEqualTo(1);
        assertThat(state().retriesAvailable()).isZero();
        assertThat(state().counts().calls()).isEqualTo(2);
    }

    @Test
    void aCallAroundBothClientsIsOneCallAndEachRequestOneAttempt() throws Exception {
        String target = server.uri("/").toString();
        CallSpec<Object> around = CallSpec.of(Repeatability.IDEMPOTENT).scope(target.substring(0, target.length() - 1));
        Object last = retrier.<Object, Exception>call(around, attempt -> {
            overJdk();
            return overOkHttp(okHttp);
        });
        ((Response) last).close();
        assertThat(server.requests()).hasSize(6);
        assertThat(state().counts()).isEqualTo(new CallCounts(1, Map.of(Ending.ATTEMPTS, 1L), 6, 2, 0, 0, Map.of()));
        assertThat(state().retriesAvailable()).isEqualTo(1);
    }
}
