package dev.reprise.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.Backoff;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.FakeTransport.Seen;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.TestActions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Every attempt, the first one included, is limited to what is left of the whole. */
class C35_AttemptsCutToWhatIsLeftTest {

    private final FakeTime time = new FakeTime();

    @Test
    void theLastAttemptEndsWithTheDeadline() {
        FakeTransport transport = new FakeTransport(time, FakeTransport.silence());

        transport.call(
                Policies.plain(time)
                        .deadline(Duration.ofSeconds(5))
                        .attemptTimeout(Duration.ofSeconds(4))
                        .backoff(Backoff.fixed(Duration.ofMillis(500)))
                        .build(),
                Facts.of("GET"));

        assertThat(transport.seen())
                .extracting(Seen::limitNanos)
                .containsExactly(
                        Duration.ofSeconds(4).toNanos(), Duration.ofMillis(500).toNanos());
        assertThat(transport.seen()).extracting(Seen::at).containsExactly(Duration.ZERO, Duration.ofMillis(4500));
        assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void theFirstAttemptIsCutToo() {
        FakeTransport transport = new FakeTransport(time, FakeTransport.silence());

        transport.call(
                Policies.plain(time)
                        .deadline(Duration.ofSeconds(2))
                        .attemptTimeout(Duration.ofSeconds(4))
                        .build(),
                Facts.of("GET"));

        assertThat(transport.seen())
                .extracting(Seen::limitNanos)
                .containsExactly(Duration.ofSeconds(2).toNanos());
    }

    @Test
    void aLimitFromOutsideCutsToo() {
        FakeTransport transport = new FakeTransport(time, FakeTransport.silence());

        transport.call(
                Policies.plain(time).attemptTimeout(Duration.ofSeconds(4)).build(),
                Facts.limited(Facts.of("GET"), Duration.ofSeconds(1).toNanos()));

        assertThat(transport.seen())
                .extracting(Seen::limitNanos)
                .containsExactly(Duration.ofSeconds(1).toNanos());
    }

    @Test
    void aBoundCallNeverWaitsForEverForOneAnswer() {
        FakeTransport transport = new FakeTransport(time, FakeTransport.silence());

        transport.call(
                Policies.plain(time).maxAttempts(1).build(), Facts.bound(new TestActions(time).open("keyed"), "body"));

        assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void noAttemptBeginsWithoutTime() {
        FakeTransport transport = new FakeTransport(time, FakeTransport.silence());

        transport.call(Policies.plain(time).build(), Facts.limited(Facts.of("GET"), 0));
        transport.call(Policies.plain(time).build(), Facts.limited(Facts.of("GET"), -5));

        assertThat(transport.requests()).isZero();
    }
}
