package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.action.Actions;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.http.HeaderNames;
import dev.reprise.suite.FaultyStore;
import dev.reprise.testing.FaultServer;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.Test;

/** More calls at once than there are threads for what may hang are served one after the other, and none is refused. */
class ManyCallsAtOnceTest {

    private static final int CALLS = 200;

    /** More than the threads, so that the calls cannot all be in it. */
    private final CountDownLatch crowd = new CountDownLatch(CALLS);

    private final RetryPolicy policy =
            Calls.policy().maxAttempts(1).deadline(Duration.ofSeconds(30)).build();

    @Test
    void whose_names_are_resolved() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain()
                            .newBuilder()
                            .dns(host -> {
                                crowd();
                                return List.of(InetAddress.getLoopbackAddress());
                            })
                            .build(),
                    policy);
            Request request =
                    new Request.Builder().url(server.url("a.test", "/")).build();
            assertThat(failures(call -> Result.of(client, request))).isEmpty();
        }
    }

    @Test
    void whose_actions_are_written() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            Actions actions = Actions.builder(new FaultyStore(this::crowd))
                    .type("payment", type -> type.profile(IdempotencyProfile.bareHeader(HeaderNames.X_REQUEST_ID)))
                    .build();
            OkHttpClient client = RetryOkHttp.wrap(Calls.plain(), policy);
            assertThat(failures(call -> Result.of(
                            client,
                            RetryOkHttp.bind(Calls.post(server, "/pay"), actions.open("payment", "order-" + call)))))
                    .isEmpty();
        }
    }

    private void crowd() {
        crowd.countDown();
        try {
            crowd.await(1, TimeUnit.SECONDS);
        } catch (InterruptedException abandoned) {
            Thread.currentThread().interrupt();
        }
    }

    private static List<Throwable> failures(IntFunction<Result> call) throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(CALLS);
        try {
            List<Future<Result>> running = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                int number = i;
                running.add(callers.submit(() -> call.apply(number)));
            }
            List<Throwable> failures = new ArrayList<>();
            for (Future<Result> result : running) {
                if (result.get().failure() != null) {
                    failures.add(result.get().failure());
                }
            }
            return failures;
        } finally {
            callers.shutdownNow();
        }
    }
}
