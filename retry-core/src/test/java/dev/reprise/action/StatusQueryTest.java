package dev.reprise.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.http.HttpAnswer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatusQueryTest {

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S"})
    void cannotBeBuiltWithoutASettleTime(String settleTime) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StatusQuery.of(Duration.parse(settleTime), question -> StatusAnswer.unknown()))
                .withMessageContaining("settleTime")
                .withMessageContaining(settleTime);
    }

    @Test
    void anAskerThatReturnsNothingCouldNotTell() throws Exception {
        StatusQuery query = StatusQuery.of(Duration.ofSeconds(1), question -> null);

        assertThat(query.ask(question()).kind()).isEqualTo(StatusAnswer.Kind.UNKNOWN);
    }

    @Test
    void aQuestionShowsNeitherKeyNorReference() {
        assertThat(question().toString()).contains("payment", "id-1").doesNotContain("idem-raw-1", "order-1001");
    }

    @Test
    void anAnswerShowsItsKindAndStatus() {
        assertThat(StatusAnswer.applied(HttpAnswer.of(201))).hasToString("APPLIED (HTTP 201)");
        assertThat(StatusAnswer.refused(HttpAnswer.of(402))).hasToString("REFUSED (HTTP 402)");
        assertThat(StatusAnswer.running()).hasToString("RUNNING");
    }

    private static StatusQuestion question() {
        return new StatusQuestion(
                "id-1", "payment", "order-1001", IdempotencyKey.of("idem-raw-1"), Duration.ofSeconds(1));
    }
}
