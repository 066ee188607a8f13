package dev.reprise.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The HTTP/2 peer, seen by the JDK's client. */
class Http2FaultServerTest {
    private static final Duration LONG = Duration.ofSeconds(10);

    private Http2FaultServer server;
    private HttpClient client;

    @BeforeEach
    void start() {
        server = Http2FaultServer.start();
        client = HttpClient.newBuilder().sslContext(server.sslContext()).build();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({"200, true", "201, true", "404, false", "503, false"})
    void streams_are_answered_and_applied(int status, boolean applied) throws Exception {
        server.enqueue(Http2Script.answer(status, "a body"), Http2Script.answer(status));

        HttpResponse<String> full = pay("x".repeat(100_000));
        HttpResponse<String> empty = pay("abc");

        assertThat(full.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(full.statusCode()).isEqualTo(status);
        assertThat(full.body()).isEqualTo("a body");
        assertThat(empty.body()).isEmpty();
        assertThat(server.applied()).isEqualTo(applied ? 2 : 0);
        assertThat(server.connections()).hasSize(1);
        assertThat(server.streams()).extracting(Http2Stream::bodyBytes).containsExactly(100_000, 3);
        assertThat(server.streams().get(1).id())
                .isGreaterThan(server.streams().get(0).id());
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                Http2Script.PROTOCOL_ERROR,
                Http2Script.INTERNAL_ERROR,
                Http2Script.CANCEL,
                Http2Script.ENHANCE_YOUR_CALM,
                Http2Script.HTTP_1_1_REQUIRED
            })
    void a_stream_can_be_reset_after_it_was_applied(int errorCode) {
        server.enqueue(Http2Script.resetStreamAt(Point.COMMITTED, errorCode));

        assertThatThrownBy(() -> pay("abc")).isInstanceOf(IOException.class);

        assertThat(server.applied()).isEqualTo(1);
    }

    @Test
    void a_stream_can_be_refused_though_some_clients_send_it_again_by_themselves() {
        server.otherwise(Http2Script.resetStreamAt(Point.REQUEST_HEAD_READ, Http2Script.REFUSED_STREAM));

        assertThatThrownBy(() -> pay("abc")).isInstanceOf(IOException.class);

        assertThat(server.streams()).isNotEmpty();
        assertThat(server.applied()).isZero();
    }

    @Test
    void a_stream_can_be_excluded_by_going_away() throws Exception {
        pay("first");
        server.enqueue(Http2Script.answer(200).goingAwayExcluded(Http2Script.NO_ERROR));

        try {
            pay("second");
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("GOAWAY");
        }

        // A client that knows what this proves asks again on another connection, and is answered there.
        assertThat(server.streams().get(1).applied()).isFalse();
        assertThat(server.streams().stream().skip(2))
                .allMatch(stream -> stream.connection().number() == 2);
    }

    @Test
    void a_stream_that_is_covered_by_going_away_goes_on() {
        server.enqueue(Http2Script.answer(200, "paid").goingAwayCoveredAt(Point.COMMITTED, Http2Script.NO_ERROR));

        try {
            assertThat(pay("abc").body()).isEqualTo("paid");
        } catch (IOException | InterruptedException e) {
            // Some clients give up although they are going to be answered.
            assertThat(e).hasMessageContaining("GOAWAY");
        }

        assertThat(server.applied()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Break.class,
            names = {"CLOSE", "HALF_CLOSE", "RESET"})
    void the_connection_can_be_broken_off(Break how) throws Exception {
        pay("first");
        server.enqueue(Http2Script.answer(200).breakingAt(Point.COMMITTED, how));

        assertThatThrownBy(() -> pay("second")).isInstanceOf(IOException.class);

        assertThat(server.applied()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(
            value = Point.class,
            names = {"HEAD_SENT", "BODY_PARTLY_SENT"})
    void an_answer_can_be_cut_by_a_reset(Point point) {
        server.enqueue(Http2Script.answer(200, "0123456789").resettingStreamAt(point, Http2Script.INTERNAL_ERROR));

        assertThatThrownBy(() -> pay("abc")).isInstanceOf(IOException.class);

        assertThat(server.applied()).isEqualTo(1);
    }

    @Test
    void one_stream_can_be_held_or_stall_while_others_go_on() throws Exception {
        Gate gate = new Gate();
        pay("first");
        server.enqueue(
                Http2Script.answer(200, "held").holdingAt(Point.REQUEST_READ, gate),
                Http2Script.answer(200).breakingAt(Point.COMMITTED, Break.STALL));
        CompletableFuture<HttpResponse<String>> held = client.sendAsync(request("held"), BodyHandlers.ofString());
        gate.awaitArrival(LONG);
        CompletableFuture<HttpResponse<String>> stalled = client.sendAsync(request("stalled"), BodyHandlers.ofString());
        server.awaitRequests(3, LONG);

        assertThat(pay("other").statusCode()).isEqualTo(200);
        assertThat(held).isNotDone();
        gate.open();

        assertThat(held.get(10, TimeUnit.SECONDS).body()).isEqualTo("held");
        assertThat(stalled).isNotDone();
        assertThat(server.connections()).hasSize(1);
        assertThat(server.applied()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({"true, 5", "false, 3"})
    void going_away_names_the_last_stream_that_counts(boolean covered, int lastStream) throws IOException {
        Http2Script script = Http2Script.answer(200);
        server.enqueue(
                covered
                        ? script.goingAwayCoveredAt(Point.REQUEST_READ, Http2Script.ENHANCE_YOUR_CALM)
                        : script.goingAwayExcluded(Http2Script.ENHANCE_YOUR_CALM));
        try (SSLSocket socket =
                (SSLSocket) server.sslContext().getSocketFactory().createSocket("127.0.0.1", server.port())) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            socket.setSSLParameters(parameters);
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(Http2Frames.PREFACE);
            Http2Frames frames = new Http2Frames(socket.getInputStream(), socket.getOutputStream());
            frames.settings(1);
            frames.head(5, 200, true);

            Http2Frames.Frame frame = frames.read();
            while (frame.type() != Http2Frames.GOAWAY) {
                frame = frames.read();
            }

            ByteBuffer payload = ByteBuffer.wrap(frame.payload());
            assertThat(payload.getInt()).isEqualTo(lastStream);
            assertThat(payload.getInt()).isEqualTo(Http2Script.ENHANCE_YOUR_CALM);
        }
    }

    @Test
    void points_that_a_stream_never_gets_to_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Http2Script.resetStreamAt(Point.STATUS_LINE_SENT, Http2Script.CANCEL))
                .withMessageContaining("never gets to STATUS_LINE_SENT");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Http2Script.resetStreamAt(Point.BODY_PARTLY_SENT, Http2Script.CANCEL));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Http2Script.resetStreamAt(Point.COMMITTED, Http2Script.CANCEL)
                        .holdingAt(Point.HEAD_SENT, new Gate()));
        assertThatIllegalArgumentException().isThrownBy(() -> Http2Script.answer(99));
    }

    private HttpRequest request(String body) {
        return HttpRequest.newBuilder(server.uri("/pay"))
                .POST(BodyPublishers.ofString(body))
                .timeout(LONG)
                .build();
    }

    private HttpResponse<String> pay(String body) throws IOException, InterruptedException {
        return client.send(request(body), BodyHandlers.ofString());
    }
}
