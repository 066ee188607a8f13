package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testing.Answer;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Gate;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;

/** A connection that an attempt has given back serves somebody else, whom the end of the attempt's time must not hit. */
class OtherCallsConnectionTest {

    @Test
    void a_dead_connection_that_another_wrapped_client_left_is_found_before_a_charge_is_sent_over_it()
            throws Exception {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient plain = Calls.plain();
            OkHttpClient one = RetryOkHttp.wrap(plain, Calls.policy().build());
            OkHttpClient other = RetryOkHttp.builder(plain)
                    .policy(Calls.policy().build())
                    .preflightIdle(Duration.ZERO)
                    .build();
            Calls.text(one, Calls.get(server, "/"));
            server.closeIdleConnections();
            assertThat(Result.of(other, Calls.post(server, "/pay")).status()).isEqualTo(200);
            assertThat(server.ledger().charges()).isEqualTo(1);
        }
    }

    @Test
    void an_attempt_that_runs_out_of_time_on_its_way_to_another_host_leaves_the_first_connection_alone()
            throws Exception {
        try (FaultServer server = FaultServer.start()) {
            CountDownLatch leaving = new CountDownLatch(1);
            CountDownLatch never = new CountDownLatch(1);
            OkHttpClient plain = Calls.plain()
                    .newBuilder()
                    .dns(host -> {
                        leaving.countDown();
                        try {
                            never.await();
                        } catch (InterruptedException abandoned) {
                            throw new UnknownHostException(host);
                        }
                        return List.of(InetAddress.getLoopbackAddress());
                    })
                    .build();
            OkHttpClient patient = RetryOkHttp.wrap(plain, Calls.policy().build());
            OkHttpClient hurried = RetryOkHttp.wrap(
                    plain,
                    Calls.policy()
                            .maxAttempts(1)
                            .attemptTimeout(Duration.ofMillis(700))
                            .build());
            server.enqueue("GET", "/", Script.answer(Answer.of(302).header("Location", server.url("other.test", "/"))));
            Gate gate = new Gate();
            server.enqueue("POST", "/pay", Script.answer(200, "paid").holdingAt(Point.COMMITTED, gate));
            CompletableFuture<Result> redirected =
                    CompletableFuture.supplyAsync(() -> Result.of(hurried, Calls.get(server, "/")));
            leaving.await();
            CompletableFuture<Result> other =
                    CompletableFuture.supplyAsync(() -> Result.of(patient, Calls.post(server, "/pay")));
            gate.awaitArrival(Calls.SOON);
            assertThat(redirected.get().failure()).isNotNull();
            gate.open();
            assertThat(other.get().status()).isEqualTo(200);
            assertThat(server.connections()).hasSize(1);
        }
    }
}
