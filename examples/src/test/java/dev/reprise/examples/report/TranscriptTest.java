package dev.reprise.examples.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class TranscriptTest {

    @Test
    void tellsWhoDidWhat() {
        Transcript transcript = new Transcript();
        transcript.heading("1. A payment");
        transcript.user("presses \"pay\"");
        transcript.client("POST /pay");
        transcript.server("charged");
        transcript.heading("2. Another");
        transcript.note("Nothing happened.");

        assertThat(transcript.text())
                .isEqualTo(
                        """
                === 1. A payment
                  user    presses "pay"
                  client  POST /pay
                  server  charged

                === 2. Another
                Nothing happened.
                """);
    }

    @Test
    void isTheSameWhateverTheKeysAndPortsWere() {
        assertThat(story(UUID.randomUUID().toString(), 40_001)).isEqualTo(story(hexDigits(), 51_234));
    }

    @Test
    void numbersKeysInTheOrderOfTheirAppearance() {
        String first = UUID.randomUUID().toString();
        String second = hexDigits();
        Transcript transcript = new Transcript();

        transcript.client("sends " + first + " and " + second);
        transcript.server("{\"requestId\":\"" + second + "\"} after \"" + first + "\"");

        assertThat(transcript.text())
                .isEqualTo(
                        """
                  client  sends key-1 and key-2
                  server  {"requestId":"key-2"} after "key-1"
                """);
    }

    @Test
    void leavesOrdersAndAmountsAlone() {
        Transcript transcript = new Transcript();
        transcript.server("charged 99.00, charge 1 of order-1001, GET /orders/order-1001/charge-count");

        assertThat(transcript.text())
                .isEqualTo("  server  charged 99.00, charge 1 of order-1001, GET /orders/order-1001/charge-count\n");
    }

    @Test
    void foldsLongLinesBelowTheirBeginning() {
        Transcript transcript = new Transcript();
        transcript.client("word ".repeat(60).trim());

        assertThat(transcript.text().lines()).hasSize(3).allSatisfy(line -> {
            assertThat(line.length()).isLessThanOrEqualTo(110);
            assertThat(line.substring(10)).startsWith("word");
        });
    }

    private static String story(String key, int port) {
        Transcript transcript = new Transcript();
        transcript.heading("1. A payment");
        transcript.client("POST http://127.0.0.1:" + port + "/pay, key " + key);
        transcript.server("key " + key + ": charged");
        transcript.client("unexpected end of stream on http://localhost:" + port + "/...");
        return transcript.text();
    }

    private static String hexDigits() {
        return UUID.randomUUID().toString().replace("-", "");
    }
}
