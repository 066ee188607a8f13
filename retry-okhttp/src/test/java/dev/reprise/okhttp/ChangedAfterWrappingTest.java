package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.outcome.Effect;
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
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a wrapped client is given afterwards is used, where OkHttp lets an interceptor see it. */
class ChangedAfterWrappingTest {

    @BeforeAll
    static void fromOkHttp54On() {
        Assumptions.assumeTrue(OkHttpVersion.HAS_CHAIN_RETRY_SWITCH);
    }

    @Test
    void a_resolver_that_hangs_does_not_outlast_the_deadline() {
        CountDownLatch never = new CountDownLatch(1);
        OkHttpClient client = RetryOkHttp.wrap(
                        Calls.plain(),
                        Calls.policy().deadline(Duration.ofMillis(300)).build())
                .newBuilder()
                .dns(host -> {
                    try {
                        never.await();
                    } catch (InterruptedException abandoned) {
                        throw new UnknownHostException(host);
                    }
                    return List.of(InetAddress.getLoopbackAddress());
                })
                .build();
        Result result =
                Result.of(client, new Request.Builder().url("http://a.test/").build());
        assertThat(result.effect()).isEqualTo(Effect.NOT_APPLIED);
        assertThat(result.took()).isLessThan(Duration.ofSeconds(8));
    }

    @Test
    void another_resolver_does_not_keep_connections_from_being_used_again() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient client = Calls.client()
                    .newBuilder()
                    .dns(host -> List.of(InetAddress.getLoopbackAddress()))
                    .build();
            Calls.text(client, Calls.get(server, "/"));
            Calls.text(client, Calls.get(server, "/"));
            assertThat(server.connections()).hasSize(1);
        }
    }

    @Test
    void a_free_second_send_does_not_meet_the_next_dead_connection_of_a_new_pool() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient client = RetryOkHttp.wrap(
                            Calls.plain(), Calls.policy().maxAttempts(1).build())
                    .newBuilder()
                    .connectionPool(new ConnectionPool())
                    .build();
            Gate both = new Gate();
            Script held = Script.answer(200).holdingAt(Point.COMMITTED, both);
            server.enqueue(held, held);
            CompletableFuture<Result> one =
                    CompletableFuture.supplyAsync(() -> Result.of(client, Calls.get(server, "/")));
            CompletableFuture<Result> other =
                    CompletableFuture.supplyAsync(() -> Result.of(client, Calls.get(server, "/")));
            both.awaitArrivals(2, Calls.SOON);
            both.open();
            one.join();
            other.join();
            server.closeIdleConnections();
            assertThat(Result.of(client, Calls.get(server, "/")).status()).isEqualTo(200);
        }
    }
}
