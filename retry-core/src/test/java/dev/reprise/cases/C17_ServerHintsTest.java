package dev.reprise.cases;

import static dev.reprise.testkit.FakeTransport.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.http.HttpRules;
import dev.reprise.outcome.Ending;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A server's explicit word counts where it is trusted, and it never makes a request repeatable. */
class C17_ServerHintsTest {

    private static final String HINT = "x-should-retry";

    private final FakeTime time = new FakeTime();

    private RetryPolicy.Builder policy() {
        return Policies.plain(time)
                .httpRules(HttpRules.builder()
                        .trustServerVerdict(HINT)
                        .trustPushback("grpc-retry-pushback-ms")
                        .build());
    }

    @Test
    void a_aNoEndsTheCall() {
        FakeTransport transport = new FakeTransport(time, status(503, HINT, "false"));

        assertThat(transport.call(policy().build(), Facts.of("GET")).ending()).isEqualTo(Ending.SERVER_FORBADE);
        assertThat(transport.requests()).isEqualTo(1);
    }

    @Test
    void b_aYesDoesNotMakeAnUnkeyedPostRepeatable() {
        FakeTransport transport = new FakeTransport(time, status(500, HINT, "true"));

        transport.call(policy().build(), Facts.of("POST"));

        assertThat(transport.requests()).isEqualTo(1);
    }

    @Test
    void c_aYesMakesA400WorthRepeating() {
        FakeTransport transport = new FakeTransport(time, status(400, HINT, "true"));

        transport.call(policy().build(), Facts.of("GET"));

        assertThat(transport.requests()).isEqualTo(3);
    }

    @Test
    void d_neitherYesNorNoIsIgnored() {
        FakeTransport unavailable = new FakeTransport(time, status(503, HINT, "maybe"));
        FakeTransport bad = new FakeTransport(time, status(400, HINT, "maybe"));

        unavailable.call(policy().build(), Facts.of("GET"));
        bad.call(policy().build(), Facts.of("GET"));

        assertThat(unavailable.requests()).isEqualTo(3);
        assertThat(bad.requests()).isEqualTo(1);
    }

    @Test
    void e_anUnkeyedPostThatWasRateLimitedIsRetriedUnlessSwitchedOff() {
        FakeTransport transport = new FakeTransport(time, status(429, "Retry-After", "1"), status(200));
        FakeTransport.Ended ended = transport.call(policy().build(), Facts.of("POST"));
        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(1));

        FakeTransport off = new FakeTransport(time, status(429, "Retry-After", "1"), status(200));
        off.call(
                Policies.plain(time)
                        .httpRules(HttpRules.builder()
                                .tooManyRequestsProvesRefusal(false)
                                .build())
                        .build(),
                Facts.of("POST"));
        assertThat(off.requests()).isEqualTo(1);
    }

    @Test
    void f_aNegativePushbackEndsTheCall() {
        FakeTransport transport = new FakeTransport(time, status(503, "grpc-retry-pushback-ms", "-1"));

        transport.call(policy().build(), Facts.of("GET"));

        assertThat(transport.requests()).isEqualTo(1);
    }

    @Test
    void aYesIsStillBoundByAttemptsAndDeadline() {
        FakeTransport transport = new FakeTransport(time, status(503, HINT, "true"));

        FakeTransport.Ended ended =
                transport.call(policy().deadline(Duration.ofMillis(120)).build(), Facts.of("GET"));

        assertThat(transport.requests()).isEqualTo(1);
        assertThat(ended.ending()).isEqualTo(Ending.DEADLINE);
    }
}
