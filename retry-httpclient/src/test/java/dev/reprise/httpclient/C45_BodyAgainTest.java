package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.BusinessAction;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Break;
import dev.reprise.testing.DeadPort;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A second send carries the same bytes, or there is none. */
class C45_BodyAgainTest {

    private static final byte[] CONTENT = content(64 * 1024);

    @TempDir
    Path folder;

    private static byte[] content(int size) {
        byte[] bytes = new byte[size];
        new Random(7).nextBytes(bytes);
        return bytes;
    }

    private static HttpRequest.Builder put(FaultServer server, BodyPublisher body) {
        return HttpRequest.newBuilder(server.uri("/file")).PUT(body);
    }

    private static Script dropAfter10KiB() {
        return Script.breakAt(Point.REQUEST_BODY_PARTLY_READ, Break.CLOSE).afterBytes(10 * 1024);
    }

    private static BodyPublisher stream(Supplier<InputStream> streams) {
        return BodyPublishers.ofInputStream(streams);
    }

    private static BodyPublisher usedUp(byte[] bytes) {
        InputStream only = new ByteArrayInputStream(bytes);
        return stream(() -> only);
    }

    /** A body that is the same each time. */
    enum Same {
        BYTES {
            @Override
            BodyPublisher of(Path folder) {
                return BodyPublishers.ofByteArray(CONTENT);
            }
        },
        FILE {
            @Override
            BodyPublisher of(Path folder) throws IOException {
                return BodyPublishers.ofFile(Files.write(folder.resolve("upload"), CONTENT));
            }
        },
        DECLARED_STREAM {
            @Override
            BodyPublisher of(Path folder) {
                return RetryHttpClient.replayable(stream(() -> new ByteArrayInputStream(CONTENT)));
            }
        },
        DECLARED_STREAM_WITH_LENGTH {
            @Override
            BodyPublisher of(Path folder) {
                return RetryHttpClient.replayable(
                        BodyPublishers.fromPublisher(stream(() -> new ByteArrayInputStream(CONTENT)), CONTENT.length));
            }
        };

        abstract BodyPublisher of(Path folder) throws IOException;
    }

