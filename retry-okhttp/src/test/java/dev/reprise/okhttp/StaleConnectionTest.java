package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.UnknownOutcomeException;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Gate;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pooled connection that the server closed must not turn a charge into an unknown outcome. */
class StaleConnectionTest {

    private static OkHttpClient client(FaultServer server, boolean tls, Duration idle) {
        OkHttpClient.Builder plain = Calls.plain().newBuilder();
        if (tls) {
            plain.sslSocketFactory(server.sslSocketFactory(), server.trustManager());
        }
        return RetryOkHttp.builder(plain.build())
                .policy(Calls.policy().maxAttempts(1).build())
                .preflightIdle(idle)
                .build();
    }

    private static FaultServer start(boolean tls) {
        return tls ? FaultServer.startTls() : FaultServer.start();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void it_is_found_before_a_byte_is_sent_and_a_fresh_one_is_used(boolean tls) throws Exception {
        try (FaultServer server = start(tls)) {
            OkHttpClient client = client(server, tls, Duration.ZERO);
            Calls.text(client, Calls.get(server, "/warm"));
            assertThat(server.closeIdleConnections()).isEqualTo(1);
            Result result = Result.of(client, Calls.post(server, "/pay"));
            assertThat(result.status()).isEqualTo(200);
            assertThat(result.attempts()).isEqualTo(1);
            assertThat(server.ledger().charges()).isEqualTo(1);
            assertThat(server.accepted()).isEqualTo(2);
        }
    }

    @Test
    void all_idle_ones_are_given_up_with_it() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient client = client(server, false, Duration.ofHours(1));
            Gate gate = new Gate();
            Script held = Script.answer(200).holdingAt(Point.COMMITTED, gate);
            server.enqueue(held, held);
            CompletableFuture<Result> one =
                    CompletableFuture.supplyAsync(() -> Result.of(client, Calls.get(server, "/warm")));
            CompletableFuture<Result> two =
                    CompletableFuture.supplyAsync(() -> Result.of(client, Calls.get(server, "/warm")));
            gate.awaitArrivals(2, Calls.SOON);
            gate.open();
            assertThat(one.get(10, TimeUnit.SECONDS).status()
                            + two.get(10, TimeUnit.SECONDS).status())
                    .isEqualTo(400);
            assertThat(server.closeIdleConnections()).isEqualTo(2);
            Result result = Result.of(client, Calls.get(server, "/"));
            assertThat(result.status()).isEqualTo(200);
            assertThat(result.attempts()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_healthy_one_is_not_hurt_by_being_looked_at(boolean tls) throws Exception {
        try (FaultServer server = start(tls)) {
            server.otherwise(Script.answer(200, "fine"));
            OkHttpClient client = client(server, tls, Duration.ZERO);
            for (int i = 0; i < 50; i++) {
                assertThat(Calls.text(client, Calls.post(server, "/pay"))).isEqualTo("fine");
            }
            assertThat(server.accepted()).isEqualTo(1);
            assertThat(server.ledger().charges()).isEqualTo(50);
        }
    }

    @Test
    void one_that_was_used_a_moment_ago_is_not_looked_at() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient client = client(server, false, Duration.ofHours(1));
            Calls.text(client, Calls.get(server, "/warm"));
            server.closeIdleConnections();
            Result result = Result.of(client, Calls.post(server, "/pay"));
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            assertThat(server.ledger().charges()).isZero();
        }
    }
}
