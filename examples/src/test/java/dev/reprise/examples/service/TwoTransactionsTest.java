package dev.reprise.examples.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.examples.service.TestClient.Reply;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong, as it should. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TwoTransactionsTest {

    private static final String EFFECT_FIRST = "/two-transactions/effect-first";
    private static final String RECORD_FIRST = "/two-transactions/record-first";
    private static final String TRANSFER = TestClient.transferJson("a", "b", 300);

    private PaymentService service;
    private TestClient client;

    @BeforeEach
    void start() throws Exception {
        service = PaymentService.start(line -> {});
        client = TestClient.anonymous(service);
        service.transfers().open("a", 1000);
        service.transfers().open("b", 0);
    }

    @AfterEach
    void stop() throws Exception {
        service.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {EFFECT_FIRST, RECORD_FIRST})
    void asLongAsNothingHappensNothingIsSeen(String path) throws Exception {
        Reply first = client.post(path, "r-1", TRANSFER);
        Reply second = client.post(path, "r-1", TRANSFER);

        assertThat(first.status()).isEqualTo(200);
        assertThat(second.bytes()).isEqualTo(first.bytes());
        assertThat(service.transfers().balance("b")).isEqualTo(300);
    }

    @Test
    void withTheEffectFirstARetryMovesTheMoneyTwice() throws Exception {
        service.twoTransactions().dieNext(1);
        assertThatThrownBy(() -> client.post(EFFECT_FIRST, "r-1", TRANSFER)).isInstanceOf(IOException.class);
        assertThat(client.state("r-1")).isEqualTo("unknown");

        Reply retry = client.post(EFFECT_FIRST, "r-1", TRANSFER);

        assertThat(retry.status()).isEqualTo(200);
        assertThat(retry.replayed()).isFalse();
        assertThat(service.transfers().count()).isEqualTo(2);
        assertThat(service.transfers().balance("b")).isEqualTo(600);
    }

    @Test
    void withTheRecordFirstARetryIsToldOfASuccessThatNeverHappened() throws Exception {
        service.twoTransactions().dieNext(1);
        assertThatThrownBy(() -> client.post(RECORD_FIRST, "r-1", TRANSFER)).isInstanceOf(IOException.class);
        assertThat(client.state("r-1")).isEqualTo("committed");

        Reply retry = client.post(RECORD_FIRST, "r-1", TRANSFER);

        assertThat(retry.status()).isEqualTo(200);
        assertThat(retry.replayed()).isTrue();
        assertThat(retry.field("code")).isEqualTo("OK");
        assertThat(service.transfers().count()).isZero();
        assertThat(service.transfers().balance("b")).isZero();
    }
}
