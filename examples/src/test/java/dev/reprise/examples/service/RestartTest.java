package dev.reprise.examples.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.service.TestClient.Reply;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One service ends and another one starts with its database. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RestartTest {

    @TempDir
    private Path folder;

    private final ManualClock clock = new ManualClock();
    private ServiceSettings settings;

    @BeforeEach
    void setUp() {
        settings = ServiceSettings.defaults().withClock(clock).withDatabase(folder.resolve("payments.db"));
    }

    @Test
    void whatWasAnsweredBeforeIsAnsweredTheSameAfterwards() throws Exception {
        Reply first;
        Reply refused;
        try (PaymentService service = PaymentService.start(settings, line -> {})) {
            service.transfers().open("a", 1000);
            service.transfers().open("b", 0);
            TestClient client = TestClient.of(service, "shop");
            first = client.transfer("r-1", "a", "b", 300);
            refused = client.transfer("r-2", "a", "b", 3000);
        }
        try (PaymentService service = PaymentService.start(settings, line -> {})) {
            service.transfers().open("a", 5000);
            // A new token of the same client: the key is the client's, not the token's.
            TestClient client = TestClient.of(service, "shop");

            assertThat(client.state("r-1")).isEqualTo("committed");
            Reply again = client.transfer("r-1", "a", "b", 300);
            assertThat(again.bytes()).isEqualTo(first.bytes());
            assertThat(again.replayed()).isTrue();
            assertThat(client.transfer("r-2", "a", "b", 3000).bytes()).isEqualTo(refused.bytes());
            assertThat(service.transfers().count()).isEqualTo(1);
            assertThat(service.transfers().balance("b")).isEqualTo(300);
        }
    }

    @Test
    void aJobThatWasRunningIsTakenOverWhenItsLeaseHasRunOut() throws Exception {
        try (PaymentService service = PaymentService.start(settings, line -> {})) {
            service.transfers().open("a", 1000);
            service.transfers().open("b", 0);
            TestClient.of(service, "shop").post("/jobs/transfers", "r-1", TestClient.transferJson("a", "b", 300));
            service.worker("w").take();
        }
        try (PaymentService service = PaymentService.start(settings, line -> {})) {
            assertThat(service.worker("w").step()).isFalse();
            clock.advance(ServiceSettings.DEFAULT_LEASE);
            assertThat(service.worker("w").step()).isTrue();

            assertThat(TestClient.of(service, "shop").state("r-1")).isEqualTo("committed");
            assertThat(service.transfers().balance("b")).isEqualTo(300);
        }
    }
}
