package dev.reprise.examples.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class PaymentServiceTest {

    private static final MediaType JSON = MediaType.get("application/json");
    private static final String ORDER = "{\"orderId\": \"order-1\", \"amountCents\": 9900}";
    private static final String KEY = "3f9a1c7e-2b44-4c9d-a1f8-0d6e2b7c5a11";

    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final OkHttpClient patient = new OkHttpClient();
    private PaymentService service;

    /** What a client reads of an answer. */
    private record Reply(int status, String body, boolean marked) {}

    @BeforeEach
    void start() throws Exception {
        service = PaymentService.start(log::add);
    }

    @AfterEach
    void stop() throws Exception {
        patient.connectionPool().evictAll();
        patient.dispatcher().executorService().shutdown();
        service.close();
    }

    @Test
    void withoutAKeyEveryRequestCharges() throws Exception {
        assertThat(call(patient, pay(ORDER).build()))
                .isEqualTo(new Reply(
                        200,
                        "{\"code\":\"OK\",\"orderId\":\"order-1\",\"amountCents\":9900,\"requestId\":null,"
                                + "\"orderChargeCount\":1}",
                        false));
        assertThat(call(patient, pay(ORDER).build()).body()).contains("\"orderChargeCount\":2");
        assertThat(service.report("order-1")).isEqualTo(new OrderReport(2, 2, 0, 0));
        assertThat(log).first().isEqualTo("POST /pay, no key: charged 99.00, charge 1 of order-1");
    }

    @Test
    void underTheSameKeyTheStoredAnswerIsSentAgainWithAMark() throws Exception {
        Reply first = call(patient, pay(ORDER).header("X-Request-Id", KEY).build());
        Reply second = call(patient, pay(ORDER).header("X-Request-Id", KEY).build());

        assertThat(first.marked()).isFalse();
        assertThat(first.body()).contains("\"requestId\":\"" + KEY + "\"").doesNotContain("idempotentReplay");
        String marked = first.body().substring(0, first.body().length() - 1) + ",\"idempotentReplay\":true}";
        assertThat(second).isEqualTo(new Reply(200, marked, true));
        assertThat(service.report("order-1")).isEqualTo(new OrderReport(2, 1, 1, 0));
    }

    @Test
    void aStoredAnswerStaysAsItWasWhenTheOrderIsChargedAgain() throws Exception {
        call(patient, pay(ORDER).header("X-Request-Id", KEY).build());
        call(patient, pay(ORDER).build());

        Reply replay = call(patient, pay(ORDER).header("X-Request-Id", KEY).build());

        assertThat(replay.body()).contains("\"orderChargeCount\":1");
    }

    @Test
    void whiteSpaceAndFieldOrderMakeNoOtherPayload() throws Exception {
        call(patient, pay(ORDER).header("X-Request-Id", KEY).build());

        String sameThing = "{\"amountCents\":9900,\n \"orderId\":\"order-1\"}";
        Reply replay = call(patient, pay(sameThing).header("X-Request-Id", KEY).build());

        assertThat(replay.status()).isEqualTo(200);
        assertThat(replay.marked()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"orderId\": \"order-1\", \"amountCents\": 9901}",
                "{\"orderId\": \"order-2\", \"amountCents\": 9900}"
            })
    void anotherPayloadUnderTheSameKeyIsRefused(String other) throws Exception {
        call(patient, pay(ORDER).header("X-Request-Id", KEY).build());

        Reply refused = call(patient, pay(other).header("X-Request-Id", KEY).build());

        assertThat(refused.status()).isEqualTo(422);
        assertThat(service.report("order-1").charges()).isEqualTo(1);
        assertThat(service.report("order-2").charges()).isZero();
    }

    @Test
    void theSameKeyOfAnotherClientIsAnotherKey() throws Exception {
        String shop = "Bearer " + service.register("shop");
        String bank = "Bearer " + service.register("bank");

        for (String client : List.of(shop, bank, shop)) {
            Request request = pay(ORDER)
                    .header("X-Request-Id", KEY)
                    .header("Authorization", client)
                    .build();
            assertThat(call(patient, request).status()).isEqualTo(200);
        }

        assertThat(service.report("order-1")).isEqualTo(new OrderReport(3, 2, 1, 0));
    }

    @Test
    void anUnknownTokenIsRefused() throws Exception {
        Request request = pay(ORDER).header("Authorization", "Bearer guessed").build();

        assertThat(call(patient, request).status()).isEqualTo(401);
        assertThat(service.report("order-1").charges()).isZero();
    }

    @Test
    void whileTheFirstRequestRunsASecondOneWithItsKeyIsToldToWait() throws Exception {
        Hold hold = service.holdNext();
        Request request = pay(ORDER).header("X-Request-Id", KEY).build();
        Request other = pay("{\"orderId\": \"order-1\", \"amountCents\": 1}")
                .header("X-Request-Id", KEY)
                .build();
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            Future<Reply> first = threads.submit(() -> call(patient, request));
            hold.awaitReached();

            assertThat(call(patient, request).status()).isEqualTo(409);
            assertThat(call(patient, other).status()).isEqualTo(422);
            hold.release();

            assertThat(first.get().status()).isEqualTo(200);
            assertThat(call(patient, request).marked()).isTrue();
        } finally {
            hold.release();
            threads.shutdown();
        }
        assertThat(service.report("order-1")).isEqualTo(new OrderReport(4, 1, 1, 0));
    }

    @Test
    void manyRequestsAtOnceUnderOneKeyChargeOnce() throws Exception {
        Request request = pay(ORDER).header("X-Request-Id", KEY).build();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            Callable<Reply> press = () -> call(patient, request);
            List<Future<Reply>> replies = threads.invokeAll(Collections.nCopies(24, press));
            for (Future<Reply> reply : replies) {
                assertThat(reply.get().status()).isIn(200, 409);
            }
        } finally {
            threads.shutdown();
        }
        OrderReport report = service.report("order-1");
        assertThat(report.requests()).isEqualTo(24);
        assertThat(report.charges()).isEqualTo(1);
    }

    @Test
    void manyRequestsAtOnceWithoutAKeyAreAllCharged() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            Callable<Reply> press = () -> call(patient, pay(ORDER).build());
            for (Future<Reply> reply : threads.invokeAll(Collections.nCopies(24, press))) {
                assertThat(reply.get().status()).isEqualTo(200);
            }
        } finally {
            threads.shutdown();
        }
        assertThat(service.report("order-1")).isEqualTo(new OrderReport(24, 24, 0, 0));
    }

    @Test
    void aLostAnswerIsATrueReadTimeoutAfterACommittedCharge() throws Exception {
        service.failNext(Fault.LOSE_ANSWER, 1);
        OkHttpClient client =
                patient.newBuilder().readTimeout(Duration.ofMillis(300)).build();

        assertThatThrownBy(() -> call(client, pay(ORDER).build())).isInstanceOf(SocketTimeoutException.class);
        assertThat(service.report("order-1")).isEqualTo(new OrderReport(1, 1, 0, 0));
        assertThat(log)
                .containsExactly("POST /pay, no key: charged 99.00, charge 1 of order-1;"
                        + " the answer is lost on the way back");

        assertThat(call(client, pay(ORDER).build()).status()).isEqualTo(200);
    }

    @Test
    void stockOkHttpAsksThreeTimesWhenAKeptAliveConnectionIsDroppedAfterTheCharge() throws Exception {
        call(patient, new Request.Builder().url(service.url("/health")).build());
        service.failAlways(Fault.DROP_CONNECTION);

        assertThatThrownBy(() -> call(patient, pay(ORDER).build()))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(SocketTimeoutException.class);
        assertThat(service.report("order-1")).isEqualTo(new OrderReport(3, 3, 0, 0));
    }

    @Test
    void onAFreshConnectionItAsksOnce() throws Exception {
        service.failAlways(Fault.DROP_CONNECTION);

        assertThatThrownBy(() -> call(patient, pay(ORDER).build())).isInstanceOf(IOException.class);
        assertThat(service.report("order-1")).isEqualTo(new OrderReport(1, 1, 0, 0));
    }

    @Test
    void theChargeCountIsAskedForAndCounted() throws Exception {
        call(patient, pay(ORDER).build());
        Request query = new Request.Builder()
                .url(service.url("/orders/order-1/charge-count"))
                .build();

        assertThat(call(patient, query).body()).isEqualTo("{\"orderId\":\"order-1\",\"chargeCount\":1}");
        assertThat(service.report("order-1")).isEqualTo(new OrderReport(1, 1, 0, 1));
    }

    @Test
    void anOrderTellsWhetherItWasChargedAndEachReadCountsAsARequest() throws Exception {
        Request order =
                new Request.Builder().url(service.url("/orders/order-1")).build();
        assertThat(call(patient, order).body()).isEqualTo("{\"orderId\":\"order-1\",\"charged\":false}");
        call(patient, pay(ORDER).build());
        assertThat(call(patient, order).body()).isEqualTo("{\"orderId\":\"order-1\",\"charged\":true}");
        assertThat(service.report("order-1")).isEqualTo(new OrderReport(3, 1, 0, 0));
    }

    @Test
    void theAnswerOfAReadCanGetLostToo() throws Exception {
        service.failNext(Fault.DROP_CONNECTION, 1);
        Request order =
                new Request.Builder().url(service.url("/orders/order-1")).build();
        assertThatThrownBy(() -> call(patient, order)).isInstanceOf(IOException.class);
        assertThat(call(patient, order).status()).isEqualTo(200);
        assertThat(service.report("order-1")).isEqualTo(new OrderReport(2, 0, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{\"orderId\":\"order-1\"}",
                "{\"orderId\":\"order-1\",\"amountCents\":99.5}",
                "{\"orderId\":\"order-1\",\"amountCents\":0}",
                "{\"orderId\":\"\",\"amountCents\":1}",
                "{\"orderId\":1001,\"amountCents\":1}",
                "{\"orderId\":\"order-1\",\"amountCents\":99999999999999999999}",
                "{\"orderId\":\"order-1\",\"amountCents\":1} {}"
            })
    void whatIsNotAPaymentIsRefusedAndNotRemembered(String body) throws Exception {
        assertThat(call(patient, pay(body).header("X-Request-Id", KEY).build()).status())
                .isEqualTo(400);
        assertThat(service.report("order-1")).isEqualTo(new OrderReport(0, 0, 0, 0));
        assertThat(call(patient, pay(ORDER).header("X-Request-Id", KEY).build()).status())
                .isEqualTo(200);
    }

    @Test
    void anEmptyKeyIsRefusedInsteadOfBeingTakenForNone() throws Exception {
        assertThat(call(patient, pay(ORDER).header("X-Request-Id", "").build()).status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/pay", "/orders", "/orders/order-1/charges", "/pay/now"})
    void everythingElseIsNotFound(String path) throws Exception {
        assertThat(call(patient, new Request.Builder().url(service.url(path)).build())
                        .status())
                .isEqualTo(404);
    }

    private Request.Builder pay(String body) {
        return new Request.Builder().url(service.url("/pay")).post(RequestBody.create(body, JSON));
    }

    private static Reply call(OkHttpClient client, Request request) throws IOException {
        try (Response response = client.newCall(request).execute()) {
            return new Reply(
                    response.code(), response.body().string(), "true".equals(response.header("Idempotent-Replayed")));
        }
    }
}
