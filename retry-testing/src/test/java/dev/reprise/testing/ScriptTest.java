package dev.reprise.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.testing.RawClient.End;
import dev.reprise.testing.RawClient.Seen;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What scripts do besides breaking off, and which scripts requests are given. */
class ScriptTest {
    private static final Duration LONG = Duration.ofSeconds(10);

    @Test
    void the_queue_comes_before_routes_which_come_before_the_function_and_all_others() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(200, "otherwise"));
            server.on(head -> head.path().equals("/f") ? Script.answer(200, "function") : null);
            server.enqueue("GET", "/f", Script.answer(200, "route 1"), Script.answer(200, "route 2"));
            server.enqueue("GET", "/f?q=1", Script.answer(200, "exact"));
            server.enqueue(Script.answer(200, "queue"));

            assertThat(Stream.of("/f", "/x", "/f?q=2", "/f", "/f?q=1", "/f").map(target -> get(server, target)))
                    .containsExactly("queue", "otherwise", "route 1", "route 2", "exact", "function");
        }
    }

    @Test
    void an_answer_can_be_made_of_the_request() throws Exception {
        try (FaultServer server = FaultServer.start();
                RawClient client = RawClient.connect(server)) {
            server.otherwise(Script.answering(request -> Answer.of(
                    request.bodyText().isEmpty() ? 400 : 201, request.header("X-Name") + request.bodyText())));

            assertThat(client.post("/a", "abc", "X-Name: n").readUntil("nabc")).startsWith("HTTP/1.1 201");
            assertThat(client.post("/a", "").readUntil("null")).startsWith("HTTP/1.1 400");

            assertThat(server.ledger().charges()).isEqualTo(1);
            assertThat(server.requests()).extracting(ReceivedRequest::applied).containsExactly(true, false);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 204, 301, 400, 409, 500, 503})
    void a_request_is_applied_if_it_is_answered_2xx_or_if_the_script_says_so(int status) throws IOException {
        try (FaultServer server = FaultServer.start();
                RawClient client = RawClient.connect(server)) {
            server.enqueue(
                    Script.answer(status),
                    Script.answer(status).applying(),
                    Script.answer(status).notApplying());
            for (String target : new String[] {"/default", "/applying", "/not"}) {
                client.post(target, "x").readUntil("\r\n\r\n");
            }

            assertThat(server.ledger().applied("POST", "/default")).isEqualTo(status / 100 == 2 ? 1 : 0);
            assertThat(server.ledger().applied("POST", "/applying")).isEqualTo(1);
            assertThat(server.ledger().applied("POST", "/not")).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Point.class,
            names = {"REQUEST_HEAD_READ", "REQUEST_BODY_PARTLY_READ"})
    void a_request_can_be_applied_although_it_was_not_read_to_its_end(Point point) throws IOException {
        try (FaultServer server = FaultServer.start();
                RawClient client = RawClient.connect(server)) {
            server.enqueue(Script.breakAt(point, Break.RESET).applying());

            client.post("/pay", "abcd").seeEnd();

            assertThat(server.ledger().charges()).isEqualTo(1);
            assertThat(server.partialRequests().get(0).applied()).isTrue();
        }
    }

    @Test
    void a_break_within_the_request_tells_how_much_was_read() throws IOException {
        try (FaultServer server = FaultServer.start();
                RawClient client = RawClient.connect(server);
                RawClient other = RawClient.connect(server)) {
            server.enqueue(
                    Script.breakAt(Point.REQUEST_BODY_PARTLY_READ, Break.RESET).afterBytes(3));
            server.enqueue(Script.breakAt(Point.REQUEST_STARTED, Break.RESET));

            client.post("/pay", "abcdefgh").seeEnd();
            other.post("/pay", "abcdefgh").seeEnd();

            PartialRequest partial = server.partialRequests().get(0);
            assertThat(partial.bodyBytes()).isEqualTo(3);
            assertThat(partial.head()).isNotNull();
            assertThat(partial.connection().number()).isEqualTo(1);
            assertThat(server.partialRequests().get(1))
                    .extracting(PartialRequest::head, PartialRequest::headBytes, PartialRequest::bodyBytes)
                    .containsExactly(null, 1, 0);
        }
    }

    @Test
    void a_chunked_request_is_read_and_can_break_off_inside() throws IOException {
        String chunked =
                "POST /up HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n4\r\ndefg\r\n0\r\nT: v\r\n\r\n";
        try (FaultServer server = FaultServer.start();
                RawClient client = RawClient.connect(server)) {
            server.enqueue(
                    Script.answer(200),
                    Script.breakAt(Point.REQUEST_BODY_PARTLY_READ, Break.CLOSE).afterBytes(5));

            client.send(chunked).readUntil("\r\n\r\n");
            client.send(chunked).seeEnd();

            assertThat(server.requests().get(0).bodyText()).isEqualTo("abcdefg");
            assertThat(server.partialRequests().get(0).bodyBytes()).isEqualTo(5);
        }
    }

    @Test
    void a_request_that_the_client_cuts_off_is_partial() throws IOException {
        try (FaultServer server = FaultServer.start();
                RawClient client = RawClient.connect(server)) {
            client.send("POST /pay HTTP/1.1\r\nContent-Length: 10\r\n\r\nabc")
                    .socket()
                    .shutdownOutput();

            server.awaitPartialRequests(1, LONG);

            assertThat(server.partialRequests().get(0).bodyBytes()).isEqualTo(3);
            assertThat(server.requests()).isEmpty();
            server.awaitClientClosed(1, LONG);
        }
    }

    @Test
    void a_chunked_answer_breaks_off_between_its_chunks() throws IOException {
        try (FaultServer server = FaultServer.start();
                RawClient whole = RawClient.connect(server);
                RawClient cut = RawClient.connect(server)) {
            Script script = Script.answer(Answer.of(200, "0123456789").chunked());
            server.enqueue(script, script.afterBytes(3).breakingAt(Point.BODY_PARTLY_SENT, Break.CLOSE));

            assertThat(whole.get("/").readUntil("0\r\n\r\n"))
                    .isEqualTo(
                            "HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n5\r\n56789\r\n0\r\n\r\n");
            assertThat(cut.get("/").seeEnd())
                    .isEqualTo(new Seen("HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n3\r\n012\r\n", End.EOF));
        }
    }

    @Test
    void an_answer_without_length_ends_with_the_connection() throws IOException {
        try (FaultServer server = FaultServer.start();
                RawClient client = RawClient.connect(server)) {
            server.enqueue(Script.answer(Answer.of(200, "abc").withoutLength()));

            assertThat(client.get("/").seeEnd())
                    .isEqualTo(new Seen("HTTP/1.1 200 \r\nConnection: close\r\n\r\nabc", End.EOF));
        }
    }

    @Test
    void answers_to_head_and_of_status_204_and_304_have_no_body() throws IOException {
        try (FaultServer server = FaultServer.start();
                RawClient client = RawClient.connect(server)) {
            server.enqueue(Script.answer(200, "abc"), Script.answer(204, "abc"), Script.answer(304, "abc"));

            client.send("HEAD / HTTP/1.1\r\n\r\n");
            assertThat(client.readUntil("\r\n\r\n")).isEqualTo("HTTP/1.1 200 \r\nContent-Length: 3\r\n\r\n");
            client.get("/");
            assertThat(client.readUntil("\r\n\r\n")).isEqualTo("HTTP/1.1 204 \r\n\r\n");
            client.get("/");
            assertThat(client.readUntil("\r\n\r\n")).isEqualTo("HTTP/1.1 304 \r\n\r\n");
        }
    }

    @Test
    void something_else_than_http_can_be_answered() throws IOException {
        try (FaultServer server = FaultServer.start();
                RawClient client = RawClient.connect(server)) {
            server.enqueue(Script.answer(Answer.raw("SSH-2.0-server\r\n")).applying());

            assertThat(client.post("/pay", "x").seeEnd()).isEqualTo(new Seen("SSH-2.0-server\r\n", End.EOF));

            assertThat(server.ledger().charges()).isEqualTo(1);
        }
    }

    @Test
    void interim_answers_come_first() throws IOException {
        try (FaultServer server = FaultServer.start();
                RawClient client = RawClient.connect(server)) {
            server.enqueue(
                    Script.answer(200).interim(100).interim(103).breakingAt(Point.STATUS_LINE_SENT, Break.CLOSE));

            assertThat(client.get("/").seeEnd().text())
                    .isEqualTo("HTTP/1.1 100 \r\n\r\nHTTP/1.1 103 \r\n\r\nHTTP/1.1 200 \r\n");
        }
    }

    @Test
    void a_client_that_waits_for_100_continue_is_told_to_go_on() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            HttpRequest request = HttpRequest.newBuilder(server.uri("/up"))
                    .POST(BodyPublishers.ofString("abc"))
                    .expectContinue(true)
                    .build();

            assertThat(HttpClient.newHttpClient()
                            .send(request, BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(200);

            assertThat(server.requests().get(0).bodyText()).isEqualTo("abc");
        }
    }

    @Test
    void a_client_that_waits_for_100_continue_can_be_turned_down() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(417).early());
            HttpRequest request = HttpRequest.newBuilder(server.uri("/up"))
                    .POST(BodyPublishers.ofString("abc"))
                    .expectContinue(true)
                    .build();

            assertThat(HttpClient.newHttpClient()
                            .send(request, BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(417);

            assertThat(server.requests()).isEmpty();
            assertThat(server.partialRequests()).singleElement().satisfies(partial -> {
                assertThat(partial.bodyBytes()).isZero();
                assertThat(partial.applied()).isFalse();
            });
        }
    }

    @Test
    void an_early_answer_leaves_the_body_unread() throws IOException {
        try (FaultServer server = FaultServer.start();
                RawClient client = RawClient.connect(server)) {
            server.enqueue(Script.answer(413).early());

            client.send("POST /up HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n");
            assertThat(client.seeEnd()).isEqualTo(new Seen("HTTP/1.1 413 \r\nContent-Length: 0\r\n\r\n", End.EOF));

            assertThat(server.partialRequests()).hasSize(1);
            assertThat(server.ledger().charges()).isZero();
        }
    }

    @Test
    void an_early_answer_can_apply_what_it_did_not_read() throws IOException {
        try (FaultServer server = FaultServer.start();
                RawClient client = RawClient.connect(server)) {
            server.enqueue(Script.answer(200).early());

            client.send("POST /up HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n").seeEnd();

            assertThat(server.ledger().charges()).isEqualTo(1);
            assertThat(server.partialRequests().get(0).applied()).isTrue();
        }
    }

    @Test
    void a_held_request_is_applied_late_though_the_client_has_gone() throws IOException {
        try (FaultServer server = FaultServer.start()) {
            Gate gate = new Gate();
            server.enqueue(Script.answer(200).holdingAt(Point.REQUEST_READ, gate));
            try (RawClient client = RawClient.connect(server)) {
                client.post("/pay", "amount=100");
                gate.awaitArrival(LONG);
            }
            server.awaitClientClosed(1, LONG);
            assertThat(server.ledger().charges()).isZero();

            gate.open();

            server.ledger().awaitCharges(1, LONG);
            assertThat(server.requests().get(0).applied()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(Point.class)
    void a_request_can_be_held_at_every_point(Point point) throws IOException {
        try (FaultServer server = FaultServer.start();
                RawClient client = RawClient.connect(server)) {
            Gate gate = new Gate();
            server.enqueue(Script.answer(200, "paid").holdingAt(point, gate));

            client.post("/pay", "abcd");
            gate.awaitArrival(LONG);
            assertThat(server.ledger().charges()).isEqualTo(point.compareTo(Point.COMMITTED) >= 0 ? 1 : 0);
            gate.open();

            assertThat(client.readUntil("paid")).contains("HTTP/1.1 200 ");
            assertThat(client.post("/pay", "again").readUntil("\r\n\r\n")).contains("200");
            assertThat(server.requests()).extracting(ReceivedRequest::bodyText).containsExactly("abcd", "again");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_pipelined_request_is_not_lost_while_the_first_is_held(boolean tls) throws IOException {
        try (FaultServer server = tls ? FaultServer.startTls() : FaultServer.start();
                RawClient client = tls ? RawClient.connectTls(server) : RawClient.connect(server)) {
            Gate gate = new Gate();
            server.enqueue(Script.answer(200, "one").holdingAt(Point.COMMITTED, gate), Script.answer(200, "two"));

            client.get("/1");
            gate.awaitArrival(LONG);
            client.get("/2");
            gate.open();

            client.readUntil("one");
            client.readUntil("two");
            assertThat(server.requests()).extracting(ReceivedRequest::target).containsExactly("/1", "/2");
        }
    }

    @Test
    void an_answer_drips_byte_by_byte() throws IOException {
        try (FaultServer server = FaultServer.start();
                RawClient client = RawClient.connect(server)) {
            server.enqueue(Script.answer(200, "0123456789").drippingFrom(Point.HEAD_SENT, Duration.ofMillis(20)));
            long start = System.nanoTime();

            client.get("/").readUntil("0123456789");

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
            assertThat(client.get("/").readUntil("\r\n\r\n")).contains("200");
        }
    }

    @Test
    void an_answer_drips_without_end_until_the_client_closes() throws IOException {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(Answer.endless(200)).drippingFrom(Point.HEAD_SENT, Duration.ofMillis(1)));
            try (RawClient client = RawClient.connect(server)) {
                client.get("/").readUntil("1\r\nx\r\n1\r\nx\r\n1\r\nx\r\n");
            }
            server.awaitClientClosed(1, LONG);
            server.awaitAllEnded(LONG);
        }
    }

    @Test
    void an_endless_answer_can_break_off() throws IOException {
        try (FaultServer server = FaultServer.start();
                RawClient client = RawClient.connect(server)) {
            server.enqueue(
                    Script.answer(Answer.endless(200)).afterBytes(2).breakingAt(Point.BODY_PARTLY_SENT, Break.CLOSE));

            assertThat(client.get("/").seeEnd().text()).endsWith("\r\n\r\n1\r\nx\r\n1\r\nx\r\n");
        }
    }

    @Test
    void a_script_that_cannot_be_played_fails_the_test_when_the_server_closes() {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> {
                    try (FaultServer server = FaultServer.start();
                            RawClient client = RawClient.connect(server)) {
                        server.enqueue(Script.breakAt(Point.REQUEST_BODY_PARTLY_READ, Break.CLOSE)
                                .afterBytes(5));
                        client.post("/pay", "abc").readUntil("\r\n\r\n");
                    }
                })
                .withMessageContaining("never got to REQUEST_BODY_PARTLY_READ");
    }

    @Test
    void what_a_function_throws_is_a_500_and_a_problem() throws IOException {
        try (FaultServer server = FaultServer.start();
                RawClient client = RawClient.connect(server)) {
            server.on(head -> {
                throw new IllegalStateException("of choosing");
            });
            assertThat(client.get("/").readUntil("\r\n\r\n")).contains("500");
            server.on(head -> Script.answering(request -> {
                throw new IllegalStateException("of answering");
            }));
            assertThat(client.get("/").readUntil("\r\n\r\n")).contains("500");

            assertThat(server.takeProblems())
                    .hasSize(2)
                    .anyMatch(problem -> problem.contains("of choosing"))
                    .anyMatch(problem -> problem.contains("of answering"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense\r\n\r\n",
                "GET / HTTP/2.0\r\n\r\n",
                "GET / HTTP/1.1\r\nno colon\r\n\r\n",
                "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                "POST / HTTP/1.1\r\nContent-Length: many\r\n\r\n",
                "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "\r\n\r\n"
            })
    void what_is_not_http_is_answered_400_and_is_a_problem(String text) throws IOException {
        try (FaultServer server = FaultServer.start();
                RawClient client = RawClient.connect(server)) {
            assertThat(client.send(text).seeEnd().text()).startsWith("HTTP/1.1 400 ");

            assertThat(server.takeProblems()).hasSize(1);
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void a_body_above_the_limit_is_refused() throws IOException {
        try (FaultServer server = FaultServer.start();
                RawClient client = RawClient.connect(server)) {
            server.maxBodyBytes(3);

            assertThat(client.post("/", "abc").readUntil("\r\n\r\n")).contains("200");
            assertThat(client.post("/", "abcd").seeEnd().text()).startsWith("HTTP/1.1 413 ");

            assertThat(server.takeProblems()).singleElement().asString().contains("limit of 3");
        }
    }

    @Test
    void impossible_scripts_are_refused_when_they_are_built() {
        Gate gate = new Gate();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Script.breakAt(Point.COMMITTED, Break.CLOSE).holdingAt(Point.HEAD_SENT, gate))
                .withMessageContaining("never gets to HEAD_SENT");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Script.breakAt(Point.BODY_PARTLY_SENT, Break.CLOSE))
                .withMessageContaining("0 bytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Script.answer(200, "abc")
                        .breakingAt(Point.BODY_PARTLY_SENT, Break.CLOSE)
                        .afterBytes(4))
                .withMessageContaining("after 4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Script.answer(Answer.raw("x")).breakingAt(Point.HEAD_SENT, Break.CLOSE));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Script.answer(Answer.endless(200)).breakingAt(Point.ANSWER_SENT, Break.CLOSE));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Script.breakAt(Point.REQUEST_BODY_PARTLY_READ, Break.CLOSE)
                        .early());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Script.answer(200).drippingFrom(Point.REQUEST_READ, Duration.ofMillis(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Script.answer(200).drippingFrom(Point.HEAD_SENT, Duration.ZERO));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> Script.breakAt(Point.REQUEST_READ, Break.CLOSE).applying())
                .withMessageContaining("COMMITTED");
        assertThatIllegalArgumentException().isThrownBy(() -> Script.answer(199));
        assertThatIllegalArgumentException().isThrownBy(() -> Script.answer(200).interim(101));
        assertThatIllegalArgumentException().isThrownBy(() -> Script.answer(200).afterBytes(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> Answer.of(200).header("A", "b\r\nC: d"));
    }

    @Test
    void waiting_in_vain_says_what_was_seen() throws IOException {
        try (FaultServer server = FaultServer.start();
                RawClient client = RawClient.connect(server)) {
            client.post("/pay?token=secret-token", "secret-body", "X-Request-Id: secret-key")
                    .readUntil("\r\n\r\n");

            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> server.awaitRequests(2, Duration.ofMillis(10)))
                    .withMessageContaining("2 complete request(s)")
                    .withMessageContaining("POST /pay (request 1 of connection 1) applied")
                    .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret"));
            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> server.awaitClientClosed(1, Duration.ofMillis(10)))
                    .withMessageContaining("the client to close connection 1");
            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> new Gate().awaitArrival(Duration.ofMillis(10)))
                    .withMessageContaining("1 request(s) at the gate, but 0 came");
            assertThat(server.ledger().toString()).doesNotContain("secret");
        }
    }

    private static String get(FaultServer server, String target) {
        try {
            return HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(server.uri(target)).build(), BodyHandlers.ofString())
                    .body();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
