package dev.reprise.examples.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.service.TestClient.Reply;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class OrdersTest {

    private final ManualClock clock = new ManualClock();
    private PaymentService service;
    private TestClient client;

    @BeforeEach
    void start() throws Exception {
        service = PaymentService.start(ServiceSettings.defaults().withClock(clock), line -> {});
        client = TestClient.anonymous(service);
    }

    @AfterEach
    void stop() throws Exception {
        service.close();
    }

    @Test
    void withoutAKeyEveryRequestIsRecorded() throws Exception {
        assertThat(order(null, "order-1").text())
                .isEqualTo("{\"code\":\"OK\",\"orderNo\":\"order-1\",\"requestId\":null,\"records\":1}");
        assertThat(order(null, "order-1").field("records")).isEqualTo("2");

        assertThat(service.orders().count("order-1")).isEqualTo(2);
        assertThat(service.report("order-1").requests()).isEqualTo(2);
    }

    @Test
    void withAKeyAnOrderIsRecordedOnce() throws Exception {
        Reply first = order("k-1", "order-1");
        Reply second = order("k-1", "order-1");

        assertThat(first.status()).isEqualTo(201);
        assertThat(second.bytes()).isEqualTo(first.bytes());
        assertThat(second.replayed()).isTrue();
        assertThat(service.orders().count("order-1")).isEqualTo(1);
        assertThat(service.report("order-1").replays()).isEqualTo(1);
    }

    @Test
    void aKeyPerAttemptIsNoKey() throws Exception {
        order("k-1", "order-1");
        order("k-2", "order-1");

        assertThat(service.orders().count("order-1")).isEqualTo(2);
    }

    @Test
    void duplicatesAreFoundAndNothingElse() throws Exception {
        for (String orderNo : List.of("order-3", "order-1", "order-2", "order-3", "order-1", "order-3")) {
            order(null, orderNo);
        }

        assertThat(service.orders().duplicates())
                .containsExactly(new Orders.Duplicate("order-1", 2), new Orders.Duplicate("order-3", 3));
        assertThat(service.orders().count()).isEqualTo(6);
    }

    @Test
    void theGapsBetweenTheRecordsOfAnOrderShowTheBackoff() throws Exception {
        order(null, "order-1");
        for (int pause : List.of(1, 2, 4)) {
            clock.advance(Duration.ofSeconds(pause));
            order(null, "order-2");
            order(null, "order-1");
        }

        assertThat(service.orders().gaps("order-1"))
                .containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(4));
        assertThat(service.orders().gaps("order-3")).isEmpty();
    }

    @Test
    void anOrderIsReadAtItsOwnAddressAsBefore() throws Exception {
        order(null, "order-1");

        assertThat(client.get("/orders/order-1").text()).isEqualTo("{\"orderId\":\"order-1\",\"charged\":false}");
        assertThat(client.post("/orders", null, "{\"orderNo\":\"order-1\"}").status())
                .isEqualTo(400);
    }

    private Reply order(String key, String orderNo) throws Exception {
        return client.post("/orders", key, "{\"orderNo\":\"" + orderNo + "\",\"item\":\"tea\"}");
    }
}
