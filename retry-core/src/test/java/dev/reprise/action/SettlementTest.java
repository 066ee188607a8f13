package dev.reprise.action;

import static dev.reprise.action.IdempotencyProfileTest.answer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.http.HttpAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettlementTest {

    @ParameterizedTest
    @CsvSource({
        // status, method, fresh, after a doubt, after a doubt and known to be the first request's stored answer
        "200, POST, CONFIRMED, CONFIRMED, CONFIRMED",
        "201, POST, CONFIRMED, CONFIRMED, CONFIRMED",
        "204, PUT, CONFIRMED, CONFIRMED, CONFIRMED",
        "202, POST, RUNNING, RUNNING, RUNNING",
        "203, POST, NOTHING, NOTHING, NOTHING",
        "206, POST, NOTHING, NOTHING, NOTHING",
        "303, POST, NOTHING, NOTHING, NOTHING",
        "400, POST, REJECTED, NOTHING, REJECTED",
        "402, POST, REJECTED, NOTHING, REJECTED",
        "409, POST, REJECTED, NOTHING, REJECTED",
        "422, POST, REJECTED, NOTHING, REJECTED",
        "401, POST, NOTHING, NOTHING, NOTHING",
        "403, POST, NOTHING, NOTHING, NOTHING",
        "404, POST, NOTHING, NOTHING, NOTHING",
        "404, DELETE, NOTHING, NOTHING, NOTHING",
        "410, DELETE, NOTHING, CONFIRMED, CONFIRMED",
        "410, POST, NOTHING, NOTHING, NOTHING",
        "429, POST, NOTHING, NOTHING, NOTHING",
        "500, POST, NOTHING, NOTHING, NOTHING",
        "503, POST, NOTHING, NOTHING, NOTHING",
    })
    void byStatus(int status, String method, Meaning fresh, Meaning doubt, Meaning stored) {
        HttpAnswer answer = HttpAnswer.of(status);
        Settlement settlement = Settlement.byStatus();

        assertThat(settlement.read(answer, new SettlementContext(method, false, false, false)))
                .isEqualTo(fresh);
        assertThat(settlement.read(answer, new SettlementContext(method, false, true, false)))
                .isEqualTo(doubt);
        assertThat(settlement.read(answer, new SettlementContext(method, false, true, true)))
                .isEqualTo(stored);
        assertThat(settlement.read(answer, new SettlementContext(method, true, false, false)))
                .isEqualTo(Meaning.NOTHING);
        assertThat(settlement.needsBody()).isFalse();
    }

    @Test
    void a404ToADeleteCountsOnlyWhereAskedForAndAfterADoubt() {
        Settlement settlement = Settlement.byStatusAndDelete404();

        assertThat(settlement.read(HttpAnswer.of(404), new SettlementContext("DELETE", false, true, false)))
                .isEqualTo(Meaning.CONFIRMED);
        assertThat(settlement.read(HttpAnswer.of(404), new SettlementContext("DELETE", false, false, false)))
                .isEqualTo(Meaning.NOTHING);
        assertThat(settlement.read(HttpAnswer.of(404), new SettlementContext("POST", false, true, false)))
                .isEqualTo(Meaning.NOTHING);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201})
    void aRefusalInsideASuccessIsRead(int status) {
        Settlement settlement =
                Settlement.byBody(text -> text.contains("\"ok\":true") ? Meaning.CONFIRMED : Meaning.REJECTED);
        SettlementContext context = new SettlementContext("POST", false, false, false);

        assertThat(settlement.needsBody()).isTrue();
        assertThat(settlement.read(answer(status, "{\"ok\":true}"), context)).isEqualTo(Meaning.CONFIRMED);
        assertThat(settlement.read(answer(status, "{\"ok\":false}"), context)).isEqualTo(Meaning.REJECTED);
        assertThat(settlement.read(HttpAnswer.of(status).withBody(new byte[] {'{'}, false), context))
                .as("cut off")
                .isEqualTo(Meaning.NOTHING);
        assertThat(settlement.read(answer(status, "{\"ok\":true}"), new SettlementContext("POST", true, false, false)))
                .as("redirected")
                .isEqualTo(Meaning.NOTHING);
        assertThat(settlement.read(HttpAnswer.of(402), context)).isEqualTo(Meaning.REJECTED);
        assertThat(settlement.read(HttpAnswer.of(500), context)).isEqualTo(Meaning.NOTHING);
    }
}
