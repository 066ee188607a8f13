package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.examples.report.Figures;
import dev.reprise.examples.report.Transcript;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 180, unit = TimeUnit.SECONDS)
class ScenariosTest {

    private static final List<ClientKind> BOTH = ClientKind.named(ClientKind.BOTH);

    @Test
    void allFiguresAreTheExpectedOnesAndTwoRunsReadTheSame() {
        Played first = Played.once();
        Played second = Played.run();

        assertThat(Figures.differences(Scenarios.expectedOfTold(BOTH), first.rows()))
                .isEmpty();
        assertThat(second.rows()).isEqualTo(first.rows());
        assertThat(second.transcript().text())
                .isEqualTo(first.transcript().text())
                .matches("\\p{ASCII}+");
    }

    @Test
    void whatIsMeasuredLiesInItsBounds() throws Exception {
        assertThat(Figures.differences(Scenarios.expectedOfMeasured(BOTH), Scenarios.measure(BOTH, new Transcript())))
                .isEmpty();
    }

    @Test
    void oneClientOrBothCanBeChosenByName() {
        assertThat(ClientKind.named("okhttp")).containsExactly(ClientKind.OKHTTP);
        assertThat(ClientKind.named("httpclient")).containsExactly(ClientKind.HTTPCLIENT);
        assertThat(ClientKind.named("both")).containsExactly(ClientKind.OKHTTP, ClientKind.HTTPCLIENT);
        assertThatThrownBy(() -> ClientKind.named("curl"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("client must be okhttp, httpclient or both, but is curl");
    }

    @Test
    void aClientThatThereIsNotIsNoStackTraceButAnExitStatus() throws Exception {
        assertThat(Scenarios.run("curl")).isEqualTo(2);
    }

    @Test
    void ofAClientThatWasNotChosenNothingIsExpected() {
        assertThat(Scenarios.expectedOfTold(List.of(ClientKind.HTTPCLIENT)))
                .isNotEmpty()
                .noneMatch(row -> "okhttp".equals(row.client()));
    }
}
