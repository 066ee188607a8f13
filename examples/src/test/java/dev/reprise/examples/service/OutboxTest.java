package dev.reprise.examples.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.service.TestClient.Reply;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class OutboxTest {

    private PaymentService service;
    private TestClient client;

    @BeforeEach
    void start() throws Exception {
        service = PaymentService.start(line -> {});
        client = TestClient.anonymous(service);
    }

    @AfterEach
    void stop() throws Exception {
        service.close();
    }

    @Test
    void withoutAKeyTheUserGetsTheMessageTwice() throws Exception {
        assertThat(send(null, "Paid").text())
                .isEqualTo("{\"code\":\"OK\",\"userId\":\"ann\",\"requestId\":null,\"messages\":1}");
        send(null, "Paid");

        assertThat(service.outbox().messages("ann")).containsExactly("Paid", "Paid");
    }

    @Test
    void withAKeyOnce() throws Exception {
        Reply first = send("k-1", "Paid");
        Reply second = send("k-1", "Paid");
        send("k-2", "Sent");

        assertThat(first.status()).isEqualTo(201);
        assertThat(second.bytes()).isEqualTo(first.bytes());
        assertThat(second.replayed()).isTrue();
        assertThat(send("k-1", "Something else").status()).isEqualTo(422);
        assertThat(service.outbox().messages("ann")).containsExactly("Paid", "Sent");
        assertThat(service.outbox().messages("bob")).isEmpty();
    }

    private Reply send(String key, String text) throws Exception {
        return client.post("/notifications", key, "{\"userId\":\"ann\",\"text\":\"" + text + "\"}");
    }
}
