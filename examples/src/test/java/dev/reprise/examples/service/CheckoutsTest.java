package dev.reprise.examples.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.service.TestClient.Reply;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CheckoutsTest {

    private PaymentService service;

    @BeforeEach
    void start() throws Exception {
        service = PaymentService.start(line -> {});
    }

    @AfterEach
    void stop() throws Exception {
        service.close();
    }

    @Test
    void twoDevicesOfOneClientGetTheSameKeyAndPayOnce() throws Exception {
        TestClient phone = TestClient.of(service, "ann");
        TestClient tablet = TestClient.of(service, "ann");
        String key = phone.get("/checkouts/order-1").field("paymentKey");
        assertThat(tablet.get("/checkouts/order-1").field("paymentKey")).isEqualTo(key);
        assertThat(tablet.get("/checkouts/order-2").field("paymentKey")).isNotEqualTo(key);

        Reply first = pay(phone, key, 9900);
        Reply second = pay(tablet, key, 9900);

        assertThat(first.field("code")).isEqualTo("OK");
        assertThat(second.bytes()).isEqualTo(first.bytes());
        assertThat(second.replayed()).isTrue();
        assertThat(service.checkouts().count("order-1")).isEqualTo(1);
    }

    @Test
    void whereTheKeyDoesNotHelpTheUniqueIndexDoes() throws Exception {
        TestClient ann = TestClient.of(service, "ann");
        TestClient bob = TestClient.of(service, "bob");
        Reply first = pay(ann, "k-1", 9900);

        for (Reply other : new Reply[] {pay(bob, "k-1", 9900), pay(ann, "k-2", 9900), pay(ann, null, 9900)}) {
            assertThat(other.status()).isEqualTo(200);
            assertThat(other.replayed()).isFalse();
            assertThat(other.field("code")).isEqualTo("ALREADY_PAID");
            assertThat(other.field("paymentId")).isEqualTo(first.field("paymentId"));
        }
        assertThat(service.checkouts().count("order-1")).isEqualTo(1);
    }

    @Test
    void anotherAmountIsRefusedForGood() throws Exception {
        TestClient ann = TestClient.of(service, "ann");
        pay(ann, "k-1", 9900);

        Reply refused = pay(ann, "k-2", 100);

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.field("code")).isEqualTo("PAID_WITH_OTHER_AMOUNT");
        assertThat(pay(ann, "k-2", 100).bytes()).isEqualTo(refused.bytes());
        assertThat(ann.state("k-2")).isEqualTo("failed");
        assertThat(service.checkouts().count("order-1")).isEqualTo(1);
    }

    private static Reply pay(TestClient device, String key, long amountCents) throws Exception {
        return device.post("/checkouts", key, "{\"orderNo\":\"order-1\",\"amountCents\":" + amountCents + "}");
    }
}
