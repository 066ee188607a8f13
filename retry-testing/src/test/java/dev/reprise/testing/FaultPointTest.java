package dev.reprise.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testing.RawClient.End;
import dev.reprise.testing.RawClient.Seen;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** At each point and in each way: what the client sees, and what the ledger says. */
class FaultPointTest {
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final String HEAD = "HTTP/1.1 200 \r\nX-Trace: 1234567890\r\nContent-Length: 10\r\n\r\n";

    static Stream<Arguments> breaks() {
        return Stream.of(Point.values()).flatMap(point -> Stream.of(Break.values())
                .flatMap(how -> Stream.of(false, true).map(tls -> Arguments.of(point, how, tls))));
    }

    @ParameterizedTest(name = "{1} at {0}, TLS {2}")
    @MethodSource("breaks")
    void the_client_sees_what_was_sent_before_the_break_and_the_ledger_has_what_was_committed(
            Point point, Break how, boolean tls) throws IOException {
        try (FaultServer server = tls ? FaultServer.startTls() : FaultServer.start();
                RawClient client = tls ? RawClient.connectTls(server) : RawClient.connect(server)) {
            Answer answer = Answer.of(200, "0123456789").header("X-Trace", "1234567890");
            server.enqueue(Script.answer(answer).breakingAt(point, how));

            client.post("/pay", "amount=100");
            Seen seen = how == Break.STALL ? client.seeSilenceAfter(sentBefore(point)) : client.seeEnd();

            assertThat(seen.text()).isEqualTo(sentBefore(point));
            assertThat(seen.end()).isEqualTo(endOf(how));
            boolean complete = point.compareTo(Point.REQUEST_READ) >= 0;
            boolean committed = point.compareTo(Point.COMMITTED) >= 0;
            if (how == Break.STALL) {
                // Silence does not tell how far the server is; every other break comes after it took note.
                server.awaitRequests(complete ? 1 : 0, LONG);
                server.awaitPartialRequests(complete ? 0 : 1, LONG);
                server.ledger().awaitCharges(committed ? 1 : 0, LONG);
            }
            assertThat(server.ledger().applied("POST", "/pay")).isEqualTo(committed ? 1 : 0);
            assertThat(server.requests()).hasSize(complete ? 1 : 0);
            assertThat(server.partialRequests()).hasSize(complete ? 0 : 1);
        }
    }

    private static String sentBefore(Point point) {
        return switch (point) {
            case REQUEST_STARTED, REQUEST_HEAD_READ, REQUEST_BODY_PARTLY_READ, REQUEST_READ, COMMITTED -> "";
            case INTERIM_SENT -> "HTTP/1.1 103 \r\n\r\n";
            case STATUS_LINE_PARTLY_SENT -> "HTTP/1.1 2";
            case STATUS_LINE_SENT -> "HTTP/1.1 200 \r\n";
            case HEADERS_PARTLY_SENT -> "HTTP/1.1 200 \r\nX-Trace: 123456789";
            case HEAD_SENT -> HEAD;
            case BODY_PARTLY_SENT -> HEAD + "01234";
            case ANSWER_SENT -> HEAD + "0123456789";
        };
    }

    private static End endOf(Break how) {
        return switch (how) {
            case CLOSE, HALF_CLOSE -> End.EOF;
            case RESET -> End.RESET;
            case STALL -> End.SILENCE;
        };
    }

    @Test
    void a_stalled_connection_ends_when_the_client_closes_it() throws IOException {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.COMMITTED, Break.STALL));
            try (RawClient client = RawClient.connect(server)) {
                client.post("/pay", "amount=100");
                server.awaitRequests(1, LONG);
                assertThat(server.connections().get(0).clientClosed()).isFalse();
            }
            server.awaitClientClosed(1, LONG);
            server.awaitAllEnded(LONG);
        }
    }
}
