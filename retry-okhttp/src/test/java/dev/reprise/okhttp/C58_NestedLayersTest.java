package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.CallSpec;
import dev.reprise.Outcome;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.chain.CallChain;
import dev.reprise.chain.DeadlineHeader;
import dev.reprise.chain.IncomingCall;
import dev.reprise.deadline.Deadline;
import dev.reprise.internal.CallContext;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Script;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Dispatcher;
import okhttp3.EventListener;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One layer retries, also where calls are enqueued and run on threads of OkHttp's. */
@SuppressWarnings("try") // scopes do their work by being open
class C58_NestedLayersTest {

    private static final String TIME = "X-Request-Timeout-Ms";
    private static final CallChain CHAIN = CallChain.builder()
            .deadline(DeadlineHeader.milliseconds(TIME))
            .marker()
            .build();

    private final RetryPolicy policy = Calls.policy().build();
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

    /** Waits for an enqueued call. */
    private static Outcome enqueued(Call call) throws Exception {
        CompletableFuture<Outcome> ended = new CompletableFuture<>();
        call.enqueue(new Callback() {
            @Override
            public void onFailure(Call failed, IOException failure) {
                Outcome outcome = Outcome.of(failure);
                if (outcome == null) {
                    ended.completeExceptionally(failure);
                } else {
                    ended.complete(outcome);
                }
            }

            @Override
            public void onResponse(Call answered, Response response) {
                response.close();
                ended.complete(RetryOkHttp.outcome(response));
            }
        });
        return ended.get(Calls.SOON.toSeconds(), TimeUnit.SECONDS);
    }

    private CallSpec<String> around(String scope) {
        return CallSpec.<String>of(Repeatability.IDEMPOTENT).scope(scope);
    }

    @ParameterizedTest
    @CsvSource({
        "same, 3", // one layer retries
        "other, 9", // a token refresh, say
        "'', 3" // a call without a scope covers all
    })
    void an_enqueued_call_inside_a_call(String outer, int requests) {
        String scope = outer.equals("same") ? "http://127.0.0.1:" + server.port() : outer;
        OkHttpClient client = Calls.client();
        assertThatThrownBy(() -> Retrier.of(policy).call(around(scope), attempt -> {
                    throw new IOException(
                            enqueued(client.newCall(Calls.get(server, "/"))).toString());
                }))
                .isInstanceOf(IOException.class);
        assertThat(server.requests()).hasSize(requests);
    }

    @Test
    void an_enqueued_call_inside_a_marked_one_makes_one_attempt() throws Exception {
        OkHttpClient client = Calls.client();
        IncomingCall marked = CHAIN.read(name -> name.equals(CallChain.DEFAULT_MARKER) ? "1" : null);
        try (IncomingCall.Scope scope = marked.enter()) {
            assertThat(enqueued(client.newCall(Calls.get(server, "/"))))
                    .returns(Ending.NESTED, Outcome::ending)
                    .returns(1, Outcome::attempts);
        }
        assertThat(enqueued(client.newCall(Calls.get(server, "/"))))
                .as("the dispatcher's thread is as it was")
                .returns(3, Outcome::attempts);
    }

    @Test
    void an_enqueued_call_has_the_time_of_the_place_where_it_was_made() throws Exception {
        OkHttpClient client =
                RetryOkHttp.wrap(Calls.plain(), Calls.policy().chain(CHAIN).build());
        try (Deadline.Scope scope = Deadline.after(Duration.ofSeconds(20)).activate()) {
            enqueued(client.newCall(Calls.get(server, "/")));
        }
        assertThat(server.requests()).hasSize(3).allMatch(request -> Long.parseLong(request.header(TIME)) <= 20_000);
        enqueued(client.newCall(Calls.get(server, "/")));
        assertThat(server.requests()).hasSize(6).last().matches(request -> request.header(TIME) == null);
    }

    @Test
    void behind_an_expired_deadline_an_enqueued_call_is_not_sent() throws Exception {
        OkHttpClient client = Calls.client();
        try (IncomingCall.Scope scope =
                CHAIN.read(name -> name.equals(TIME) ? "0" : null).enter()) {
            assertThat(enqueued(client.newCall(Calls.get(server, "/"))).ending())
                    .isEqualTo(Ending.DEADLINE);
        }
        assertThat(server.accepted()).isZero();
    }

    @Test
    void a_call_belongs_to_the_place_where_it_was_made_and_its_clone_to_another() throws Exception {
        OkHttpClient client = Calls.client();
        Call made;
        try (IncomingCall.Scope scope = CHAIN.read(name -> "1").enter()) {
            made = client.newCall(Calls.get(server, "/"));
        }
        assertThat(enqueued(made.clone()).attempts()).isEqualTo(3);
        assertThat(enqueued(made).attempts()).isLessThan(3);
    }

