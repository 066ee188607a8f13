package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Outcome;
import dev.reprise.ResultLostException;
import dev.reprise.RetryPolicy;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Answer;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The caller's body handler sees the answer that the caller gets, and no other. */
class HandlerTest {

    private final List<Integer> given = new CopyOnWriteArrayList<>();
    private FaultServer server;

    @TempDir
    Path folder;

    @BeforeEach
    void start() {
        server = FaultServer.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private <T> HttpResponse.BodyHandler<T> noting(HttpResponse.BodyHandler<T> handler) {
        return head -> {
            given.add(head.statusCode());
            return handler.apply(head);
        };
    }

    private static Script half(int status) {
        return Script.answer(status, "0123456789").breakingAt(Point.BODY_PARTLY_SENT, Break.CLOSE);
    }

    @ParameterizedTest
    @EnumSource
    void an_answer_that_is_asked_for_again_is_never_shown(Result.Way way) throws Exception {
        server.enqueue(Script.answer(503, "one"), Script.answer(429, "x".repeat(200_000)), Script.answer(200, "three"));
        HttpResponse<String> response =
                way.call(Calls.client(), Calls.get(server, "/").build(), noting(BodyHandlers.ofString()));
        assertThat(response.body()).isEqualTo("three");
        assertThat(given).containsExactly(200);
    }

    @ParameterizedTest
    @EnumSource
    void the_last_answer_is_shown_whatever_its_status(Result.Way way) throws Exception {
        server.otherwise(Script.answer(503, "busy"));
        HttpResponse<String> response =
                way.call(Calls.client(), Calls.get(server, "/").build(), noting(BodyHandlers.ofString()));
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).isEqualTo("busy");
        assertThat(given).containsExactly(503);
    }

    @ParameterizedTest
    @EnumSource
    void a_long_last_answer_streams_on(Result.Way way) throws Exception {
        String large = "x".repeat(3_000_000);
        server.otherwise(Script.answer(503, large));
        HttpResponse<InputStream> response =
                way.call(Calls.client(), Calls.get(server, "/").build(), BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            assertThat(new String(body.readAllBytes(), StandardCharsets.US_ASCII))
                    .isEqualTo(large);
        }
        HttpResponse<Stream<String>> lines =
                way.call(Calls.client(), Calls.get(server, "/").build(), BodyHandlers.ofLines());
        assertThat(lines.body().mapToLong(String::length).sum()).isEqualTo(large.length());
    }

