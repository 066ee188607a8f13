package dev.reprise.examples.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class VirtualClockTest {

    private final VirtualClock clock = new VirtualClock();

    @Test
    void goesOnByExactlyWhatWasSlept() throws InterruptedException {
        assertThat(clock.nanos()).isZero();

        clock.sleep(500);
        clock.sleep(1);

        assertThat(clock.nanos()).isEqualTo(501);
    }

    @Test
    void neverGoesBack() throws InterruptedException {
        clock.sleep(7);
        clock.sleep(0);
        clock.sleep(-3);

        assertThat(clock.nanos()).isEqualTo(7);
    }

    @Test
    void anInterruptedThreadDoesNotSleep() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> clock.sleep(500)).isInstanceOf(InterruptedException.class);
        assertThat(clock.nanos()).isZero();
        assertThat(Thread.interrupted()).isFalse();
    }
}
