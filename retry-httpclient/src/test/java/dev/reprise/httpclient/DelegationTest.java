package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Outcome;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.backoff.Backoff;
import dev.reprise.event.RetryListener;
import dev.reprise.event.RetryScheduled;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Script;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.CookieManager;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A wrapped client is the client it wraps in everything but calls. */
class DelegationTest {

    @Test
    void it_tells_the_settings_of_the_client_that_it_wraps() {
        Executor executor = ForkJoinPool.commonPool();
        CookieManager cookies = new CookieManager();
        HttpClient plain = HttpClient.newBuilder()
                .connectTimeout(Duration.ofSeconds(7))
                .followRedirects(HttpClient.Redirect.NORMAL)
                .cookieHandler(cookies)
                .proxy(ProxySelector.of(null))
                .executor(executor)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        HttpClient client = RetryHttpClient.wrap(plain, Calls.policy().build());
        assertThat(client.connectTimeout()).contains(Duration.ofSeconds(7));
        assertThat(client.followRedirects()).isEqualTo(HttpClient.Redirect.NORMAL);
        assertThat(client.cookieHandler()).contains(cookies);
        assertThat(client.proxy()).isEqualTo(plain.proxy());
        assertThat(client.executor()).contains(executor);
        assertThat(client.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
        assertThat(client.sslContext()).isSameAs(plain.sslContext());
        assertThat(client.sslParameters()).isNotNull();
        assertThat(client.authenticator()).isEmpty();
        assertThat(client.newWebSocketBuilder()).isInstanceOf(WebSocket.Builder.class);
    }

    @Test
    void it_overrides_every_method_that_a_client_has_on_this_version_of_java() {
        assertThat(Arrays.stream(HttpClient.class.getDeclaredMethods())
                        .filter(method -> Modifier.isPublic(method.getModifiers()))
                        .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isSynthetic()))
                .allSatisfy(method ->
                        assertThat(overriding(WrappedClient.class, method)).isNotNull());
        assertThat(Arrays.stream(HttpClient.Builder.class.getMethods())
                        .filter(method -> !Modifier.isStatic(method.getModifiers())))
                .allSatisfy(method ->
                        assertThat(overriding(WrappedBuilder.class, method)).isNotNull());
    }

    private static Method overriding(Class<?> owner, Method method) throws NoSuchMethodException {
        return owner.getDeclaredMethod(method.getName(), method.getParameterTypes());
    }

