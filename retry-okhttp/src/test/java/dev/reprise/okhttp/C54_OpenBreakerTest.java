package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.CallCounts;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.breaker.BreakerSettings;
import dev.reprise.breaker.CircuitBreaker;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Script;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Response;
import okhttp3.ResponseBody;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What interceptors, caches and cancelled calls tell the breaker of a service that is down. */
@Timeout(60)
class C54_OpenBreakerTest {

    private final ManualTime time = new ManualTime();
    private FaultServer server;

    @BeforeEach
    void start() {
        server = FaultServer.start();
        server.otherwise(Script.answer(503));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** Opens after two failures, and lets one probe through after a minute. */
    private RetryPolicy.Builder policy() {
        return Calls.policy()
                .ticker(time)
                .maxAttempts(1)
                .breaker(
                        BreakerSettings.consecutiveFailures(2).halfOpenProbes(1).openJitter(0));
    }

    private static OkHttpClient client(Retrier retrier, Interceptor interceptor) {
        return RetryOkHttp.wrap(
                Calls.plain().newBuilder().addInterceptor(interceptor).build(), retrier);
    }

    private CircuitBreaker.State state(Retrier retrier) {
        return retrier.snapshot()
                .get("http://127.0.0.1:" + server.port())
                .breaker()
                .state();
    }

    /** Answers without asking the service, as a cache does. */
    private static Response instead(Interceptor.Chain chain) throws IOException {
        if (!chain.request().url().encodedPath().equals("/cached")) {
            return chain.proceed(chain.request());
        }
        return new Response.Builder()
                .request(chain.request())
                .protocol(Protocol.HTTP_1_1)
                .code(200)
                .message("")
                .body(ResponseBody.create("kept", Calls.TEXT))
                .build();
    }

    @Test
    void an_answer_that_the_service_did_not_give_says_nothing_of_its_health() throws Exception {
        Retrier retrier = Retrier.of(policy().build());
        OkHttpClient client = client(retrier, C54_OpenBreakerTest::instead);
        Calls.text(client, Calls.get(server, "/"));
        assertThat(Calls.text(client, Calls.get(server, "/cached"))).isEqualTo("kept");
        Calls.text(client, Calls.get(server, "/"));
        assertThat(state(retrier)).as("two failures in a row").isEqualTo(CircuitBreaker.State.OPEN);
        time.advance(Duration.ofMinutes(1));
        Calls.text(client, Calls.get(server, "/cached"));
        assertThat(state(retrier)).isEqualTo(CircuitBreaker.State.HALF_OPEN);
        Calls.text(client, Calls.get(server, "/"));
        assertThat(state(retrier)).as("the place for a probe was free").isEqualTo(CircuitBreaker.State.OPEN);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_probe_is_not_in_the_way_of_what_its_interceptor_sends(boolean guard) throws Exception {
        Retrier retrier = Retrier.of(policy().nestedGuard(guard).build());
        AtomicReference<OkHttpClient> same = new AtomicReference<>();
        OkHttpClient client = client(retrier, chain -> {
            if (!chain.request().url().encodedPath().equals("/token")) {
                Calls.text(same.get(), Calls.get(server, "/token"));
            }
            return chain.proceed(chain.request());
        });
        same.set(client);
        Calls.text(client, Calls.get(server, "/token"));
        Calls.text(client, Calls.get(server, "/token"));
        assertThat(state(retrier)).isEqualTo(CircuitBreaker.State.OPEN);
        time.advance(Duration.ofMinutes(1));
        server.otherwise(Script.answer(200));
        Calls.text(client, Calls.get(server, "/"));
        assertThat(state(retrier)).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    void a_probe_that_is_cancelled_at_any_moment_gives_its_place_back() throws Exception {
        Retrier retrier = Retrier.of(policy().build());
        OkHttpClient client = RetryOkHttp.wrap(Calls.plain(), retrier);
        Calls.text(client, Calls.get(server, "/"));
        Calls.text(client, Calls.get(server, "/"));
        time.advance(Duration.ofMinutes(1));
        server.otherwise(Script.answer(200));
        for (int i = 0; i < 100; i++) {
            Call call = client.newCall(Calls.get(server, "/"));
            CountDownLatch ended = new CountDownLatch(1);
            call.enqueue(new Callback() {
                @Override
                public void onFailure(Call failed, IOException failure) {
                    ended.countDown();
                }

                @Override
                public void onResponse(Call answered, Response response) {
                    response.close();
                    ended.countDown();
                }
            });
            call.cancel();
            assertThat(ended.await(Calls.SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
        assertThat(Calls.text(client, Calls.get(server, "/"))).isNotNull();
        assertThat(state(retrier)).isEqualTo(CircuitBreaker.State.CLOSED);
        CallCounts counts =
                retrier.snapshot().get("http://127.0.0.1:" + server.port()).counts();
        assertThat(counts.calls()).isEqualTo(103);
        assertThat(counts.endings().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(103);
    }
}
