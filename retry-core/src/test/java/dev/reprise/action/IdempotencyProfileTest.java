package dev.reprise.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.http.HttpAnswer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyProfileTest {

    private static final IdempotencyKey KEY = IdempotencyKey.of("a\"b\\c");

    static HttpAnswer answer(int status, String body) {
        return HttpAnswer.of(status).withBody(body.getBytes(StandardCharsets.UTF_8), true);
    }

    @Test
    void theDraftQuotesTheKeyAndEscapesIt() {
        assertThat(IdempotencyProfile.ietfDraft().headerName()).isEqualTo("Idempotency-Key");
        assertThat(IdempotencyProfile.ietfDraft().headerValue(KEY)).isEqualTo("\"a\\\"b\\\\c\"");
    }

    @Test
    void aBareHeaderHasTheKeyAsItIs() {
        IdempotencyProfile profile = IdempotencyProfile.bareHeader("X-Request-Id");

        assertThat(profile.headerName()).isEqualTo("X-Request-Id");
        assertThat(profile.headerValue(KEY)).isEqualTo(KEY.value());
    }

    @Test
    void aPayloadFieldHasNoHeaderAndNoAnswerMeansRunning() {
        IdempotencyProfile profile = IdempotencyProfile.payloadField();

        assertThat(profile.headerName()).isNull();
        assertThat(profile.isRunning(HttpAnswer.of(409))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "X Request", "X-Réq", "X:Y", "X\r\nY"})
    void unusableHeaderNamesAreRefused(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> IdempotencyProfile.bareHeader(name));
        assertThatIllegalArgumentException().isThrownBy(() -> IdempotencyProfile.quotedHeader(name));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdempotencyProfile.ietfDraft().trustServerVerdict(name));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "409 | '' | RUNNING",
                "409 | '  ' | RUNNING",
                "409 | {\"code\":\"idempotency_key_in_use\",\"type\":\"idempotency_error\"} | RUNNING",
                "409 | key in use | RUNNING",
                "409 | {\"title\":\"A request is outstanding for this Idempotency-Key\"} | RUNNING",
                "409 | another request is In-Progress | RUNNING",
                "409 | still processing the first one | RUNNING",
                "409 | {\"error\":\"seat taken\"} | OWN",
                "409 | that email is already in use | OWN",
                "409 | customer has an outstanding balance | OWN",
                "409 | Idempotency-Key was used with a different body | MISMATCH",
                "423 | a request is in progress | OWN",
                "422 | {\"title\":\"Idempotency-Key is already used\"} | MISMATCH",
                "422 | amount must be positive | OWN",
                "400 | {\"type\":\"idempotency_error\"} | MISMATCH",
                "400 | {\"__type\":\"IdempotentParameterMismatch\"} | MISMATCH",
                "400 | Idempotency-Key is missing | OWN",
                "400 | amount must be positive | OWN",
                "500 | idempotency_error | OWN",
                "200 | idempotency_error | OWN",
            })
    void C08_whatIsSaidOfTheFirstRequestIsToldFromADomainConflict(int status, String body, String expected) {
        IdempotencyProfile profile = IdempotencyProfile.ietfDraft();
        HttpAnswer answer = answer(status, body);

        assertThat(profile.isRunning(answer)).isEqualTo(expected.equals("RUNNING"));
        assertThat(profile.isPayloadMismatch(answer)).isEqualTo(expected.equals("MISMATCH"));
        assertThat(profile.isNoLongerKept(answer)).isFalse();
    }

    @Test
    void everySignCanBeReplaced() {
        IdempotencyProfile profile = IdempotencyProfile.bareHeader("K")
                .running(AnswerMatcher.status(425))
                .payloadMismatch(AnswerMatcher.status(425, 418))
                .replayed(AnswerMatcher.header("X-Cache", "hit"))
                .noLongerKept(AnswerMatcher.status(410).and(AnswerMatcher.bodyContains("Result Gone")));

        assertThat(profile.isRunning(HttpAnswer.of(425))).isTrue();
        assertThat(profile.isRunning(HttpAnswer.of(409))).isFalse();
        assertThat(profile.isPayloadMismatch(HttpAnswer.of(418))).isTrue();
        assertThat(profile.isPayloadMismatch(HttpAnswer.of(425)))
                .as("running goes first")
                .isFalse();
        assertThat(profile.isReplayed(HttpAnswer.of(200, Map.of("x-cache", List.of(" HIT ")))))
                .isTrue();
        assertThat(profile.isNoLongerKept(answer(410, "the result gone long ago")))
                .isTrue();
        assertThat(profile.isNoLongerKept(HttpAnswer.of(410))).isFalse();
    }

    @Test
    void aReplayIsKnownByItsHeader() {
        assertThat(IdempotencyProfile.ietfDraft()
                        .isReplayed(HttpAnswer.of(200, Map.of("Idempotent-Replayed", List.of("true")))))
                .isTrue();
        assertThat(IdempotencyProfile.ietfDraft().isReplayed(HttpAnswer.of(200)))
                .isFalse();
    }

    @Test
    void aSettingMakesANewProfile() {
        IdempotencyProfile before = IdempotencyProfile.bareHeader("K");
        IdempotencyProfile after = before.keyShape(KeyShape.HEX32)
                .keyLifetime(Duration.ofHours(24))
                .reexecutesAfter5xx()
                .storedAnswers()
                .trustServerVerdict("x-should-retry")
                .settlement(Settlement.byStatusAndDelete404());

        assertThat(after.keyShape()).isSameAs(KeyShape.HEX32);
        assertThat(after.keyLifetime()).isEqualTo(Duration.ofHours(24));
        assertThat(after.reexecutes()).isTrue();
        assertThat(after.storesAnswers()).isTrue();
        assertThat(after.serverVerdictHeader()).isEqualTo("x-should-retry");
        assertThat(after.settlement()).isSameAs(Settlement.byStatusAndDelete404());
        assertThat(after.headerName()).isEqualTo("K");

        assertThat(before.keyShape()).isSameAs(KeyShape.UUID);
        assertThat(before.keyLifetime()).isEqualTo(Duration.ofHours(1));
        assertThat(before.reexecutes()).isFalse();
        assertThat(before.storesAnswers()).isFalse();
        assertThat(before.serverVerdictHeader()).isNull();
        assertThat(before.settlement()).isNull();
    }

    @Test
    void aLifetimeMustBePositive() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdempotencyProfile.ietfDraft().keyLifetime(Duration.ZERO))
                .withMessageContaining("keyLifetime")
                .withMessageContaining("PT0S");
    }

    @Test
    void matchersRefuseNonsense() {
        assertThatIllegalArgumentException().isThrownBy(AnswerMatcher::status);
        assertThatIllegalArgumentException().isThrownBy(() -> AnswerMatcher.status(99));
        assertThatIllegalArgumentException().isThrownBy(() -> AnswerMatcher.bodyContains(""));
        assertThat(AnswerMatcher.never().or(AnswerMatcher.status(204)).matches(HttpAnswer.of(204)))
                .isTrue();
        assertThat(AnswerMatcher.never().or(AnswerMatcher.status(204)).matches(HttpAnswer.of(200)))
                .isFalse();
    }
}
