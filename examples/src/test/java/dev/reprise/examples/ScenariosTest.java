package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ScenariosTest {

    @Test
    void allFiguresAreTheExpectedOnesAndTwoRunsReadTheSame() throws Exception {
        Transcript first = new Transcript();
        Transcript second = new Transcript();

        assertThat(Scenarios.run(first)).isEqualTo(Scenarios.EXPECTED);
        assertThat(Scenarios.run(second)).isEqualTo(Scenarios.EXPECTED);

        assertThat(second.text()).isEqualTo(first.text()).matches("\\p{ASCII}+");
    }
}