    @Test
    void a_builder_of_the_jdks_kind_builds_wrapped_clients() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(503), Script.answer(200));
            HttpClient client = RetryHttpClient.newBuilder(Calls.policy().build())
                    .connectTimeout(Duration.ofSeconds(3))
                    .version(HttpClient.Version.HTTP_1_1)
                    .build();
            assertThat(client.connectTimeout()).contains(Duration.ofSeconds(3));
            assertThat(Result.Way.SEND.of(client, Calls.get(server, "/")).attempts())
                    .isEqualTo(2);
            HttpClient shared = RetryHttpClient.newBuilder(
                            Retrier.of(Calls.policy().build()))
                    .build();
            assertThat(Result.Way.SEND.of(shared, Calls.get(server, "/")).status())
                    .isEqualTo(200);
        }
    }

    @Test
    void a_wrapped_client_is_not_wrapped_again() {
        assertThatThrownBy(() ->
                        RetryHttpClient.wrap(Calls.client(), Calls.policy().build()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("wrapped by Reprise already");
        assertThatThrownBy(() -> RetryHttpClient.builder(Calls.plain()).build())
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> RetryHttpClient.builder(Calls.plain()).bufferLimit(1000))
                .hasMessageContaining("bufferLimit");
        assertThatThrownBy(() -> RetryHttpClient.builder(Calls.plain()).recordBodies(-1))
                .hasMessageContaining("recordBodies");
    }

    @Test
    void null_is_refused_at_once() {
        HttpRequest request = HttpRequest.newBuilder(java.net.URI.create("http://127.0.0.1:1/"))
                .build();
        assertThatThrownBy(() -> Calls.client().send(null, BodyHandlers.ofString()))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Calls.client().sendAsync(request, null)).isInstanceOf(NullPointerException.class);
    }

    // ---- pushes

    @Test
    void what_a_server_pushes_goes_to_the_callers_handler() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(200, "body"));
            HttpClient plain = Calls.plain();
            HttpRequest pushed = Calls.get(server, "/pushed").build();
            StubClient pushing = new StubClient(plain) {
                @Override
                public <T> CompletableFuture<HttpResponse<T>> sendAsync(
                        HttpRequest request,
                        HttpResponse.BodyHandler<T> handler,
                        HttpResponse.PushPromiseHandler<T> pushes) {
                    Function<HttpResponse.BodyHandler<T>, CompletableFuture<HttpResponse<T>>> acceptor =
                            accepted -> plain.sendAsync(pushed, accepted);
                    pushes.applyPushPromise(request, pushed, acceptor);
                    return plain.sendAsync(request, handler);
                }
            };
            CompletableFuture<HttpResponse<String>> promised = new CompletableFuture<>();
            HttpClient client = RetryHttpClient.wrap(pushing, Calls.policy().build());
            HttpResponse<String> response = client.sendAsync(
                            Calls.get(server, "/").build(), BodyHandlers.ofString(), (initiating, push, acceptor) -> {
                                CompletionStage<HttpResponse<String>> stage = acceptor.apply(BodyHandlers.ofString());
                                stage.thenAccept(promised::complete);
                            })
                    .get(10, TimeUnit.SECONDS);
            assertThat(response.body()).isEqualTo("body");
            assertThat(promised.get(10, TimeUnit.SECONDS).body()).isEqualTo("body");
            assertThat(promised.get(10, TimeUnit.SECONDS).uri()).isEqualTo(pushed.uri());
            assertThat(RetryHttpClient.outcome(promised.get(10, TimeUnit.SECONDS)))
                    .isNull();
        }
    }

    // ---- closing

    private static WrappedClient pausing(CountDownLatch begun) {
        return (WrappedClient) RetryHttpClient.wrap(
                Calls.plain(),
                Calls.policy()
                        .backoff(Backoff.fixed(Duration.ofSeconds(30)))
                        .deadline(Duration.ofMinutes(5))
                        .listener(new RetryListener() {
                            @Override
                            public void retryScheduled(RetryScheduled event) {
                                begun.countDown();
                            }
                        })
                        .build());
    }

    @ParameterizedTest
    @ValueSource(strings = {"shutdown", "shutdownNow", "close"})
    void closing_ends_the_pauses_of_blocking_calls(String method) throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(503));
            CountDownLatch begun = new CountDownLatch(1);
            WrappedClient client = pausing(begun);
            CompletableFuture<Result> running =
                    CompletableFuture.supplyAsync(() -> Result.Way.SEND.of(client, Calls.get(server, "/")));
            assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
            WrappedClient.class.getMethod(method).invoke(client);
            Result result = running.get(10, TimeUnit.SECONDS);
            assertThat(result.failure()).isInstanceOf(IOException.class);
            assertThat(result.ending()).isEqualTo(Ending.CANCELLED);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shutdown", "shutdownNow", "close"})
    void closing_ends_the_pauses_of_asynchronous_calls(String method) throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(503));
            CountDownLatch begun = new CountDownLatch(1);
            WrappedClient client = pausing(begun);
            CompletableFuture<HttpResponse<String>> future =
                    client.sendAsync(Calls.get(server, "/").build(), BodyHandlers.ofString());
            assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
            WrappedClient.class.getMethod(method).invoke(client);
            Throwable failure = catchThrowable(() -> future.get(10, TimeUnit.SECONDS));
            assertThat(failure).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(IOException.class);
            assertThat(failure.getCause()).hasMessageContaining("closed");
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void closing_closes_the_client_where_that_is_possible() throws Exception {
        WrappedClient client = (WrappedClient) Calls.client();
        client.close();
        if (Runtime.version().feature() >= 21) {
            assertThat(client.isTerminated()).isTrue();
            assertThat(client.awaitTermination(Duration.ofSeconds(10))).isTrue();
            Result result =
                    Result.Way.SEND.of(client, HttpRequest.newBuilder(java.net.URI.create("http://127.0.0.1:1/")));
            assertThat(result.failure()).isInstanceOf(IOException.class);
        } else {
            assertThat(client.awaitTermination(Duration.ofSeconds(10))).isTrue();
        }
    }

    @Test
    void the_outcome_of_a_response_from_elsewhere_is_not_known() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            HttpResponse<String> own = Calls.plain().send(Calls.get(server, "/").build(), BodyHandlers.ofString());
            assertThat(RetryHttpClient.outcome(own)).isNull();
            Outcome known = RetryHttpClient.outcome(
                    Calls.client().send(Calls.get(server, "/").build(), BodyHandlers.ofString()));
            assertThat(known.attempts()).isEqualTo(1);
        }
    }

    @Test
    void a_policy_beside_a_retrier_is_refused() {
        RetryPolicy one = Calls.policy().build();
        assertThatThrownBy(() -> RetryHttpClient.builder(Calls.plain())
                        .retrier(Retrier.of(one))
                        .policy(one))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("policy", "retrier");
        assertThatThrownBy(
                        () -> RetryHttpClient.builder(Calls.plain()).policy(one).retrier(Retrier.of(one)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("policy", "retrier");
    }

    @Test
    void what_no_array_holds_is_refused_as_a_limit() {
        assertThatThrownBy(() -> RetryHttpClient.builder(Calls.plain()).bufferLimit(1L << 31))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("bufferLimit", "2147483647", "2147483648");
        assertThatThrownBy(() -> RetryHttpClient.builder(Calls.plain()).recordBodies(1L << 31))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("recordBodies", "2147483647", "2147483648");
    }
}
