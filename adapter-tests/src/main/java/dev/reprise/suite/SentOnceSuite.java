package dev.reprise.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Repeatability;
import dev.reprise.testing.Answer;
import dev.reprise.testing.Break;
import dev.reprise.testing.DeadPort;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Never sent, and sent without an answer, are two things: which requests go out again, with every wrapped client. */
@SuppressWarnings("MemberName") // tests of a case begin with its number
public abstract class SentOnceSuite extends HttpSuite {

    /** Charges of one kind, and how often an ambiguous one is sent. */
    enum Kind {
        UNKEYED(1),
        KEYED(3);

        private final int sends;

        Kind(int sends) {
            this.sends = sends;
        }

        Call of(Call call) {
            return this == KEYED ? call.header(KEY_HEADER, "key-1") : call;
        }
    }

    @ParameterizedTest
    @EnumSource
    void C03_a_refused_connection_is_tried_again(Kind kind) {
        try (DeadPort dead = DeadPort.refusing()) {
            Result result = port().send(kind.of(Call.post(dead.uri("/pay"))));
            assertThat(result.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(result.failure()).isNotInstanceOf(UnknownOutcomeException.class);
            assertThat(started).hasSize(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void C03_a_connect_that_takes_too_long_is_tried_again(Kind kind) {
        try (DeadPort dead = DeadPort.silent()) {
            Port port = port(policy().attemptTimeout(SHORT).build());
            Result result = port.send(kind.of(Call.post(dead.uri("/pay"))));
            assertThat(result.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(started).hasSize(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void C03_a_reset_after_the_whole_request_is_ambiguous(Kind kind) {
        ambiguous(kind, Script.breakAt(Point.COMMITTED, Break.RESET), policy().build());
    }

    @ParameterizedTest
    @EnumSource
    void C03_silence_after_the_whole_request_is_ambiguous(Kind kind) {
        RetryPolicy policy = policy().attemptTimeout(SHORT).build();
        ambiguous(kind, Script.breakAt(Point.COMMITTED, Break.STALL), policy);
    }

    private void ambiguous(Kind kind, Script script, RetryPolicy policy) {
        server.otherwise(script);
        Result result = port(policy).send(kind.of(pay()));
        assertThat(server.requests()).hasSize(kind.sends);
        assertThat(started).hasSize(kind.sends);
        assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
        if (kind == Kind.KEYED) {
            assertThat(keys(KEY_HEADER)).containsOnly("key-1");
        }
    }

    @ParameterizedTest
    @EnumSource
    void C03_a_504_is_handed_over_and_its_effect_is_unknown(Kind kind) {
        server.otherwise(Script.answer(504, "gave up waiting"));
        Result result = port().send(kind.of(pay()));
        assertThat(server.requests()).hasSize(kind.sends);
        assertThat(result.status()).isEqualTo(504);
        assertThat(result.body()).isEqualTo("gave up waiting");
        assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
    }

    @Test
    void C03_a_get_is_sent_again_after_silence() {
        server.otherwise(Script.breakAt(Point.COMMITTED, Break.STALL));
        Result result = port(policy().attemptTimeout(SHORT).build()).send(get());
        assertThat(server.requests()).hasSize(3);
        assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(result.failure()).isNotInstanceOf(UnknownOutcomeException.class);
    }

    @Test
    void C03_doubt_stays_when_a_later_attempt_is_refused() {
        server.enqueue(Script.breakAt(Point.COMMITTED, Break.CLOSE).stoppingListening());
        Result result = port().send(Kind.KEYED.of(pay()));
        assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
        assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(result.attempts()).isEqualTo(3);
        assertThat(server.ledger().charges()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PATCH"})
    void P01_over_a_connection_that_was_used_before_too(String method) {
        server.enqueue(Script.answer(200, "warm"), Script.breakAt(Point.COMMITTED, Break.CLOSE));
        Port port = port();
        assertThat(port.send(get()).body()).isEqualTo("warm");
        Result result = port.send(pay().method(method));
        assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
        assertThat(server.requests(method, "/pay")).hasSize(1);
        assertThat(result.attempts()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"408", "500", "502", "503", "504"})
    void P01_whatever_status_leaves_doubt(int status) {
        server.otherwise(Script.answer(Answer.of(status, "no").header("Retry-After", "0")));
        Result result = port().send(pay());
        assertThat(result.status()).isEqualTo(status);
        assertThat(server.requests()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"425", "429"})
    void P01_but_a_status_that_proves_that_nothing_was_done_is_sent_again(int status) {
        server.enqueue(Script.answer(status), Script.answer(200, "done"));
        assertThat(port().send(pay()).body()).isEqualTo("done");
        assertThat(server.requests()).hasSize(2);
    }

    @Test
    void P01_a_declaration_raises_and_lowers_what_the_method_says() {
        server.enqueue(Script.answer(503), Script.answer(200));
        assertThat(port().send(pay().declared(Repeatability.IDEMPOTENT)).status())
                .isEqualTo(200);
        server.enqueue(Script.answer(503), Script.answer(200));
        assertThat(port().send(pay().method("PUT").declared(Repeatability.ONCE)).status())
                .isEqualTo(503);
    }
}
