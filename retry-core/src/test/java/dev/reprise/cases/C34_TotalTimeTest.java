package dev.reprise.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.backoff.Backoff;
import dev.reprise.outcome.Ending;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.FakeTransport.Seen;
import dev.reprise.testkit.Policies;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** One limit holds over all attempts and pauses, and "none was set" does not mean "no time". */
class C34_TotalTimeTest {

    private final FakeTime time = new FakeTime();

    @Test
    void attemptsAndPausesShareTenSeconds() {
        FakeTransport transport = new FakeTransport(time, FakeTransport.silence());
        RetryPolicy policy = Policies.plain(time)
                .maxAttempts(100)
                .deadline(Duration.ofSeconds(10))
                .attemptTimeout(Duration.ofSeconds(3))
                .backoff(Backoff.fixed(Duration.ofSeconds(3)))
                .build();

        FakeTransport.Ended ended = transport.call(policy, Facts.of("GET"));

        assertThat(transport.seen()).extracting(Seen::at).containsExactly(Duration.ZERO, Duration.ofSeconds(6));
        assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(9));
        assertThat(ended.ending()).isEqualTo(Ending.DEADLINE);
    }

    @Test
    void withoutAnythingSetThereAreStillRetries() {
        FakeTransport transport = new FakeTransport(time, FakeTransport.timeout());

        transport.call(Policies.defaults(time).maxAttempts(2).build(), Facts.of("GET"));

        assertThat(transport.requests()).isEqualTo(2);
    }

    @Test
    void theDefaultForbidsFurtherAttemptsAndCutsNone() {
        FakeTransport transport =
                new FakeTransport(time, FakeTransport.after(Duration.ofMinutes(10), FakeTransport.timeout()));

        FakeTransport.Ended ended = transport.call(Policies.defaults(time).build(), Facts.of("GET"));

        assertThat(transport.seen()).extracting(Seen::limitNanos).containsExactly(Long.MAX_VALUE);
        assertThat(ended.ending()).isEqualTo(Ending.DEADLINE);
    }

    @Test
    void aCallWithLessTimeThanAnAttemptIsSaidToNeedIsMadeAllTheSame() {
        for (long millis : new long[] {1, 20, 50}) {
            FakeTransport unbound = new FakeTransport(time, FakeTransport.status(200));
            FakeTransport bound = new FakeTransport(time, FakeTransport.status(200));
            RetryPolicy policy =
                    Policies.plain(time).deadline(Duration.ofMillis(millis)).build();

            unbound.call(policy, Facts.of("GET"));
            bound.call(
                    policy,
                    Facts.bound(new dev.reprise.testkit.TestActions(time, new SlowStore(time)).open("keyed"), "body"));

            assertThat(unbound.requests()).isEqualTo(1);
            assertThat(bound.requests()).isEqualTo(1);
        }
    }
}
