package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.action.BusinessAction;
import dev.reprise.testing.Answer;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import dev.reprise.time.Sleeper;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.EventListener;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Before a pause the answer is closed, and the last one is readable all the same. */
class Promise08_ClosedBeforePauseTest {

    private final ConnectionPool pool = new ConnectionPool();
    private final AtomicInteger open = new AtomicInteger();
    private final List<Integer> openInPause = new ArrayList<>();
    private final ManualTime time = new ManualTime();

    private OkHttpClient client(Duration afterPause) {
        Sleeper sleeper = nanos -> {
            openInPause.add(open.get());
            time.advance(afterPause);
        };
        return RetryOkHttp.wrap(
                Calls.plain()
                        .newBuilder()
                        .connectionPool(pool)
                        .eventListener(new EventListener() {
                            @Override
                            public void responseHeadersEnd(Call call, Response head) {
                                open.incrementAndGet();
                            }

                            @Override
                            public void responseBodyEnd(Call call, long byteCount) {
                                open.decrementAndGet();
                            }

                            @Override
                            public void responseFailed(Call call, IOException failure) {
                                open.decrementAndGet();
                            }
                        })
                        .build(),
                Calls.policy()
                        .ticker(time)
                        .sleeper(sleeper)
                        .deadline(Duration.ofSeconds(20))
                        .build());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, 64 * 1024, 200 * 1024})
    void whatever_the_size_of_the_answer(int size) {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(Answer.of(503, new byte[size])), Script.answer(200, "there"));
            assertThat(Result.of(client(Duration.ZERO), Calls.get(server, "/")).body())
                    .isEqualTo("there");
            assertThat(openInPause).containsExactly(0);
        }
    }

    @Test
    void even_if_the_answer_of_a_bound_call_is_longer_than_what_is_kept_of_it() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(Answer.of(503, new byte[3 * 1024 * 1024])), Script.answer(200, "there"));
            BusinessAction action = Calls.actions().open("payment", "order-1");
            assertThat(Result.of(client(Duration.ZERO), RetryOkHttp.bind(Calls.post(server, "/pay"), action))
                            .body())
                    .isEqualTo("there");
            assertThat(openInPause).containsExactly(0);
        }
    }

    @Test
    void even_if_the_body_stalls() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(
                    Script.answer(503, "half of it").breakingAt(Point.BODY_PARTLY_SENT, Break.STALL),
                    Script.answer(200, "there"));
            Result result = Result.of(client(Duration.ZERO), Calls.get(server, "/"));
            assertThat(result.body()).isEqualTo("there");
            assertThat(result.took()).isLessThan(Duration.ofSeconds(5));
            assertThat(openInPause).containsExactly(0);
        }
    }

    @Test
    void even_if_the_body_never_ends() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(Answer.endless(503)), Script.answer(200, "there"));
            Result result = Result.of(client(Duration.ZERO), Calls.get(server, "/"));
            assertThat(result.body()).isEqualTo("there");
            assertThat(result.took()).isLessThan(Duration.ofSeconds(5));
            assertThat(openInPause).containsExactly(0);
        }
    }

    @Test
    void and_the_caller_gets_the_copy_if_no_attempt_follows() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(Answer.of(503, "busy").header("X-Why", "load")));
            Result result = Result.of(client(Duration.ofHours(1)), Calls.get(server, "/"));
            assertThat(result.status()).isEqualTo(503);
            assertThat(result.body()).isEqualTo("busy");
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void of_which_nobody_takes_a_beginning_for_the_whole() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(503, "half of it").breakingAt(Point.BODY_PARTLY_SENT, Break.STALL));
            try (Response response =
                    client(Duration.ofHours(1)).newCall(Calls.get(server, "/")).execute()) {
                assertThat(response.body().source().readUtf8(5)).isEqualTo("half ");
                assertThat(catchThrowable(() -> response.body().source().readUtf8()))
                        .isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void a_connection_whose_answer_was_read_whole_is_used_again() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(503, "busy"), Script.answer(503, "busy"), Script.answer(200));
            Result.of(client(Duration.ZERO), Calls.get(server, "/"));
            assertThat(server.requests()).hasSize(3);
            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @Test
    void no_call_leaks_a_connection() {
        try (FaultServer server = FaultServer.start()) {
            server.on(head -> server.requests().size() % 3 == 0
                    ? Script.answer(200, "x")
                    : Script.answer(503, "busy").breakingAt(Point.BODY_PARTLY_SENT, Break.CLOSE));
            OkHttpClient client = client(Duration.ZERO);
            for (int i = 0; i < 10; i++) {
                Result.of(client, Calls.get(server, "/"));
            }
            assertThat(pool.connectionCount() - pool.idleConnectionCount()).isZero();
        }
    }
}
