package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.BusinessAction;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Break;
import dev.reprise.testing.DeadPort;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.ReceivedRequest;
import dev.reprise.testing.Script;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.Supplier;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.Request;
import okhttp3.RequestBody;
import okio.BufferedSink;
import okio.Okio;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A second send carries the same bytes, or there is none. */
class C45_BodyAgainTest {

    private static final byte[] CONTENT = content();

    @TempDir
    Path folder;

    private static byte[] content() {
        byte[] bytes = new byte[64 * 1024];
        new Random(7).nextBytes(bytes);
        return bytes;
    }

    /** A body over streams; whether each write opens a new one is up to the supplier. */
    private static final class Streamed extends RequestBody {
        private final Supplier<InputStream> streams;
        private final long length;
        private final boolean oneShot;

        Streamed(Supplier<InputStream> streams, long length, boolean oneShot) {
            this.streams = streams;
            this.length = length;
            this.oneShot = oneShot;
        }

        @Override
        public MediaType contentType() {
            return null;
        }

        @Override
        public long contentLength() {
            return length;
        }

        @Override
        public boolean isOneShot() {
            return oneShot;
        }

        @Override
        public void writeTo(BufferedSink sink) throws IOException {
            sink.writeAll(Okio.source(streams.get()));
        }
    }

    private static RequestBody fresh(long length) {
        return new Streamed(() -> new ByteArrayInputStream(CONTENT), length, false);
    }

    private static RequestBody usedUp(long length) {
        InputStream only = new ByteArrayInputStream(CONTENT);
        return new Streamed(() -> only, length, false);
    }

    private static RequestBody oneShot() {
        InputStream only = new ByteArrayInputStream(CONTENT);
        return new Streamed(() -> only, CONTENT.length, true);
    }

    private static Request put(FaultServer server, RequestBody body) {
        return new Request.Builder().url(server.url("/file")).put(body).build();
    }

    private static Script dropAfter10KiB() {
        return Script.breakAt(Point.REQUEST_BODY_PARTLY_READ, Break.CLOSE).afterBytes(10 * 1024);
    }

    @Test
    void bytes_are_sent_again() {
        sentAgain(RequestBody.create(CONTENT, null));
    }

    @Test
    void a_file_is_sent_again() throws Exception {
        Path file = Files.write(folder.resolve("upload"), CONTENT);
        sentAgain(RequestBody.create(file.toFile(), null));
    }

    @ParameterizedTest
    @ValueSource(longs = {64 * 1024, -1})
    void a_new_stream_for_each_send_is_sent_again(long length) {
        sentAgain(fresh(length));
    }

