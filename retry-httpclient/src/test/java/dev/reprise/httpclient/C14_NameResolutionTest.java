package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.outcome.Effect;
import dev.reprise.testing.FaultServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A name that is not found now was certainly not sent to. */
class C14_NameResolutionTest {

    /** Does not find a name at first, as the JDK's client says it, perhaps wrapped. */
    private static final class Forgetful extends StubClient {
        private final int layers;
        private int failures = 2;

        Forgetful(HttpClient client, int layers) {
            super(client);
            this.layers = layers;
        }

        @Override
        public <T> CompletableFuture<HttpResponse<T>> sendAsync(
                HttpRequest request, HttpResponse.BodyHandler<T> handler) {
            if (failures == 0) {
                return super.sendAsync(request, handler);
            }
            failures--;
            ConnectException unknown = new ConnectException();
            unknown.initCause(new UnresolvedAddressException());
            IOException failure = unknown;
            for (int i = 0; i < layers; i++) {
                failure = new IOException("wrapped", failure);
            }
            return CompletableFuture.failedFuture(failure);
        }
    }

    @ParameterizedTest
    @CsvSource({"SEND, 0", "SEND, 1", "SEND, 2", "SEND_ASYNC, 0", "SEND_ASYNC, 1", "SEND_ASYNC, 2"})
    void a_charge_goes_out_once_the_name_is_found(Result.Way way, int layers) {
        try (FaultServer server = FaultServer.start()) {
            HttpClient client = RetryHttpClient.wrap(
                    new Forgetful(Calls.plain(), layers), Calls.policy().build());
            Result result = way.of(client, Calls.post(server, "/pay"));
            assertThat(result.status()).isEqualTo(200);
            assertThat(result.attempts()).isEqualTo(3);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_name_that_is_never_found_is_given_up(Result.Way way) {
        Result result = way.of(Calls.client(), Calls.post(URI.create("http://nowhere.test/pay")));
        assertThat(result.failure())
                .isInstanceOf(ConnectException.class)
                .hasRootCauseInstanceOf(UnresolvedAddressException.class);
        assertThat(result.effect()).isEqualTo(Effect.NOT_APPLIED);
        assertThat(result.attempts()).isEqualTo(3);
    }
}
