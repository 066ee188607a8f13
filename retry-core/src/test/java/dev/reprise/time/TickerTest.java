package dev.reprise.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TickerTest {

    @Test
    void theSystemTickerReadsTheMonotonicClock() {
        long before = System.nanoTime();
        long reading = Ticker.system().nanos();
        long after = System.nanoTime();

        assertThat(reading - before).isNotNegative();
        assertThat(after - reading).isNotNegative();
    }
}