    /** What becomes of such a call is not watched where the action is sent, so it is a call of its own, which waits for its turn. */
    @Test
    void an_enqueued_call_is_no_part_of_the_send_around_it() throws Exception {
        BusinessAction action = Calls.actions().open("payment", "order-1");
        OkHttpClient client = Calls.client();
        CompletableFuture<Outcome> inner = new CompletableFuture<>();
        OkHttpClient outer = RetryOkHttp.wrap(
                Calls.plain()
                        .newBuilder()
                        .addInterceptor(chain -> {
                            client.newCall(RetryOkHttp.bind(Calls.post(server, "/pay"), action))
                                    .enqueue(new Callback() {
                                        @Override
                                        public void onFailure(Call call, IOException failure) {
                                            inner.complete(Outcome.of(failure));
                                        }

                                        @Override
                                        public void onResponse(Call call, Response response) {
                                            response.close();
                                            inner.complete(RetryOkHttp.outcome(response));
                                        }
                                    });
                            return chain.proceed(chain.request());
                        })
                        .build(),
                policy);
        server.otherwise(Script.answer(200, "paid"));
        Calls.text(outer, RetryOkHttp.bind(Calls.post(server, "/pay"), action));
        assertThat(inner.get(Calls.SOON.toSeconds(), TimeUnit.SECONDS).ending()).isEqualTo(Ending.ALREADY_SETTLED);
        assertThat(server.requests()).hasSize(1);
        assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
    }

    @Test
    void threads_of_a_dispatcher_are_as_they_were_however_a_call_ends() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            OkHttpClient plain = Calls.plain()
                    .newBuilder()
                    .dispatcher(new Dispatcher(threads))
                    .addInterceptor(C58_NestedLayersTest::breaking)
                    .build();
            OkHttpClient client = RetryOkHttp.wrap(
                    plain, Calls.policy().deadline(Duration.ofSeconds(20)).build());
            List<CompletableFuture<Outcome>> ended = new ArrayList<>();
            try (IncomingCall.Scope marked = CHAIN.read(name -> "1").enter();
                    Deadline.Scope time = Deadline.after(Duration.ofSeconds(30)).activate()) {
                for (int i = 0; i < 60; i++) {
                    Call call = client.newCall(Calls.get(server, "/" + i % 5));
                    if (i % 7 == 0) {
                        call.cancel();
                    }
                    ended.add(CompletableFuture.supplyAsync(() -> quietly(call)));
                }
            }
            for (CompletableFuture<Outcome> end : ended) {
                end.get(Calls.SOON.toSeconds(), TimeUnit.SECONDS);
            }
            List<Future<String>> looks = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                looks.add(threads.submit(
                        () -> Deadline.current() + ", " + CallContext.covers("any") + ", " + AttemptState.current()));
            }
            for (Future<String> look : looks) {
                assertThat(look.get()).isEqualTo("no deadline, false, null");
            }
        } finally {
            threads.shutdown();
        }
    }

    private static @Nullable Outcome quietly(Call call) {
        try {
            return enqueued(call);
        } catch (Exception failed) {
            return null;
        }
    }

    private static Response breaking(Interceptor.Chain chain) throws IOException {
        switch (chain.request().url().encodedPath()) {
            case "/1" -> throw new IllegalStateException("an interceptor's bug");
            case "/2" -> throw new AssertionError("an interceptor's error");
            case "/3" -> throw new IOException("an interceptor's failure");
            default -> {
                return chain.proceed(chain.request());
            }
        }
    }

    @Test
    void the_applications_listeners_go_on_hearing() throws Exception {
        List<String> heard = new CopyOnWriteArrayList<>();
        OkHttpClient plain = Calls.plain()
                .newBuilder()
                .eventListenerFactory(call -> {
                    heard.add("made");
                    return new EventListener() {
                        @Override
                        public void callStart(Call started) {
                            heard.add("started");
                        }
                    };
                })
                .build();
        Calls.text(RetryOkHttp.wrap(plain, policy), Calls.get(server, "/"));
        assertThat(heard).containsExactly("made", "started");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void an_interceptor_that_is_installed_twice_retries_once(boolean first) {
        OkHttpClient wrapped = Calls.client();
        OkHttpClient.Builder twice = wrapped.newBuilder();
        twice.interceptors()
                .add(
                        first ? 0 : wrapped.interceptors().size(),
                        wrapped.interceptors().get(0));
        Result result = Result.of(twice.build(), Calls.get(server, "/"));
        assertThat(server.requests()).hasSize(3);
        assertThat(result.status()).isEqualTo(503);
        assertThat(result.attempts()).isEqualTo(3);
    }

    @Test
    void wrapping_a_wrapped_client_is_refused() {
        assertThatThrownBy(() -> RetryOkHttp.wrap(Calls.client(), policy)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void calls_that_are_left_alone_stay_so() throws Exception {
        OkHttpClient client = Calls.client();
        Request request = RetryOkHttp.leaveAlone(Calls.get(server, "/"));
        try (IncomingCall.Scope scope =
                CHAIN.read(name -> name.equals(TIME) ? "0" : null).enter()) {
            Calls.text(client, request);
        }
        assertThat(server.requests()).hasSize(1);
    }
}