    @ParameterizedTest
    @CsvSource({
        "SEND, BYTES",
        "SEND, FILE",
        "SEND, DECLARED_STREAM",
        "SEND, DECLARED_STREAM_WITH_LENGTH",
        "SEND_ASYNC, BYTES",
        "SEND_ASYNC, FILE",
        "SEND_ASYNC, DECLARED_STREAM"
    })
    void a_body_that_is_the_same_each_time_is_sent_again(Result.Way way, Same same) throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(dropAfter10KiB());
            Result result = way.of(Calls.client(), put(server, same.of(folder)));
            assertThat(result.status()).isEqualTo(200);
            assertThat(server.partialRequests()).hasSize(1);
            assertThat(server.requests()).hasSize(1);
            assertThat(server.requests().get(0).body()).isEqualTo(CONTENT);
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_empty_body_is_sent_again(Result.Way way) {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
            Result result = way.of(Calls.client(), put(server, BodyPublishers.noBody()));
            assertThat(result.status()).isEqualTo(200);
            assertThat(server.requests()).hasSize(2).allMatch(request -> "0".equals(request.header("Content-Length")));
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_stream_is_sent_once_since_nobody_knows_whether_it_is_a_new_one(Result.Way way) {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
            Result result = way.of(Calls.client(), put(server, stream(() -> new ByteArrayInputStream(CONTENT))));
            assertThat(result.ending()).isEqualTo(Ending.BODY_NOT_REPLAYABLE);
            assertThat(result.failure()).hasMessageContaining("received no bytes");
            assertThat(result.failure().getSuppressed())
                    .anyMatch(note -> note.getMessage().contains(Ending.BODY_NOT_REPLAYABLE.reason()));
            assertThat(server.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void unless_bodies_are_recorded(Result.Way way) {
        HttpClient client = RetryHttpClient.builder(Calls.plain())
                .policy(Calls.policy().build())
                .recordBodies(100_000)
                .build();
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
            assertThat(way.of(client, put(server, usedUp(CONTENT))).status()).isEqualTo(200);
            assertThat(server.requests()).hasSize(2).allMatch(request -> Arrays.equals(request.body(), CONTENT));
            assertThat(server.requests()).allMatch(request -> "chunked".equals(request.header("Transfer-Encoding")));
        }
        try (FaultServer server = FaultServer.start()) {
            byte[] large = content(200_000);
            server.enqueue(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
            Result result = way.of(client, put(server, usedUp(large)));
            assertThat(result.ending()).isEqualTo(Ending.BODY_NOT_REPLAYABLE);
            assertThat(server.requests()).hasSize(1);
            assertThat(server.requests().get(0).body()).isEqualTo(large);
        }
    }

    @ParameterizedTest
    @CsvSource({"SEND, -1", "SEND, 65536", "SEND_ASYNC, -1", "SEND_ASYNC, 65536"})
    void a_used_up_stream_that_was_declared_repeatable_is_never_stored_as_a_shorter_upload(
            Result.Way way, long length) {
        BodyPublisher used = usedUp(CONTENT);
        BodyPublisher body = length < 0 ? used : BodyPublishers.fromPublisher(used, length);
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
            Result result = way.of(Calls.client(), put(server, RetryHttpClient.replayable(body)));
            assertThat(result.ending()).isEqualTo(Ending.BODY_NOT_REPLAYABLE);
            assertThat(result.failure()).hasMessageContaining("received no bytes");
            assertThat(server.requests()).hasSize(1);
            assertThat(server.ledger().entries()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_body_that_differs_in_its_last_byte_does_not_arrive(Result.Way way) {
        AtomicInteger writes = new AtomicInteger();
        BodyPublisher body = stream(() -> {
            byte[] bytes = CONTENT.clone();
            bytes[bytes.length - 1] += (byte) writes.getAndIncrement();
            return new ByteArrayInputStream(bytes);
        });
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
            Result result = way.of(Calls.client(), put(server, RetryHttpClient.replayable(body)));
            assertThat(result.ending()).isEqualTo(Ending.BODY_NOT_REPLAYABLE);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_file_that_grew_shorter_does_not_arrive(Result.Way way) throws Exception {
        Path file = Files.write(folder.resolve("upload"), CONTENT);
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answering(request -> {
                try {
                    Files.write(file, new byte[10]);
                } catch (IOException broken) {
                    throw new java.io.UncheckedIOException(broken);
                }
                return dev.reprise.testing.Answer.of(503);
            }));
            Result result = way.of(Calls.client(), put(server, BodyPublishers.ofFile(file)));
            assertThat(result.status()).isZero();
            assertThat(server.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_body_of_which_nothing_was_taken_goes_to_the_next_attempt(Result.Way way) {
        try (DeadPort port = DeadPort.refusing()) {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(port.uri("/file")).PUT(usedUp(CONTENT));
            Result refused = way.of(Calls.client(), request);
            assertThat(refused.attempts()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_bound_body_of_moderate_size_is_kept_in_memory_even_if_it_can_be_read_only_once(Result.Way way) {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
            BusinessAction action = Calls.actions().open("payment", "order-1");
            Result result = way.of(Calls.client(), RetryHttpClient.bind(put(server, usedUp(CONTENT)), action));
            assertThat(result.status()).isEqualTo(200);
            assertThat(server.requests()).hasSize(2).allMatch(request -> Arrays.equals(request.body(), CONTENT));
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_bound_body_that_is_too_large_for_that_is_written_again(Result.Way way) {
        byte[] large = content(3 * 1024 * 1024);
        for (BodyPublisher body : List.of(
                BodyPublishers.ofByteArray(large),
                RetryHttpClient.replayable(stream(() -> new ByteArrayInputStream(large))))) {
            try (FaultServer server = FaultServer.start()) {
                server.enqueue(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
                BusinessAction action = Calls.actions().open("payment", "order-1");
                Result result = way.of(Calls.client(), RetryHttpClient.bind(put(server, body), action));
                assertThat(result.status()).isEqualTo(200);
                assertThat(server.requests()).hasSize(2);
                assertThat(server.requests().get(1).body()).isEqualTo(large);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_bound_body_that_is_too_large_and_can_be_read_only_once_is_sent_once(Result.Way way) {
        byte[] large = content(3 * 1024 * 1024);
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
            BusinessAction action = Calls.actions().open("payment", "order-1");
            Result result = way.of(Calls.client(), RetryHttpClient.bind(put(server, usedUp(large)), action));
            assertThat(result.failure())
                    .isInstanceOf(UnknownOutcomeException.class)
                    .hasCauseInstanceOf(IOException.class);
            assertThat(server.requests()).hasSize(1);
            assertThat(server.requests().get(0).body()).isEqualTo(large);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_bound_body_that_cannot_be_read_refuses_the_call(Result.Way way) {
        try (FaultServer server = FaultServer.start()) {
            BusinessAction action = Calls.actions().open("payment", "order-1");
            BodyPublisher broken = BodyPublishers.fromPublisher(subscriber -> {
                subscriber.onSubscribe(new java.util.concurrent.Flow.Subscription() {
                    @Override
                    public void request(long items) {
                        subscriber.onError(new IOException("no such stream"));
                    }

                    @Override
                    public void cancel() {}
                });
            });
            Result result = way.of(Calls.client(), RetryHttpClient.bind(put(server, broken), action));
            assertThat(result.failure())
                    .isInstanceOf(dev.reprise.CallRefusedException.class)
                    .hasMessageContaining("could not be read");
            assertThat(server.accepted()).isZero();
        }
    }
}
