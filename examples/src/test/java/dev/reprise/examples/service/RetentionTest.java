package dev.reprise.examples.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.examples.service.TestClient.Reply;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RetentionTest {

    private static final Duration KEEP = Duration.ofDays(1);

    private final ManualClock clock = new ManualClock();
    private PaymentService service;
    private TestClient client;

    @BeforeEach
    void start() throws Exception {
        service =
                PaymentService.start(ServiceSettings.defaults().withClock(clock).withKeepAnswers(KEEP), line -> {});
        client = TestClient.of(service, "shop");
        service.transfers().open("a", 1000);
        service.transfers().open("b", 0);
    }

    @AfterEach
    void stop() throws Exception {
        service.close();
    }

    @Test
    void upToTheLastMillisecondTheAnswerIsKept() throws Exception {
        Reply first = client.transfer("r-1", "a", "b", 300);
        clock.advance(KEEP.minusMillis(1));
        assertThat(service.sweep()).isZero();

        assertThat(client.transfer("r-1", "a", "b", 300).bytes()).isEqualTo(first.bytes());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void afterThatARequestIsToldSoInsteadOfBeingExecutedAgain(boolean swept) throws Exception {
        client.transfer("r-1", "a", "b", 300);
        clock.advance(KEEP);
        if (swept) {
            assertThat(service.sweep()).isEqualTo(1);
            assertThat(service.sweep()).isZero();
        }

        Reply late = client.transfer("r-1", "a", "b", 300);

        assertThat(late.status()).isEqualTo(410);
        assertThat(late.field("code")).isEqualTo("RESULT_NO_LONGER_KEPT");
        assertThat(late.field("requestId")).isEqualTo("r-1");
        assertThat(late.replayed()).isFalse();
        assertThat(client.transfer("r-1", "a", "b", 1).status()).isEqualTo(410);
        assertThat(service.transfers().count()).isEqualTo(1);
    }

    @Test
    void aTombstoneOutlivesEveryClient() throws Exception {
        client.post("/pay", "r-1", "{\"orderId\":\"order-1\",\"amountCents\":9900}");
        clock.advance(Duration.ofDays(36_500));
        service.sweep();
        clock.advance(Duration.ofDays(36_500));
        service.sweep();

        assertThat(client.post("/pay", "r-1", "{\"orderId\":\"order-1\",\"amountCents\":9900}")
                        .status())
                .isEqualTo(410);
        assertThat(service.report("order-1").charges()).isEqualTo(1);
    }

    @Test
    void aJobIsKeptUntilItIsDoneAndItsAnswerFromThenOn() throws Exception {
        String job = TestClient.transferJson("a", "b", 300);
        client.post("/jobs/transfers", "r-1", job);
        clock.advance(KEEP.multipliedBy(5));
        assertThat(service.sweep()).isZero();
        assertThat(client.state("r-1")).isEqualTo("accepted");

        assertThat(service.worker("w").step()).isTrue();
        clock.advance(KEEP.minusMillis(1));
        assertThat(client.state("r-1")).isEqualTo("committed");
        clock.advance(Duration.ofMillis(1));
        assertThat(client.post("/jobs/transfers", "r-1", job).status()).isEqualTo(410);
        assertThat(service.transfers().count()).isEqualTo(1);
    }

    @Test
    void noTimeAtAllIsNoSetting() {
        assertThatThrownBy(() -> ServiceSettings.defaults().withKeepAnswers(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("keepAnswers must be at least 1 ms, was PT0S");
        assertThatThrownBy(() -> ServiceSettings.defaults().withLease(Duration.ofNanos(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("lease must be at least 1 ms, was PT0.000000001S");
    }
}
