package dev.reprise.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.chain.CallChain;
import dev.reprise.chain.DeadlineHeader;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is made of the time that the application wrote into its request. */
class ChainFieldsTest {

    private static long millis(String... values) {
        CallChain chain = CallChain.builder()
                .deadline(DeadlineHeader.milliseconds("X-Time"))
                .build();
        RetryPolicy policy = RetryPolicy.builder("chain").chain(chain).build();
        long nanos = ChainFields.statedNanos(policy, name -> List.of(values));
        return nanos == Long.MAX_VALUE ? -1 : Duration.ofNanos(nanos).toMillis();
    }

    @Test
    void theShortestOfSeveralTimesHolds() {
        assertThat(millis("500", "600")).isEqualTo(500);
        assertThat(millis("600", "500")).isEqualTo(500);
        assertThat(millis("600, 500")).isEqualTo(500);
        assertThat(millis("700", "600 ,\t500,", "soon")).isEqualTo(500);
        assertThat(millis("0", "500")).isZero();
    }

    @Test
    void whatNobodyCanReadSaysNothing() {
        assertThat(millis()).isEqualTo(-1);
        assertThat(millis("", "soon", "-5,+6", ",")).isEqualTo(-1);
    }
}
