package dev.reprise.examples.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.examples.service.TestClient.Reply;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TransfersTest {

    private PaymentService service;
    private TestClient client;

    @BeforeEach
    void start() throws Exception {
        service = PaymentService.start(line -> {});
        client = TestClient.of(service, "shop");
        service.transfers().open("a", 1000);
        service.transfers().open("b", 0);
    }

    @AfterEach
    void stop() throws Exception {
        service.close();
    }

    @Test
    void moneyIsMovedAndTheAnswerNamesItsRequest() throws Exception {
        Reply reply = client.transfer("r-1", "a", "b", 300);

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.replayed()).isFalse();
        assertThat(reply.text())
                .isEqualTo("{\"code\":\"OK\",\"requestId\":\"r-1\",\"source\":\"a\",\"target\":\"b\","
                        + "\"amountCents\":300,\"sourceBalanceCents\":700}");
        assertMoved(1, 700, 300);
    }

    @Test
    void aTransferWithoutAKeyIsRefused() throws Exception {
        assertThat(client.post("/transfers", null, TestClient.transferJson("a", "b", 300))
                        .status())
                .isEqualTo(400);
        assertMoved(0, 1000, 0);
    }

    @Test
    void underTheSameKeyTheFirstAnswerIsSentAgainByteForByteWhateverHappenedSince() throws Exception {
        Reply first = client.transfer("r-1", "a", "b", 300);
        client.transfer("r-2", "a", "b", 50);

        Reply second = client.transfer("r-1", "a", "b", 300);

        assertThat(second.bytes()).isEqualTo(first.bytes());
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.replayed()).isTrue();
        assertMoved(2, 650, 350);
        assertThat(service.traffic("POST /transfers")).isEqualTo(new Traffic(3, 1));
    }

    @ParameterizedTest
    @CsvSource({
        "a, b,    1001, 402, BALANCE_INSUFFICIENT",
        "a, c,    1,    400, UNKNOWN_ACCOUNT",
        "c, b,    1,    400, UNKNOWN_ACCOUNT",
        "a, a,    1,    400, SAME_ACCOUNT",
        "a, b,    0,    400, AMOUNT_NOT_POSITIVE",
        "a, b,    -5,   400, AMOUNT_NOT_POSITIVE",
        "a, full, 1,    400, BALANCE_OVERFLOW"
    })
    void aDefiniteRefusalIsAnAnswerAndStaysOneWhenThingsHaveChanged(
            String source, String target, long amountCents, int status, String code) throws Exception {
        service.transfers().open("full", Long.MAX_VALUE);
        Reply first = client.transfer("r-1", source, target, amountCents);
        assertThat(first.status()).isEqualTo(status);
        assertThat(first.field("code")).isEqualTo(code);
        assertThat(first.field("requestId")).isEqualTo("r-1");

        service.transfers().open("a", 5000);
        service.transfers().open("c", 5000);
        service.transfers().open("full", 0);
        Reply second = client.transfer("r-1", source, target, amountCents);

        assertThat(second.bytes()).isEqualTo(first.bytes());
        assertThat(second.status()).isEqualTo(status);
        assertThat(second.replayed()).isTrue();
        assertThat(service.transfers().count()).isZero();
    }

    @Test
    void afterARefusalTheSameTransferUnderANewKeyIsAnotherOne() throws Exception {
        assertThat(client.transfer("r-1", "a", "b", 2000).status()).isEqualTo(402);
        service.transfers().open("a", 3000);

        assertThat(client.transfer("r-2", "a", "b", 2000).status()).isEqualTo(200);
        assertMoved(1, 1000, 2000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{\"source\":\"a\",\"target\":\"b\"}",
                "{\"source\":\"a\",\"target\":\"b\",\"amountCents\":1.5}",
                "{\"source\":\"a\",\"target\":\"b\",\"amountCents\":99999999999999999999}",
                "{\"source\":\"\",\"target\":\"b\",\"amountCents\":1}"
            })
    void whatCannotBeReadIsNotRemembered(String body) throws Exception {
        assertThat(client.post("/transfers", "r-1", body).status()).isEqualTo(400);

        assertThat(client.state("r-1")).isEqualTo("unknown");
        assertThat(client.transfer("r-1", "a", "b", 300).status()).isEqualTo(200);
    }

    @Test
    void aBusyServiceKeepsNothingOfARequest() throws Exception {
        service.busyNext(2, 7);

        Reply busy = client.transfer("r-1", "a", "b", 300);
        assertThat(busy.status()).isEqualTo(503);
        assertThat(busy.retryAfter()).isEqualTo("7");
        assertThat(busy.field("requestId")).isEqualTo("r-1");
        assertThat(client.state("r-1")).isEqualTo("unknown");
        assertThat(client.transfer("r-1", "a", "b", 300).status()).isEqualTo(503);
        assertMoved(0, 1000, 0);

        Reply reply = client.transfer("r-1", "a", "b", 300);
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.replayed()).isFalse();
        assertMoved(1, 700, 300);
    }

    @Test
    void anotherPayloadUnderTheSameKeyIsRefused() throws Exception {
        client.transfer("r-1", "a", "b", 300);

        for (Reply refused : List.of(
                client.transfer("r-1", "a", "b", 301),
                client.transfer("r-1", "b", "a", 300),
                client.post("/jobs/transfers", "r-1", TestClient.transferJson("a", "b", 300)),
                client.post("/pay", "r-1", "{\"orderId\":\"a\",\"amountCents\":300}"))) {
            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.field("code")).isEqualTo("OTHER_PAYLOAD");
            assertThat(refused.field("requestId")).isEqualTo("r-1");
        }
        assertMoved(1, 700, 300);
        assertThat(client.transfer("r-1", "a", "b", 300).status()).isEqualTo(200);
    }

    @Test
    void theSameKeyOfAnotherClientIsAnotherKey() throws Exception {
        TestClient bank = TestClient.of(service, "bank");

        assertThat(client.transfer("r-1", "a", "b", 300).replayed()).isFalse();
        assertThat(bank.transfer("r-1", "a", "b", 200).status()).isEqualTo(200);
        assertThat(TestClient.anonymous(service).transfer("r-1", "a", "b", 100).status())
                .isEqualTo(200);
        assertThat(client.transfer("r-1", "a", "b", 300).replayed()).isTrue();

        assertMoved(3, 400, 600);
    }

    @Test
    void anUnknownTokenMovesNothing() throws Exception {
        assertThat(TestClient.withToken(service, "guessed")
                        .transfer("r-1", "a", "b", 300)
                        .status())
                .isEqualTo(401);
        assertMoved(0, 1000, 0);
    }

    @Test
    void whileTheFirstRequestRunsASecondOneIsToldToWaitAndThenGetsTheFirstOnesAnswer() throws Exception {
        Hold hold = service.holdNext();
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            Future<Reply> first = threads.submit(() -> client.transfer("r-1", "a", "b", 300));
            hold.awaitReached();

            Reply second = client.transfer("r-1", "a", "b", 300);
            assertThat(second.status()).isEqualTo(409);
            assertThat(second.field("code")).isEqualTo("STILL_RUNNING");
            assertThat(second.field("requestId")).isEqualTo("r-1");
            assertThat(client.transfer("r-1", "a", "b", 301).status()).isEqualTo(422);
            assertThat(client.state("r-1")).isEqualTo("running");
            hold.release();

            assertThat(first.get().status()).isEqualTo(200);
            assertThat(client.transfer("r-1", "a", "b", 300).bytes())
                    .isEqualTo(first.get().bytes());
        } finally {
            hold.release();
            threads.shutdown();
        }
        assertMoved(1, 700, 300);
    }

    @Test
    void manyRequestsAtOnceUnderOneKeyMoveTheMoneyOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            Callable<Reply> press = () -> client.transfer("r-1", "a", "b", 300);
            for (Future<Reply> reply : threads.invokeAll(Collections.nCopies(24, press))) {
                assertThat(reply.get().status()).isIn(200, 409);
            }
        } finally {
            threads.shutdown();
        }
        assertMoved(1, 700, 300);
    }

    @Test
    void manyTransfersAtOnceNeverOverdraw() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Reply>> presses = IntStream.range(0, 24)
                    .<Callable<Reply>>mapToObj(i -> () -> client.transfer("r-" + i, "a", "b", 300))
                    .toList();
            for (Future<Reply> reply : threads.invokeAll(presses)) {
                assertThat(reply.get().status()).isIn(200, 402);
            }
        } finally {
            threads.shutdown();
        }
        assertMoved(3, 100, 900);
    }

    @Test
    void whoAsksForAnAccountThatIsNotThereIsTold() {
        assertThatThrownBy(() -> service.transfers().balance("nobody"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no account nobody");
    }

    private void assertMoved(int transfers, long balanceOfA, long balanceOfB) throws Exception {
        assertThat(service.transfers().count()).isEqualTo(transfers);
        assertThat(service.transfers().balance("a")).isEqualTo(balanceOfA);
        assertThat(service.transfers().balance("b")).isEqualTo(balanceOfB);
    }
}
