package dev.reprise.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that applies requests with the same key once. */
class DeduplicationTest {
    private static final Duration LONG = Duration.ofSeconds(10);

    private FaultServer server;

    @BeforeEach
    void start() {
        server = FaultServer.start();
        server.deduplicateBy("X-Request-Id");
        server.otherwise(Script.answer(201, "paid"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void the_kept_answer_is_repeated_with_a_mark_and_nothing_is_applied_again() throws IOException {
        try (RawClient client = RawClient.connect(server)) {
            String first = pay(client, "k-1", "amount=100");
            server.enqueue(Script.answer(200, "never given"));
            String second = pay(client, "k-1", "amount=100");

            assertThat(first).startsWith("HTTP/1.1 201").endsWith("paid").doesNotContain(FaultServer.REPLAY_HEADER);
            assertThat(second).startsWith("HTTP/1.1 201").endsWith("paid").contains("Idempotent-Replayed: true");
            assertThat(server.ledger().charges()).isEqualTo(1);
            assertThat(server.ledger().entries().get(0).key()).isEqualTo("k-1");
            assertThat(server.requests()).extracting(ReceivedRequest::applied).containsExactly(true, false);
            assertThat(server.requests()).extracting(ReceivedRequest::replayed).containsExactly(false, true);
        }
    }

    @Test
    void a_lost_answer_is_repeated_to_whoever_asks_again() throws IOException {
        server.enqueue(Script.answer(201, "paid").breakingAt(Point.COMMITTED, Break.RESET));
        try (RawClient client = RawClient.connect(server)) {
            post(client, "k-1", "amount=100").seeEnd();
        }
        try (RawClient client = RawClient.connect(server)) {
            assertThat(pay(client, "k-1", "amount=100")).contains("Idempotent-Replayed: true");
        }
        assertThat(server.ledger().charges()).isEqualTo(1);
    }

    @Test
    void whoever_sees_the_break_can_ask_again_at_once() throws IOException {
        server.enqueue(
                Script.breakAt(Point.REQUEST_READ, Break.HALF_CLOSE),
                Script.answer(201, "paid").breakingAt(Point.COMMITTED, Break.HALF_CLOSE));
        try (RawClient lost = RawClient.connect(server);
                RawClient charged = RawClient.connect(server);
                RawClient last = RawClient.connect(server)) {
            // The server is not done with either of these connections until the client closes it.
            post(lost, "k-1", "amount=100").seeEnd();
            post(charged, "k-1", "amount=100").seeEnd();

            assertThat(pay(last, "k-1", "amount=100")).contains("Idempotent-Replayed: true");
            assertThat(server.requests()).extracting(ReceivedRequest::applied).containsExactly(false, true, false);
        }
    }

    @Test
    void a_replay_can_be_lost_too() throws IOException {
        try (RawClient client = RawClient.connect(server)) {
            pay(client, "k-1", "amount=100");
            server.enqueue(Script.breakAt(Point.COMMITTED, Break.CLOSE));

            assertThat(post(client, "k-1", "amount=100").seeEnd().text()).isEmpty();

            assertThat(server.ledger().charges()).isEqualTo(1);
        }
    }

    @Test
    void while_the_first_is_running_others_are_told_so() throws IOException {
        Gate gate = new Gate();
        server.enqueue(Script.answer(201, "paid").holdingAt(Point.COMMITTED, gate));
        try (RawClient first = RawClient.connect(server);
                RawClient second = RawClient.connect(server)) {
            post(first, "k-1", "amount=100");
            gate.awaitArrival(LONG);

            assertThat(pay(second, "k-1", "amount=100"))
                    .startsWith("HTTP/1.1 409")
                    .endsWith("running");
            gate.open();
            first.readUntil("paid");
            assertThat(pay(second, "k-1", "amount=100")).contains("Idempotent-Replayed: true");

            assertThat(server.ledger().charges()).isEqualTo(1);
        }
    }

    @Test
    void a_key_with_another_payload_is_refused() throws IOException {
        try (RawClient client = RawClient.connect(server)) {
            pay(client, "k-1", "amount=100");

            assertThat(pay(client, "k-1", "amount=999")).startsWith("HTTP/1.1 422");

            assertThat(server.ledger().charges()).isEqualTo(1);
        }
    }

    @Test
    void a_request_that_was_not_applied_leaves_its_key_free() throws IOException {
        server.enqueue(
                Script.breakAt(Point.REQUEST_READ, Break.RESET),
                Script.answering(request -> Answer.of(503, "busy")),
                Script.answer(503, "busy"));
        try (RawClient client = RawClient.connect(server)) {
            post(client, "k-1", "amount=100").seeEnd();
        }
        try (RawClient client = RawClient.connect(server)) {
            assertThat(pay(client, "k-1", "amount=100")).startsWith("HTTP/1.1 503");
            assertThat(pay(client, "k-1", "amount=100")).startsWith("HTTP/1.1 503");
            assertThat(server.ledger().charges()).isZero();
            assertThat(pay(client, "k-1", "amount=100"))
                    .startsWith("HTTP/1.1 201")
                    .doesNotContain("Replayed");
        }
        assertThat(server.ledger().charges()).isEqualTo(1);
    }

    @Test
    void a_script_that_does_not_apply_answers_for_itself_although_the_key_is_known() throws IOException {
        try (RawClient client = RawClient.connect(server)) {
            pay(client, "k-1", "amount=100");
            server.enqueue(Script.answer(503, "busy"));

            assertThat(pay(client, "k-1", "amount=100")).startsWith("HTTP/1.1 503");
            assertThat(pay(client, "k-1", "amount=100")).startsWith("HTTP/1.1 201");
        }
    }

    @Test
    void requests_with_other_keys_or_none_are_applied_each() throws IOException {
        try (RawClient client = RawClient.connect(server)) {
            pay(client, "k-1", "amount=100");
            pay(client, "k-2", "amount=100");
            client.post("/pay", "amount=100").readUntil("paid");
            client.post("/pay", "amount=100").readUntil("paid");
        }
        assertThat(server.ledger().applied("POST", "/pay")).isEqualTo(4);
        assertThat(server.ledger().entries()).extracting(Ledger.Entry::key).containsExactly("k-1", "k-2", null, null);
        assertThat(server.ledger().entries())
                .extracting(Ledger.Entry::bodyDigest)
                .containsOnly("e95a8448fe0cd7312b87b2f2c2157c587e74f34510f19ca7ad1ae3c38aa0c6a9");
    }

    private static RawClient post(RawClient client, String key, String body) throws IOException {
        return client.post("/pay", body, "x-request-id: " + key);
    }

    private static String pay(RawClient client, String key, String body) throws IOException {
        String head = post(client, key, body).readUntil("\r\n\r\n");
        String length = head.replaceFirst("(?s).*Content-Length: (\\d+).*", "$1");
        StringBuilder text = new StringBuilder(head);
        for (int i = 0; i < Integer.parseInt(length); i++) {
            text.append((char) client.socket().getInputStream().read());
        }
        return text.toString();
    }
}
