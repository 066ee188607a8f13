package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Answer;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Gate;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A body that never ends must not hold a caller who set a deadline. */
class C36_SlowBodyTest {

    private static final Duration DEADLINE = Duration.ofMillis(400);

    private static Script drip(int status) {
        return Script.answer(Answer.endless(status)).drippingFrom(Point.HEAD_SENT, Duration.ofMillis(20));
    }

    private static RetryHttpClient.Builder builder() {
        return RetryHttpClient.builder(Calls.plain())
                .policy(Calls.policy().deadline(DEADLINE).build());
    }

    @ParameterizedTest
    @EnumSource
    void a_body_that_becomes_a_string_is_cut_at_the_deadline(Result.Way way) {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(drip(200));
            Result result = way.of(builder().build(), Calls.get(server, "/"));
            assertThat(result.failure()).isInstanceOf(HttpTimeoutException.class);
            assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
            assertThat(result.effect()).isEqualTo(Effect.APPLIED);
            assertThat(result.took()).isLessThan(Calls.SOON);
            server.awaitClientClosed(1, Calls.SOON);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void so_is_the_body_of_an_error_that_is_handed_over(Result.Way way) {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(drip(503));
            HttpClient client = RetryHttpClient.wrap(
                    Calls.plain(),
                    Calls.policy().maxAttempts(1).deadline(DEADLINE).build());
            Result result = way.of(client, Calls.get(server, "/"));
            assertThat(result.failure()).isInstanceOf(HttpTimeoutException.class);
            assertThat(result.attempts()).isEqualTo(1);
            assertThat(result.took()).isLessThan(Calls.SOON);
            server.awaitClientClosed(1, Calls.SOON);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_streamed_body_goes_on_after_the_deadline(Result.Way way) throws Exception {
        try (FaultServer server = FaultServer.start()) {
            Gate gate = new Gate();
            server.otherwise(
                    Script.answer(200, "first and second").afterBytes(5).holdingAt(Point.BODY_PARTLY_SENT, gate));
            HttpResponse<InputStream> response =
                    way.call(builder().build(), Calls.get(server, "/").build(), BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                assertThat(new String(body.readNBytes(5), StandardCharsets.US_ASCII))
                        .isEqualTo("first");
                new ManualWait().pass(DEADLINE.multipliedBy(2));
                gate.open();
                assertThat(new String(body.readAllBytes(), StandardCharsets.US_ASCII))
                        .isEqualTo(" and second");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void unless_it_is_covered(Result.Way way) throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(drip(200));
            HttpClient client = builder().deadlineCoversStreams(true).build();
            HttpResponse<InputStream> response =
                    way.call(client, Calls.get(server, "/").build(), BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                Throwable failure = catchThrowable(body::readAllBytes);
                assertThat(failure).isInstanceOf(IOException.class);
                assertThat(failure).hasRootCauseInstanceOf(HttpTimeoutException.class);
            }
            server.awaitClientClosed(1, Calls.SOON);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_covered_body_that_comes_in_time_is_whole(Result.Way way) throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(200, "all of it"));
            HttpClient client = builder().deadlineCoversStreams(true).build();
            HttpResponse<InputStream> response =
                    way.call(client, Calls.get(server, "/").build(), BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                assertThat(new String(body.readAllBytes(), StandardCharsets.US_ASCII))
                        .isEqualTo("all of it");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_attempts_time_covers_the_body_too_and_a_get_is_then_sent_again(Result.Way way) {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(drip(200), Script.answer(200, "whole"));
            HttpClient client = RetryHttpClient.wrap(
                    Calls.plain(), Calls.policy().attemptTimeout(DEADLINE).build());
            Result result = way.of(client, Calls.get(server, "/"));
            assertThat(result.body()).isEqualTo("whole");
            assertThat(result.attempts()).isEqualTo(2);
        }
    }
}
