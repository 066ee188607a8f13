package dev.reprise.deadline;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Zero means neither "none" nor "at once": no deadline is {@link Deadline#none()}. */
class C34_DeadlineLengthTest {

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void aDeadlineThatIsNotLongerThanZeroIsRefused(long nanos) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Deadline.after(Duration.ofNanos(nanos)))
                .withMessageContaining("deadline must be longer than zero");
    }

    @Test
    void soIsOneTooNegativeToCount() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Deadline.after(Duration.ofSeconds(Long.MIN_VALUE), () -> 0))
                .withMessageContaining("deadline must be longer than zero");
    }
}
