package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.chain.CallChain;
import dev.reprise.chain.DeadlineHeader;
import dev.reprise.http.HeaderNames;
import dev.reprise.testing.Answer;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.ReceivedRequest;
import dev.reprise.testing.Script;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an attempt writes into its request stays in it, and is true when it leaves. */
class ChainFieldsTest {

    private static final String TIME = "X-Request-Timeout-Ms";
    private static final CallChain CHAIN = CallChain.builder()
            .deadline(DeadlineHeader.milliseconds(TIME))
            .marker()
            .build();

    private FaultServer server;

    @BeforeEach
    void start() {
        server = FaultServer.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static OkHttpClient client(int seconds) {
        RetryPolicy policy = Calls.policy()
                .chain(CHAIN)
                .deadline(Duration.ofSeconds(seconds))
                .build();
        return RetryOkHttp.wrap(Calls.plain(), policy);
    }

    private static long millis(ReceivedRequest request) {
        return Long.parseLong(request.header(TIME));
    }

    /** As those do that turn pages. */
    @Test
    void the_request_of_a_response_can_be_used_again() throws Exception {
        server.enqueue(Script.answer(503));
        Request used;
        try (Response response = client(5).newCall(Calls.get(server, "/1")).execute()) {
            used = response.request();
        }
        Calls.text(client(60), used.newBuilder().url(server.url("/2")).build());
        assertThat(server.requests("GET", "/2")).hasSize(1).allSatisfy(next -> {
            assertThat(millis(next)).isGreaterThan(5_000);
            assertThat(next.headers(HeaderNames.X_RETRY_ATTEMPT)).isEmpty();
        });
    }

    @Test
    void and_shows_what_the_application_wrote() throws Exception {
        Request own = Calls.get(server, "/").newBuilder().header(TIME, "4000").build();
        try (Response response = client(5).newCall(own).execute()) {
            assertThat(response.request().headers(TIME)).containsExactly("4000");
            assertThat(response.request().header(CallChain.DEFAULT_MARKER)).isNull();
            assertThat(RetryOkHttp.outcome(response).attempts()).isEqualTo(1);
        }
    }

    @Test
    void a_request_that_follows_a_redirect_tells_what_is_left_by_then() throws Exception {
        server.enqueue(Script.answering(request -> {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            return Answer.of(302).header("Location", server.url("/moved"));
        }));
        Calls.text(client(20), Calls.get(server, "/"));
        assertThat(server.requests()).hasSize(2);
        assertThat(millis(server.requests().get(1)))
                .isPositive()
                .isLessThan(millis(server.requests().get(0)));
    }
}
