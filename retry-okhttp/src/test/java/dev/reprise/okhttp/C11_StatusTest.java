package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.http.HttpRules;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Verdict;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Script;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the request itself is to blame for is not sent again. */
class C11_StatusTest {

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 405, 409, 410, 412, 413, 415, 422, 451, 499, 501, 505, 507, 511})
    void a_final_status_is_asked_for_once(int status) {
        assertSends(status, 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504, 599})
    void a_status_that_may_pass_is_asked_for_again(int status) {
        assertSends(status, 3);
    }

    private static void assertSends(int status, int sends) {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(status, "why"));
            Result result = Result.of(Calls.client(), Calls.get(server, "/"));
            assertThat(result.status()).isEqualTo(status);
            assertThat(result.body()).isEqualTo("why");
            assertThat(result.attempts()).isEqualTo(sends);
            assertThat(server.requests()).hasSize(sends);
        }
    }

    @Test
    void an_api_may_know_better() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(422));
            HttpRules rules = HttpRules.builder()
                    .status(422, Verdict.transientFault(Effect.NOT_APPLIED))
                    .build();
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain(), Calls.policy().httpRules(rules).build());
            Result.of(client, Calls.get(server, "/"));
            assertThat(server.requests()).hasSize(3);
        }
    }
}
