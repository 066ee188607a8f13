package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.outcome.Effect;
import dev.reprise.testing.Answer;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Script;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers send fields and codes that a client may not, and OkHttp lets them through; the answer still reaches the caller. */
class C23_OddAnswersTest {

    private final Actions actions = Calls.actions();

    @ParameterizedTest
    @ValueSource(strings = {"\uff11\uff12\uff10", "\u0661\u0662", "\u0001", "M\u00fcrz"})
    void a_retry_after_of_other_signs_than_a_field_may_have_counts_as_absent(String value) {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(raw("503 Later", "Retry-After: " + value));
            Result result = Result.of(Calls.client(), Calls.get(server, "/"));
            assertThat(result.status()).isEqualTo(503);
            assertThat(server.requests()).hasSize(3);
        }
    }

    @Test
    void so_does_a_place_to_go_to_that_is_spelled_in_letters_of_any_language() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(raw("302 Found", "Location: http://other.test/gr\u00f6\u00dfe"));
            Result result = Result.of(
                    Calls.client(), RetryOkHttp.bind(Calls.post(server, "/pay"), actions.open("payment", "order-1")));
            assertThat(result.status()).isEqualTo(302);
        }
    }

    @Test
    void and_a_kept_answer() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(raw("200 OK", "X-Name: gr\u00f6\u00dfe"));
            BusinessAction action = actions.open("payment", "order-1");
            Result.of(Calls.client(), RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            Result kept = Result.of(Calls.client(), RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            assertThat(kept.status()).isEqualTo(200);
            assertThat(kept.attempts()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"000", "099", "101", "600", "999"})
    void a_code_that_no_standard_knows_proves_nothing(String code) {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(raw(code + " Odd", "X-Odd: yes"));
            Result result = Result.of(Calls.client(), Calls.post(server, "/pay"));
            assertThat(result.status()).isEqualTo(Integer.parseInt(code));
            assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
            assertThat(server.requests()).hasSize(1);
            BusinessAction action = actions.open("payment", "order-1");
            Result bound = Result.of(Calls.client(), RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            assertThat(bound.failure()).isInstanceOf(UnknownOutcomeException.class);
            assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
        }
    }

    private static Script raw(String status, String field) {
        String head = "HTTP/1.1 " + status + "\r\n" + field + "\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
        return Script.answer(Answer.raw(head.getBytes(StandardCharsets.UTF_8)));
    }
}
