package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.chain.CallChain;
import dev.reprise.chain.DeadlineHeader;
import dev.reprise.http.HeaderNames;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Script;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The request of a response can be used again: it holds nothing that belongs to an attempt. */
class ResponseRequestTest {

    private static final String TIME = "X-Request-Timeout-Ms";
    private static final CallChain CHAIN = CallChain.builder()
            .deadline(DeadlineHeader.milliseconds(TIME))
            .marker()
            .build();

    private static HttpClient client(int seconds) {
        return RetryHttpClient.wrap(
                Calls.plain(),
                Calls.policy()
                        .chain(CHAIN)
                        .deadline(Duration.ofSeconds(seconds))
                        .build());
    }

    @Test
    void the_next_call_does_not_inherit_the_time_of_the_last() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(503));
            HttpRequest used = client(5)
                    .send(Calls.get(server, "/1").build(), BodyHandlers.ofString())
                    .request();
            HttpRequest next = HttpRequest.newBuilder(used, (name, value) -> true)
                    .uri(server.uri("/2"))
                    .build();
            client(60).send(next, BodyHandlers.ofString());
            assertThat(server.requests("GET", "/2")).hasSize(1).allSatisfy(request -> {
                assertThat(Long.parseLong(request.header(TIME))).isGreaterThan(5_000);
                assertThat(request.headers(HeaderNames.X_RETRY_ATTEMPT)).isEmpty();
            });
        }
    }

    @Test
    void what_the_application_wrote_is_still_there() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            HttpRequest own = Calls.get(server, "/").header(TIME, "4000").build();
            HttpRequest shown = client(5).send(own, BodyHandlers.ofString()).request();
            assertThat(shown.headers().allValues(TIME)).containsExactly("4000");
            assertThat(shown.headers().allValues(CallChain.DEFAULT_MARKER)).isEmpty();
        }
    }
}
