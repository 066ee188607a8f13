package dev.reprise.examples.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.service.TestClient.Reply;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code GET /requests/{key}}; the state "running" is tested where something runs. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RequestQueryTest {

    private final ManualClock clock = new ManualClock();
    private PaymentService service;
    private TestClient client;

    @BeforeEach
    void start() throws Exception {
        service = PaymentService.start(
                ServiceSettings.defaults().withClock(clock).withKeepAnswers(Duration.ofDays(1)), line -> {});
        client = TestClient.of(service, "shop");
        service.transfers().open("a", 1000);
        service.transfers().open("b", 0);
    }

    @AfterEach
    void stop() throws Exception {
        service.close();
    }

    @Test
    void aRequestThatWasNotSeenIsUnknown() throws Exception {
        Reply reply = client.get("/requests/r-1");

        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.text()).isEqualTo("{\"requestId\":\"r-1\",\"state\":\"unknown\"}");
        assertThat(service.traffic("GET /requests").requests()).isEqualTo(1);
    }

    @Test
    void aCommittedRequestComesWithItsAnswerAsItWas() throws Exception {
        Reply answer = client.transfer("r-1", "a", "b", 300);

        Reply reply = client.get("/requests/r-1");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.text())
                .isEqualTo("{\"requestId\":\"r-1\",\"state\":\"committed\",\"answer\":{\"status\":200,\"body\":"
                        + answer.text() + "}}");
    }

    @Test
    void aRefusedRequestHasFailedAndComesWithItsAnswer() throws Exception {
        Reply answer = client.transfer("r-1", "a", "b", 3000);

        assertThat(client.get("/requests/r-1").text())
                .isEqualTo("{\"requestId\":\"r-1\",\"state\":\"failed\",\"answer\":{\"status\":402,\"body\":"
                        + answer.text() + "}}");
    }

    @Test
    void aJobIsAcceptedThenRunningThenCommitted() throws Exception {
        client.post("/jobs/transfers", "r-1", TestClient.transferJson("a", "b", 300));
        assertThat(client.get("/requests/r-1").text()).isEqualTo("{\"requestId\":\"r-1\",\"state\":\"accepted\"}");
        Worker worker = service.worker("w");
        worker.take();
        assertThat(client.state("r-1")).isEqualTo("running");
        worker.finish();
        assertThat(client.state("r-1")).isEqualTo("committed");
    }

    @Test
    void anAnswerWhoseTimeIsOverIsNoLongerKept() throws Exception {
        client.transfer("r-1", "a", "b", 300);
        clock.advance(Duration.ofDays(1));

        Reply reply = client.get("/requests/r-1");

        assertThat(reply.status()).isEqualTo(410);
        assertThat(reply.text()).isEqualTo("{\"requestId\":\"r-1\",\"state\":\"no_longer_kept\"}");
    }

    @Test
    void nobodySeesTheRequestsOfAnother() throws Exception {
        client.transfer("r-1", "a", "b", 300);

        assertThat(TestClient.of(service, "bank").get("/requests/r-1").status()).isEqualTo(404);
        assertThat(TestClient.anonymous(service).get("/requests/r-1").status()).isEqualTo(404);
        assertThat(TestClient.withToken(service, "guessed").get("/requests/r-1").status())
                .isEqualTo(401);
    }
}
