package dev.reprise.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.http.HttpRules;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Verdict;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A 4xx names the request as the fault, and repeating the request does not change it. */
class C11_DeterministicStatusesTest {

    private final FakeTime time = new FakeTime();

    private int requests(int status) {
        FakeTransport transport = new FakeTransport(time, FakeTransport.status(status));
        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.of("GET"));
        assertThat(ended.answer().status()).isEqualTo(status);
        return transport.requests();
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 405, 409, 410, 412, 413, 415, 422, 451, 499, 501, 505, 507, 511})
    void isNotRetried(int status) {
        assertThat(requests(status)).isEqualTo(1);
        assertThat(time.sleeps()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 421, 425, 429, 500, 502, 503, 504, 520, 599})
    void isRetried(int status) {
        assertThat(requests(status)).isEqualTo(3);
        assertThat(time.sleeps()).hasSize(2);
    }

    @Test
    void anApiWithATransient422CanSaySo() {
        FakeTransport transport = new FakeTransport(time, FakeTransport.status(422));

        transport.call(
                Policies.plain(time)
                        .httpRules(HttpRules.builder()
                                .status(422, Verdict.transientFault(Effect.NOT_APPLIED))
                                .build())
                        .build(),
                Facts.of("GET"));

        assertThat(transport.requests()).isEqualTo(3);
    }
}
