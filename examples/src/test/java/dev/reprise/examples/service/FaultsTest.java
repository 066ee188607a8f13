package dev.reprise.examples.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSource;
import okio.ByteString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Three places at which the connection can be cut, over both clients. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class FaultsTest {

    private static final String TRANSFER = TestClient.transferJson("a", "b", 300);

    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final OkHttpClient okHttp = new OkHttpClient.Builder()
            .retryOnConnectionFailure(false)
            .readTimeout(Duration.ofSeconds(20))
            .build();
    private final HttpClient jdk =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private PaymentService service;

    private enum Client {
        OKHTTP,
        JDK
    }

    @BeforeEach
    void start() throws Exception {
        service = PaymentService.start(log::add);
        service.transfers().open("a", 1000);
        service.transfers().open("b", 0);
    }

    @AfterEach
    void stop() throws Exception {
        okHttp.connectionPool().evictAll();
        okHttp.dispatcher().executorService().shutdown();
        service.close();
    }

    @ParameterizedTest
    @CsvSource({
        "OKHTTP, BEFORE_COMMIT, false, unknown",
        "JDK,    BEFORE_COMMIT, false, unknown",
        "OKHTTP, AFTER_COMMIT,  true,  committed",
        "JDK,    AFTER_COMMIT,  true,  committed",
        "OKHTTP, MID_RESPONSE,  true,  committed",
        "JDK,    MID_RESPONSE,  true,  committed"
    })
    void whereverItIsCutTheClientSeesNoAnswerAndARetryMovesTheMoneyOnce(
            Client client, Fault fault, boolean done, String state) throws Exception {
        TestClient observer = TestClient.anonymous(service);
        service.failNext(fault, 1);

        assertThatThrownBy(() -> transfer(client)).isInstanceOf(IOException.class);
        assertThat(service.transfers().count()).isEqualTo(done ? 1 : 0);
        assertThat(observer.state("r-1")).isEqualTo(state);
        assertThat(log)
                .first()
                .asString()
                .startsWith("POST /transfers, key r-1: ")
                .endsWith("; " + fault.description());

        TestClient.Reply retry = transfer(client);
        assertThat(retry.status()).isEqualTo(200);
        assertThat(retry.replayed()).isEqualTo(done);
        assertThat(observer.transfer("r-1", "a", "b", 300).bytes()).isEqualTo(retry.bytes());
        assertThat(service.transfers().count()).isEqualTo(1);
        assertThat(service.transfers().balance("a")).isEqualTo(700);
        assertThat(service.transfers().balance("b")).isEqualTo(300);
    }

    @Test
    void inTheMiddleOfTheAnswerItsStatusAndHalfOfItsBodyHaveArrived() throws Exception {
        service.failNext(Fault.MID_RESPONSE, 1);
        try (Response response = okHttp.newCall(okHttpRequest()).execute()) {
            assertThat(response.code()).isEqualTo(200);
            long length = response.body().contentLength();
            BufferedSource body = response.body().source();
            assertThat(body.request(length / 2)).isTrue();
            assertThat(body.getBuffer().size()).isBetween(1L, length - 1);
            assertThatThrownBy(() -> body.request(length)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void aCutBeforeTheCommitSparesReads() throws Exception {
        service.failNext(Fault.BEFORE_COMMIT, 1);
        TestClient client = TestClient.anonymous(service);

        assertThat(client.get("/orders/order-1").status()).isEqualTo(200);
        assertThatThrownBy(() -> transfer(Client.JDK)).isInstanceOf(IOException.class);
    }

    private TestClient.Reply transfer(Client client) throws IOException, InterruptedException {
        if (client == Client.OKHTTP) {
            try (Response response = okHttp.newCall(okHttpRequest()).execute()) {
                return new TestClient.Reply(
                        response.code(),
                        response.body().byteString(),
                        "true".equals(response.header("Idempotent-Replayed")),
                        null);
            }
        }
        HttpRequest request = HttpRequest.newBuilder(service.url("/transfers").uri())
                .header("X-Request-Id", "r-1")
                .POST(BodyPublishers.ofString(TRANSFER))
                .build();
        HttpResponse<byte[]> response = jdk.send(request, BodyHandlers.ofByteArray());
        return new TestClient.Reply(
                response.statusCode(),
                ByteString.of(response.body()),
                response.headers().firstValue("Idempotent-Replayed").isPresent(),
                null);
    }

    private Request okHttpRequest() {
        return new Request.Builder()
                .url(service.url("/transfers"))
                .header("X-Request-Id", "r-1")
                .post(RequestBody.create(TRANSFER.getBytes(StandardCharsets.UTF_8), MediaType.get("application/json")))
                .build();
    }
}
