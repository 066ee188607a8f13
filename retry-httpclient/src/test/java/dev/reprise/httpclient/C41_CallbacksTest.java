package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.action.Settlement;
import dev.reprise.action.StatusQuery;
import dev.reprise.backoff.Backoff;
import dev.reprise.event.AttemptStarted;
import dev.reprise.event.RetryListener;
import dev.reprise.http.HeaderNames;
import dev.reprise.outcome.Ending;
import dev.reprise.suite.FaultyStore;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever a user's own code throws, the future completes and tells how the request itself failed. */
class C41_CallbacksTest {

    /** What is thrown. */
    enum Thrown {
        EXCEPTION {
            @Override
            void now() {
                throw new IllegalStateException("mine");
            }
        },
        ERROR {
            @Override
            void now() {
                throw new NoClassDefFoundError("mine");
            }
        };

        abstract void now();
    }

    private FaultServer server;

    @BeforeEach
    void start() {
        server = FaultServer.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** How an asynchronous call ended, within a second or a failure of the test. */
    private static Object end(HttpClient client, HttpRequest.Builder request) throws Exception {
        return end(client, request, BodyHandlers.ofString());
    }

    private static Object end(HttpClient client, HttpRequest.Builder request, HttpResponse.BodyHandler<String> handler)
            throws Exception {
        CompletableFuture<HttpResponse<String>> future = client.sendAsync(request.build(), handler);
        try {
            return future.get(10, TimeUnit.SECONDS).statusCode();
        } catch (ExecutionException failed) {
            return failed.getCause();
        }
    }

    private static HttpClient wrapped(RetryPolicy.Builder policy) {
        return RetryHttpClient.wrap(Calls.plain(), policy.build());
    }

    @ParameterizedTest
    @EnumSource
    void a_listener(Thrown thrown) throws Exception {
        server.enqueue(Script.answer(503), Script.answer(200));
        HttpClient client = wrapped(Calls.policy().listener(new RetryListener() {
            @Override
            public void attemptStarted(AttemptStarted event) {
                thrown.now();
            }
        }));
        assertThat(end(client, Calls.get(server, "/"))).isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource
    void the_source_of_jitter(Thrown thrown) throws Exception {
        server.otherwise(Script.answer(503));
        HttpClient client = wrapped(Calls.policy()
                .backoff(Backoff.exponential(Duration.ofMillis(1)).fullJitter())
                .random(() -> {
                    thrown.now();
                    return 0;
                }));
        Object end = end(client, Calls.get(server, "/"));
        assertThat(end).isNotNull();
        assertThat(server.requests()).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_settlement(Thrown thrown) throws Exception {
        server.otherwise(Script.answer(200));
        Actions actions = actions((answer, context) -> {
            thrown.now();
            return null;
        });
        BusinessAction action = actions.open("payment", "order-1");
        assertThat(end(wrapped(Calls.policy()), RetryHttpClient.bind(Calls.post(server, "/pay"), action)))
                .isInstanceOf(dev.reprise.UnknownOutcomeException.class);
        // The turn was passed on: a second call does not wait for the first.
        assertThat(end(wrapped(Calls.policy()), RetryHttpClient.bind(Calls.post(server, "/pay"), action)))
                .isInstanceOf(dev.reprise.UnknownOutcomeException.class);
    }

    private static Actions actions(Settlement settlement) {
        return Actions.builder(new InMemoryActionStore())
                .type("payment", type -> type.profile(IdempotencyProfile.bareHeader(HeaderNames.X_REQUEST_ID))
                        .settlement(settlement))
                .build();
    }

    @ParameterizedTest
    @EnumSource
    void a_store(Thrown thrown) throws Exception {
        Actions actions = Actions.builder(new FaultyStore(thrown::now))
                .type("payment", type -> type.profile(IdempotencyProfile.bareHeader(HeaderNames.X_REQUEST_ID)))
                .build();
        BusinessAction action = actions.open("payment", "order-1");
        Object end = end(wrapped(Calls.policy()), RetryHttpClient.bind(Calls.post(server, "/pay"), action));
        assertThat(dev.reprise.Outcome.of((Throwable) end).ending()).isEqualTo(Ending.STORE_FAILED);
        assertThat(server.requests()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_query(Thrown thrown) throws Exception {
        server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
        Actions actions = Actions.builder(new InMemoryActionStore())
                .type(
                        "payment",
                        type -> type.statusQuery(StatusQuery.of(Duration.ofSeconds(1), question -> {
                            thrown.now();
                            return null;
                        })))
                .build();
        BusinessAction action = actions.open("payment", "order-1");
        assertThat(end(wrapped(Calls.policy().maxPolls(2)), RetryHttpClient.bind(Calls.post(server, "/pay"), action)))
                .isInstanceOf(dev.reprise.UnknownOutcomeException.class);
    }

    @ParameterizedTest
    @EnumSource
    void a_body_handler(Thrown thrown) throws Exception {
        server.otherwise(Script.answer(200, "done"));
        Object end = end(Calls.client(), Calls.get(server, "/"), head -> {
            thrown.now();
            return null;
        });
        assertThat((Throwable) end).hasMessageContaining("mine");
        assertThat(server.requests()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void a_body_handler_that_is_given_a_held_answer(Thrown thrown) throws Exception {
        server.otherwise(Script.answer(503, "busy"));
        Object end = end(Calls.client(), Calls.get(server, "/"), head -> {
            thrown.now();
            return null;
        });
        assertThat((Throwable) end).hasMessageContaining("mine");
        assertThat(server.requests()).hasSize(3);
    }

    @ParameterizedTest
    @EnumSource
    void a_subscriber_that_is_given_a_held_answer(Thrown thrown) throws Exception {
        server.otherwise(Script.answer(503, "busy"));
        Object end = end(Calls.client(), Calls.get(server, "/"), head -> new Throwing(thrown));
        assertThat((Throwable) end).hasMessageContaining("mine");
    }

    /** Breaks the rules when the first bytes come. */
    private record Throwing(Thrown thrown) implements HttpResponse.BodySubscriber<String> {
        @Override
        public CompletableFuture<String> getBody() {
            return new CompletableFuture<>();
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(1);
        }

        @Override
        public void onNext(java.util.List<ByteBuffer> item) {
            thrown.now();
        }

        @Override
        public void onError(Throwable failure) {
            throw new IllegalStateException("again");
        }

        @Override
        public void onComplete() {
            throw new IllegalStateException("again");
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_body_publisher_the_second_time(Thrown thrown) throws Exception {
        server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
        AtomicInteger subscriptions = new AtomicInteger();
        HttpRequest.BodyPublisher body = new HttpRequest.BodyPublisher() {
            @Override
            public long contentLength() {
                return 1;
            }

            @Override
            public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
                if (subscriptions.incrementAndGet() > 1) {
                    thrown.now();
                }
                BodyPublishers.ofString("x").subscribe(subscriber);
            }
        };
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.uri("/file")).PUT(RetryHttpClient.replayable(body));
        Throwable end = (Throwable) end(Calls.client(), request);
        assertThat(dev.reprise.Outcome.of(end)).isNotNull();
        assertThat(server.requests()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"SEND, EXCEPTION", "SEND, ERROR", "SEND_ASYNC, EXCEPTION", "SEND_ASYNC, ERROR"})
    void the_client_itself_at_the_second_attempt(Result.Way way, Thrown thrown) {
        server.otherwise(Script.answer(503));
        AtomicInteger exchanges = new AtomicInteger();
        HttpClient client = RetryHttpClient.wrap(
                new StubClient(Calls.plain()) {
                    @Override
                    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
                            HttpRequest request, HttpResponse.BodyHandler<T> handler) {
                        if (exchanges.incrementAndGet() > 1) {
                            thrown.now();
                        }
                        return super.sendAsync(request, handler);
                    }
                },
                Calls.policy().build());
        Result result = way.of(client, Calls.get(server, "/"));
        assertThat(result.failure()).hasMessageContaining("mine");
        assertThat(result.attempts()).isEqualTo(2);
    }

    @Test
    void a_scheduler_that_was_shut_down() throws Exception {
        server.otherwise(Script.answer(503, "busy"));
        ScheduledExecutorService scheduler = new ScheduledThreadPoolExecutor(1);
        scheduler.shutdown();
        HttpClient client = wrapped(Calls.policy().scheduler(scheduler));
        assertThat(end(client, Calls.get(server, "/"))).isNotNull();
        assertThat(server.requests()).hasSize(1);
    }
}
