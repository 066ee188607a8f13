package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.http.HttpRules;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Answer;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Script;
import java.time.Duration;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The server may say whether to come back, but not whether a second charge would be recognised. */
class C17_ServerHintTest {

    private final ManualTime time = new ManualTime();

    private OkHttpClient client(HttpRules rules) {
        return RetryOkHttp.wrap(
                Calls.plain(),
                Calls.policy()
                        .sleeper(time)
                        .retryAfterJitter(0)
                        .httpRules(rules)
                        .build());
    }

    @ParameterizedTest
    @CsvSource({
        "GET, 503, x-should-retry, false, 1",
        "POST, 500, x-should-retry, true, 1",
        "GET, 400, x-should-retry, true, 3",
        "GET, 400, x-should-retry, maybe, 1",
        "GET, 503, x-should-retry, maybe, 3",
        "GET, 503, grpc-retry-pushback-ms, -1, 1",
        "GET, 503, grpc-retry-pushback-ms, 25, 3"
    })
    void a_trusted_hint_counts(String method, int status, String header, String value, int sends) {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(Answer.of(status).header(header, value)));
            HttpRules rules = HttpRules.builder()
                    .trustServerVerdict("x-should-retry")
                    .trustPushback("grpc-retry-pushback-ms")
                    .build();
            Request request = method.equals("GET") ? Calls.get(server, "/") : Calls.post(server, "/");
            Result result = Result.of(client(rules), request);
            assertThat(result.status()).isEqualTo(status);
            assertThat(server.requests()).hasSize(sends);
        }
    }

    @Test
    void a_hint_that_forbids_is_named_as_the_reason() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(Answer.of(503).header("x-should-retry", "false")));
            HttpRules rules =
                    HttpRules.builder().trustServerVerdict("x-should-retry").build();
            assertThat(Result.of(client(rules), Calls.get(server, "/")).ending())
                    .isEqualTo(Ending.SERVER_FORBADE);
        }
    }

    @ParameterizedTest
    @CsvSource({"true, 2", "false, 1"})
    void a_charge_refused_for_its_rate_is_sent_again_unless_that_is_switched_off(boolean proves, int sends) {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(Answer.of(429).header("Retry-After", "1")), Script.answer(200));
            HttpRules rules =
                    HttpRules.builder().tooManyRequestsProvesRefusal(proves).build();
            Result.of(client(rules), Calls.post(server, "/pay"));
            assertThat(server.requests()).hasSize(sends);
            assertThat(time.pauses()).hasSize(sends - 1).allMatch(Duration.ofSeconds(1)::equals);
        }
    }
}