    private static void sentAgain(RequestBody body) {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(dropAfter10KiB());
            Result result = Result.of(Calls.client(), put(server, body));
            assertThat(result.status()).isEqualTo(200);
            assertThat(server.partialRequests()).hasSize(1);
            assertThat(server.requests()).hasSize(1);
            assertThat(server.requests().get(0).body()).isEqualTo(CONTENT);
        }
    }

    @Test
    void an_empty_body_is_sent_again() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
            Result result = Result.of(Calls.client(), put(server, RequestBody.create(new byte[0], null)));
            assertThat(result.status()).isEqualTo(200);
            assertThat(server.requests()).hasSize(2).allMatch(request -> "0".equals(request.header("Content-Length")));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {64 * 1024, -1})
    void a_used_up_stream_is_never_stored_as_a_shorter_upload(long length) {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
            Result result = Result.of(Calls.client(), put(server, usedUp(length)));
            assertThat(result.ending()).isEqualTo(Ending.BODY_NOT_REPLAYABLE);
            assertThat(result.failure()).hasMessageContaining("unexpected end of stream");
            assertThat(server.requests()).hasSize(1);
            assertThat(server.ledger().entries()).isEmpty();
        }
    }

    @Test
    void a_body_that_differs_in_its_last_byte_does_not_arrive() {
        int[] writes = {0};
        RequestBody body = new Streamed(
                () -> {
                    byte[] bytes = CONTENT.clone();
                    bytes[bytes.length - 1] += (byte) writes[0]++;
                    return new ByteArrayInputStream(bytes);
                },
                -1,
                false);
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
            Result result = Result.of(Calls.client(), put(server, body));
            assertThat(result.ending()).isEqualTo(Ending.BODY_NOT_REPLAYABLE);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void a_one_shot_body_is_sent_once() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
            Result result = Result.of(Calls.client(), put(server, oneShot()));
            assertThat(result.ending()).isEqualTo(Ending.BODY_NOT_REPLAYABLE);
            assertThat(result.failure()).hasMessageContaining("unexpected end of stream");
            assertThat(result.failure().getSuppressed())
                    .anyMatch(note -> note.getMessage().contains(Ending.BODY_NOT_REPLAYABLE.reason()));
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void a_multipart_body_with_a_one_shot_part_is_sent_once() {
        RequestBody body = new MultipartBody.Builder()
                .addFormDataPart("file", "upload", oneShot())
                .build();
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
            Result result = Result.of(Calls.client(), put(server, body));
            assertThat(result.ending()).isEqualTo(Ending.BODY_NOT_REPLAYABLE);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void a_one_shot_body_of_which_nothing_was_taken_goes_to_the_next_attempt() throws Exception {
        try (DeadPort port = DeadPort.refusing();
                FaultServer server = FaultServer.start()) {
            Request request =
                    new Request.Builder().url(port.url("/file")).put(oneShot()).build();
            Result refused = Result.of(Calls.client(), request);
            assertThat(refused.attempts()).isEqualTo(3);
            server.stopListening();
            Result later = Result.of(
                    RetryOkHttp.wrap(
                            Calls.plain(),
                            Calls.policy()
                                    .sleeper(nanos -> server.listenAgain())
                                    .build()),
                    put(server, oneShot()));
            assertThat(later.status()).isEqualTo(200);
            assertThat(server.requests().get(0).body()).isEqualTo(CONTENT);
        }
    }

    @Test
    void a_bound_body_of_moderate_size_is_kept_in_memory_even_if_it_can_be_read_only_once() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
            BusinessAction action = Calls.actions().open("payment", "order-1");
            Result result = Result.of(Calls.client(), RetryOkHttp.bind(put(server, oneShot()), action));
            assertThat(result.status()).isEqualTo(200);
            assertThat(server.requests().stream().map(ReceivedRequest::body))
                    .allMatch(b -> java.util.Arrays.equals(b, CONTENT));
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void a_bound_body_that_is_too_large_for_that_is_streamed_again() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
            byte[] large = new byte[3 * 1024 * 1024];
            new Random(3).nextBytes(large);
            BusinessAction action = Calls.actions().open("payment", "order-1");
            Request request = RetryOkHttp.bind(put(server, RequestBody.create(large, null)), action);
            assertThat(Result.of(Calls.client(), request).status()).isEqualTo(200);
            assertThat(server.requests()).hasSize(2);
            assertThat(server.requests().get(1).body()).isEqualTo(large);
        }
    }

    @Test
    void a_bound_body_that_is_too_large_and_can_be_read_only_once_is_sent_once() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
            InputStream only = new ByteArrayInputStream(new byte[3 * 1024 * 1024]);
            RequestBody body = new Streamed(() -> only, 3 * 1024 * 1024, true);
            BusinessAction action = Calls.actions().open("payment", "order-1");
            Result result = Result.of(Calls.client(), RetryOkHttp.bind(put(server, body), action));
            assertThat(result.failure())
                    .isInstanceOf(UnknownOutcomeException.class)
                    .hasCauseInstanceOf(IOException.class);
            assertThat(server.requests()).hasSize(1);
        }
    }
}