    @ParameterizedTest
    @EnumSource
    void a_get_whose_body_breaks_off_is_sent_again_for_a_handler_that_keeps_nothing(Result.Way way) throws Exception {
        server.enqueue(half(200), Script.answer(200, "whole"));
        HttpResponse<String> response =
                way.call(Calls.client(), Calls.get(server, "/").build(), noting(BodyHandlers.ofString()));
        assertThat(response.body()).isEqualTo("whole");
        assertThat(given).containsExactly(200, 200);
        server.enqueue(half(200), Script.answer(200, "whole"));
        assertThat(way.call(Calls.client(), Calls.get(server, "/").build(), BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource
    void but_not_for_a_file_that_would_be_written_over(Result.Way way) {
        server.enqueue(half(200), Script.answer(200, "ok"));
        Path file = folder.resolve("download");
        Throwable failure = catchThrowable(
                () -> way.call(Calls.client(), Calls.get(server, "/").build(), BodyHandlers.ofFile(file)));
        assertThat(failure).isInstanceOf(IOException.class).isNotInstanceOf(UnknownOutcomeException.class);
        assertThat(Outcome.of(failure).effect()).isEqualTo(Effect.APPLIED);
        assertThat(failure.getSuppressed())
                .anyMatch(note -> String.valueOf(note.getMessage()).contains("body handler"));
        assertThat(server.requests()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void nor_for_a_consumer_that_has_seen_bytes(Result.Way way) {
        server.enqueue(half(200), Script.answer(200, "ok"));
        StringBuilder seen = new StringBuilder();
        Throwable failure = catchThrowable(() -> way.call(
                Calls.client(),
                Calls.get(server, "/").build(),
                BodyHandlers.ofByteArrayConsumer(
                        part -> part.ifPresent(bytes -> seen.append(new String(bytes, StandardCharsets.US_ASCII))))));
        assertThat(failure).isInstanceOf(IOException.class);
        assertThat(server.requests()).hasSize(1);
        assertThat("0123456789").startsWith(seen);
    }

    @ParameterizedTest
    @EnumSource
    void a_file_of_which_nothing_was_written_is_written_by_the_next_attempt(Result.Way way) throws Exception {
        server.enqueue(Script.answer(503, "busy"), Script.answer(200, "ok"));
        Path file = folder.resolve("download");
        HttpResponse<Path> response =
                way.call(Calls.client(), Calls.get(server, "/").build(), BodyHandlers.ofFile(file));
        assertThat(Files.readString(response.body())).isEqualTo("ok");
    }

    @ParameterizedTest
    @EnumSource
    void what_the_caller_makes_of_a_complete_answer_is_no_failed_attempt(Result.Way way) {
        server.otherwise(Script.answer(200, "not a number"));
        AtomicInteger parsed = new AtomicInteger();
        HttpResponse.BodyHandler<Integer> number =
                head -> BodySubscribers.mapping(BodySubscribers.ofString(StandardCharsets.UTF_8), text -> {
                    parsed.incrementAndGet();
                    return Integer.parseInt(text);
                });
        Throwable failure = catchThrowable(
                () -> way.call(Calls.client(), Calls.get(server, "/").build(), number));
        assertThat(failure instanceof NumberFormatException || failure.getCause() instanceof NumberFormatException)
                .isTrue();
        assertThat(Outcome.of(failure).ending()).isEqualTo(Ending.SUCCESS);
        assertThat(parsed).hasValue(1);
        assertThat(server.requests()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void so_it_is_where_the_mapping_itself_reads_the_stream(Result.Way way) throws Exception {
        server.otherwise(Script.answer(200, "some text"));
        HttpResponse.BodyHandler<String> reading =
                head -> BodySubscribers.mapping(BodySubscribers.ofInputStream(), body -> {
                    try {
                        return new String(body.readAllBytes(), StandardCharsets.US_ASCII);
                    } catch (IOException broken) {
                        throw new java.io.UncheckedIOException(broken);
                    }
                });
        assertThat(way.call(Calls.client(), Calls.get(server, "/").build(), reading)
                        .body())
                .isEqualTo("some text");
        server.otherwise(Script.answer(503, "busy"));
        assertThat(way.call(Calls.client(), Calls.get(server, "/").build(), reading)
                        .body())
                .isEqualTo("busy");
    }

    @ParameterizedTest
    @EnumSource
    void a_bound_answer_is_shown_once_it_is_known_to_be_the_last(Result.Way way) throws Exception {
        server.enqueue(half(200), Script.answer(200, "paid"));
        BusinessAction action = Calls.actions().open("payment", "order-1");
        HttpResponse<Path> response = way.call(
                Calls.client(),
                RetryHttpClient.bind(Calls.post(server, "/pay"), action).build(),
                noting(BodyHandlers.ofFile(folder.resolve("receipt"))));
        // A broken answer is asked for again, whatever the handler, which has not seen it.
        assertThat(Files.readString(response.body())).isEqualTo("paid");
        assertThat(given).containsExactly(200);
        assertThat(server.requests()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void a_large_bound_answer_streams_on(Result.Way way) throws Exception {
        byte[] large = new byte[3_000_000];
        server.otherwise(Script.answer(Answer.of(200, large)));
        BusinessAction action = Calls.actions().open("payment", "order-1");
        HttpResponse<byte[]> response = way.call(
                Calls.client(),
                RetryHttpClient.bind(Calls.post(server, "/pay"), action).build(),
                BodyHandlers.ofByteArray());
        assertThat(response.body()).isEqualTo(large);
    }

    @ParameterizedTest
    @EnumSource
    void an_answer_in_doubt_is_in_the_exception_or_returned(Result.Way way) throws Exception {
        server.otherwise(Script.answer(500, "who knows"));
        RetryPolicy policy = Calls.policy().build();
        Throwable failure = catchThrowable(() -> way.call(
                RetryHttpClient.wrap(Calls.plain(), policy),
                RetryHttpClient.bind(Calls.post(server, "/pay"), Calls.actions().open("payment", "order-1"))
                        .build(),
                BodyHandlers.ofString()));
        assertThat(failure).isInstanceOfSatisfying(UnknownOutcomeException.class, unknown -> assertThat(
                        unknown.answer().bodyText())
                .isEqualTo("who knows"));
        HttpClient returning = RetryHttpClient.builder(Calls.plain())
                .policy(policy)
                .answerInDoubt(true)
                .build();
        HttpResponse<String> response = way.call(
                returning,
                RetryHttpClient.bind(Calls.post(server, "/pay"), Calls.actions().open("payment", "order-1"))
                        .build(),
                BodyHandlers.ofString());
        assertThat(response.body()).isEqualTo("who knows");
        assertThat(RetryHttpClient.outcome(response).effect()).isEqualTo(Effect.UNKNOWN);
    }

    @Test
    void the_response_tells_everything_that_the_clients_own_tells() throws Exception {
        server.otherwise(Script.answer(Answer.of(200, "body").header("X-Thing", "1")));
        HttpResponse<String> response =
                Calls.client().send(Calls.get(server, "/a?b=c").build(), BodyHandlers.ofString());
        assertThat(response.headers().firstValue("X-Thing")).contains("1");
        assertThat(response.uri()).isEqualTo(server.uri("/a?b=c"));
        assertThat(response.request().uri()).isEqualTo(server.uri("/a?b=c"));
        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
        assertThat(response.previousResponse()).isEmpty();
        assertThat(response.sslSession()).isEmpty();
        assertThat(response.toString()).doesNotContain("b=c");
    }

    @ParameterizedTest
    @EnumSource
    void a_charge_whose_error_answer_breaks_off_is_not_said_to_have_failed(Result.Way way) {
        server.otherwise(half(503));
        Result result = way.of(Calls.client(), Calls.post(server, "/pay"));
        assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
        assertThat(server.requests()).hasSize(1);
        Result get = way.of(Calls.client(), Calls.get(server, "/"));
        assertThat(get.failure()).isInstanceOf(IOException.class).isNotInstanceOf(UnknownOutcomeException.class);
        assertThat(get.attempts()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource
    void a_large_bound_answer_that_breaks_off_after_it_settled_the_action_has_lost_its_result(Result.Way way) {
        server.otherwise(Script.answer(Answer.of(200, new byte[3_000_000]))
                .afterBytes(2_500_000)
                .breakingAt(Point.BODY_PARTLY_SENT, Break.CLOSE));
        BusinessAction action = Calls.actions().open("payment", "order-1");
        Result result = way.of(Calls.client(), RetryHttpClient.bind(Calls.post(server, "/pay"), action));
        assertThat(result.failure()).isInstanceOf(ResultLostException.class);
        assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
        assertThat(server.requests()).hasSize(1);
    }
}
