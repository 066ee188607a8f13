package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Answer;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Gate;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.net.SocketTimeoutException;
import java.time.Duration;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import org.junit.jupiter.api.Test;

/** A body that never ends must not hold a caller who set a deadline. */
class C36_SlowBodyTest {

    private static final Duration DEADLINE = Duration.ofMillis(1500);

    private static Script drip() {
        return Script.answer(Answer.endless(200)).drippingFrom(Point.HEAD_SENT, Duration.ofMillis(20));
    }

    private static RetryOkHttp.Builder builder() {
        return RetryOkHttp.builder(Calls.plain())
                .policy(Calls.policy().deadline(DEADLINE).build());
    }

    @Test
    void a_bound_body_that_drips_is_cut_at_the_deadline() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(drip());
            BusinessAction action = Calls.actions().open("payment", "order-1");
            Result result = Result.of(builder().build(), RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
            assertThat(result.took()).isLessThan(Duration.ofSeconds(10));
            server.awaitClientClosed(1, Calls.SOON);
            assertThat(server.requests()).hasSize(1);
            // The default settlement needs no body, so the 200 settles the action although its body is lost.
            assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
        }
    }

    @Test
    void a_bound_body_that_stalls_is_cut_at_the_deadline() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(202, "half of it").breakingAt(Point.BODY_PARTLY_SENT, Break.STALL));
            BusinessAction action = Calls.actions().open("payment", "order-1");
            Result result = Result.of(builder().build(), RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            assertThat(result.took()).isLessThan(Duration.ofSeconds(10));
            assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
        }
    }

    @Test
    void a_streamed_body_goes_on_after_the_deadline() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            Gate gate = new Gate();
            server.otherwise(
                    Script.answer(200, "first and second").afterBytes(5).holdingAt(Point.BODY_PARTLY_SENT, gate));
            try (Response response =
                    builder().build().newCall(Calls.get(server, "/")).execute()) {
                assertThat(response.body().source().readUtf8(5)).isEqualTo("first");
                new ManualWait().pass(DEADLINE);
                gate.open();
                assertThat(response.body().string()).isEqualTo(" and second");
            }
        }
    }

    @Test
    void unless_the_deadline_covers_streams() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(drip());
            OkHttpClient client = builder().deadlineCoversStreams(true).build();
            long start = System.nanoTime();
            try (Response response = client.newCall(Calls.get(server, "/")).execute()) {
                Throwable failure = catchThrowable(() -> response.body().string());
                assertThat(failure).isInstanceOf(SocketTimeoutException.class).hasMessageContaining("deadline");
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
            }
            server.awaitClientClosed(1, Calls.SOON);
        }
    }

    @Test
    void a_stream_that_is_read_in_time_is_whole() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(200, "all of it"));
            OkHttpClient client = builder().deadlineCoversStreams(true).build();
            assertThat(Calls.text(client, Calls.get(server, "/"))).isEqualTo("all of it");
        }
    }

    @Test
    void a_short_attempt_time_does_not_rule_a_long_download() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            Gate gate = new Gate();
            server.otherwise(
                    Script.answer(200, "first and second").afterBytes(5).holdingAt(Point.BODY_PARTLY_SENT, gate));
            Duration attempt = Duration.ofMillis(1000);
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain(), Calls.policy().attemptTimeout(attempt).build());
            try (Response response = client.newCall(Calls.get(server, "/")).execute()) {
                assertThat(response.body().source().readUtf8(5)).isEqualTo("first");
                Thread opener = new Thread(() -> {
                    new ManualWait().pass(attempt.multipliedBy(2));
                    gate.open();
                });
                opener.start();
                assertThat(response.body().string()).isEqualTo(" and second");
                opener.join();
            }
        }
    }
}
