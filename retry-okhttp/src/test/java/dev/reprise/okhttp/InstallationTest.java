package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.deadline.Deadline;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.Test;

class InstallationTest {

    private final RetryPolicy policy = Calls.policy().build();

    @Test
    void wrapping_twice_is_refused() {
        OkHttpClient wrapped = Calls.client();
        assertThatThrownBy(() -> RetryOkHttp.wrap(wrapped, policy))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("wrapped");
        assertThatThrownBy(() -> RetryOkHttp.builder(wrapped.newBuilder().build()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void the_clients_own_settings_stay() {
        OkHttpClient plain = Calls.plain()
                .newBuilder()
                .addInterceptor(chain -> chain.proceed(chain.request()))
                .readTimeout(Duration.ofSeconds(3))
                .build();
        OkHttpClient wrapped = RetryOkHttp.wrap(plain, Retrier.of(policy));
        assertThat(wrapped.interceptors())
                .hasSize(3)
                .element(1)
                .isSameAs(plain.interceptors().get(0));
        assertThat(wrapped.readTimeoutMillis()).isEqualTo(3000);
        assertThat(wrapped.connectionPool()).isSameAs(plain.connectionPool());
        assertThat(wrapped.dispatcher()).isSameAs(plain.dispatcher());
        assertThat(plain.networkInterceptors()).isEmpty();
    }

    @Test
    void a_builder_without_a_policy_builds_nothing() {
        assertThatThrownBy(() -> RetryOkHttp.builder(Calls.plain()).build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("policy");
    }

    @Test
    void settings_out_of_range_are_refused_by_name() {
        RetryOkHttp.Builder builder = RetryOkHttp.builder(Calls.plain());
        assertThatThrownBy(() -> builder.preflightIdle(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("preflightIdle");
        assertThatThrownBy(() -> builder.bufferLimit(1000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bufferLimit")
                .hasMessageContaining("1000");
    }

    @Test
    void the_halves_in_each_others_place_say_so() {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient wrapped = Calls.client();
            OkHttpClient.Builder crossed = Calls.plain().newBuilder();
            crossed.addNetworkInterceptor(wrapped.interceptors().get(0));
            assertThat(Result.of(crossed.build(), Calls.get(server, "/")).failure())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("network interceptor");
            OkHttpClient.Builder other = Calls.plain().newBuilder();
            other.addInterceptor(wrapped.networkInterceptors().get(0));
            assertThat(Result.of(other.build(), Calls.get(server, "/")).failure())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("application interceptor");
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void without_its_network_half_every_failure_counts_as_unknown() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient.Builder half = Calls.client().newBuilder();
            half.networkInterceptors().clear();
            OkHttpClient client = half.build();
            assertThat(Result.of(client, Calls.get(server, "/")).status()).isEqualTo(200);
            server.stopListening();
            server.closeIdleConnections();
            Result result = Result.of(client, Calls.post(server, "/pay"));
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
        }
    }

    @Test
    void without_its_network_half_not_even_the_first_lost_request_is_sent_again() {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient whole = Calls.client();
            OkHttpClient.Builder half = whole.newBuilder();
            half.networkInterceptors().clear();
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
            Result result = Result.of(half.build(), Calls.post(server, "/pay"));
            assertThat(server.requests()).hasSize(1);
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            server.stopListening();
            assertThat(Result.of(whole, Calls.post(server, "/pay")).attempts())
                    .as("the client that it was made from still watches")
                    .isEqualTo(3);
        }
    }

    @Test
    void values_set_as_plain_tags_work() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(503));
            OkHttpClient client = Calls.client();
            Request base = Calls.post(server, "/pay");
            BusinessAction action = Calls.actions().open("payment", "order-1");
            Request bound = base.newBuilder().tag(BusinessAction.class, action).build();
            Result.of(client, bound);
            assertThat(server.requests()).hasSize(3);
            assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
            Request repeatable = base.newBuilder()
                    .tag(Repeatability.class, Repeatability.IDEMPOTENT)
                    .build();
            Result.of(client, repeatable);
            assertThat(server.requests()).hasSize(6);
            Request once = base.newBuilder()
                    .tag(Repeatability.class, Repeatability.IDEMPOTENT)
                    .tag(RetryPolicy.class, Calls.policy().maxAttempts(1).build())
                    .build();
            Result.of(client, once);
            assertThat(server.requests()).hasSize(7);
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.STALL));
            Request hurried = base.newBuilder()
                    .tag(Deadline.class, Deadline.after(Duration.ofMillis(300)))
                    .build();
            assertThat(Result.of(client, hurried).ending()).isEqualTo(Ending.DEADLINE);
        }
    }

    @Test
    void the_sugar_sets_the_same_tags_and_keeps_others() {
        Request request = new Request.Builder()
                .url("http://pay.test/")
                .tag(String.class, "mine")
                .build();
        BusinessAction action = Calls.actions().open("payment", "order-1");
        Deadline deadline = Deadline.after(Duration.ofSeconds(1));
        Request tagged = RetryOkHttp.with(
                RetryOkHttp.with(RetryOkHttp.with(RetryOkHttp.bind(request, action), policy), Repeatability.ONCE),
                deadline);
        assertThat(tagged.tag(BusinessAction.class)).isSameAs(action);
        assertThat(tagged.tag(RetryPolicy.class)).isSameAs(policy);
        assertThat(tagged.tag(Repeatability.class)).isEqualTo(Repeatability.ONCE);
        assertThat(tagged.tag(Deadline.class)).isSameAs(deadline);
        assertThat(tagged.tag(String.class)).isEqualTo("mine");
    }

    @Test
    void enqueued_calls_are_repeated_too() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(503), Script.answer(200, "there"));
            CompletableFuture<String> body = new CompletableFuture<>();
            Calls.client().newCall(Calls.get(server, "/")).enqueue(new Callback() {
                @Override
                public void onFailure(Call call, IOException failure) {
                    body.completeExceptionally(failure);
                }

                @Override
                public void onResponse(Call call, Response response) throws IOException {
                    body.complete(response.body().string());
                }
            });
            assertThat(body.get(10, TimeUnit.SECONDS)).isEqualTo("there");
        }
    }

    @Test
    void a_request_taken_from_an_earlier_response_can_be_used_again() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient client = Calls.client();
            Request used;
            try (Response response = client.newCall(Calls.get(server, "/")).execute()) {
                used = response.request();
            }
            server.enqueue(Script.answer(503));
            Result result = Result.of(client, used);
            assertThat(result.status()).isEqualTo(200);
            assertThat(result.attempts()).isEqualTo(2);
            assertThat(server.requests("GET", "/").get(1).header("X-Retry-Attempt"))
                    .isNull();
        }
    }

    @Test
    void a_call_inside_a_call_of_the_same_scope_makes_one_attempt() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(503));
            OkHttpClient inner = Calls.client();
            OkHttpClient outer = RetryOkHttp.wrap(
                    Calls.plain()
                            .newBuilder()
                            .addInterceptor(chain -> {
                                inner.newCall(Calls.get(server, "/token"))
                                        .execute()
                                        .close();
                                return chain.proceed(chain.request());
                            })
                            .build(),
                    policy);
            Result.of(outer, Calls.get(server, "/"));
            assertThat(server.requests("GET", "/")).hasSize(3);
            assertThat(server.requests("GET", "/token")).hasSize(3);
        }
    }

    @Test
    void a_policy_beside_a_retrier_is_refused() {
        RetryPolicy one = Calls.policy().build();
        assertThatThrownBy(() -> RetryOkHttp.builder(Calls.plain())
                        .retrier(Retrier.of(one))
                        .policy(one))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("policy", "retrier");
        assertThatThrownBy(() -> RetryOkHttp.builder(Calls.plain()).policy(one).retrier(Retrier.of(one)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("policy", "retrier");
    }

    @Test
    void what_no_array_holds_is_refused_as_a_limit() {
        assertThatThrownBy(() -> RetryOkHttp.builder(Calls.plain()).bufferLimit(1L << 31))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("bufferLimit", "2147483647", "2147483648");
    }
}
