package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ScenariosTest {

    @Test
    void allFiguresAreTheExpectedOnesAndTwoRunsReadTheSame() throws Exception {
        Transcript first = new Transcript();
        Transcript second = new Transcript();

        List<ClientKind> both = ClientKind.named("both");

        assertThat(Scenarios.run(both, first)).isEqualTo(Scenarios.EXPECTED);
        assertThat(Scenarios.run(both, second)).isEqualTo(Scenarios.EXPECTED);

        assertThat(second.text()).isEqualTo(first.text()).matches("\\p{ASCII}+");
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
    void ofTheChosenClientOnlyItsOwnFiguresAreExpected() {
        assertThat(Scenarios.expected(List.of(ClientKind.HTTPCLIENT)))
                .hasSize(7)
                .allMatch(row -> row.client().equals("httpclient"));
        assertThat(Scenarios.expected(ClientKind.named("both"))).isEqualTo(Scenarios.EXPECTED);
    }
}
