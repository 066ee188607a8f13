package dev.reprise.cases;

import static dev.reprise.testkit.FakeTransport.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Two hundred clients that are told the same wait do not come back together, and none comes early. */
class C31_RetryAfterSpreadsUpwardsTest {

    @Test
    void theDefaultSpreadsUpToATenthOnTop() {
        Set<Duration> pauses = new HashSet<>();
        for (int client = 0; client < 200; client++) {
            FakeTime time = new FakeTime();
            RetryPolicy policy = Policies.defaults(time).build();
            new FakeTransport(time, status(503, "Retry-After", "10"), status(200)).call(policy, Facts.of("GET"));
            pauses.addAll(time.sleeps());
        }

        assertThat(pauses).hasSizeGreaterThan(150).allSatisfy(pause -> assertThat(pause)
                .isBetween(Duration.ofSeconds(10), Duration.ofSeconds(11)));
        assertThat(pauses).anyMatch(pause -> pause.compareTo(Duration.ofMillis(10_500)) > 0);
    }

    @Test
    void noneIsAboveTheCeiling() {
        for (int client = 0; client < 200; client++) {
            FakeTime time = new FakeTime();
            RetryPolicy policy = Policies.defaults(time)
                    .retryAfterCeiling(Duration.ofMillis(10_100))
                    .build();
            new FakeTransport(time, status(503, "Retry-After", "10"), status(200)).call(policy, Facts.of("GET"));

            assertThat(time.sleeps().get(0)).isBetween(Duration.ofSeconds(10), Duration.ofMillis(10_100));
        }
    }
}
