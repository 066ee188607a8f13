package dev.reprise.protection;

import static dev.reprise.testkit.FakeTransport.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retrier;
import dev.reprise.breaker.BreakerSettings;
import dev.reprise.breaker.BreakerSnapshot;
import dev.reprise.breaker.CircuitBreaker;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server's answers tell the breaker: a request's own fault and a wish to slow down say nothing of the service. */
class C51_AnswersTest {

    private final FakeTime time = new FakeTime();

    private Retrier retrier(BreakerSettings breaker) {
        return Retrier.of(Policies.plain(time)
                .maxAttempts(1)
                .breaker(breaker.openJitter(0))
                .logging(false)
                .build());
    }

    private void answer(Retrier retrier, int status) {
        new FakeTransport(time, status(status)).call(retrier, Facts.of("GET"));
    }

    private static BreakerSnapshot breaker(Retrier retrier) {
        return retrier.snapshot().get(Facts.SCOPE).breaker();
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 404, 409, 422, 425, 429})
    void a_c_twentyNeutralAnswersOpenNothingAndAreNoEntries(int status) {
        Retrier retrier = retrier(BreakerSettings.consecutiveFailures(1));
        for (int call = 0; call < 20; call++) {
            answer(retrier, status);
        }
        assertThat(breaker(retrier).state()).isEqualTo(CircuitBreaker.State.CLOSED);
        assertThat(breaker(retrier).failures()).isZero();
        assertThat(breaker(retrier).calls()).isZero();
    }

    @Test
    void d_twoFailuresAreTwoEntries() {
        Retrier retrier = retrier(BreakerSettings.failureRate(0.5, 10, 4));
        answer(retrier, 500);
        answer(retrier, 500);
        assertThat(breaker(retrier).state()).isEqualTo(CircuitBreaker.State.CLOSED);
        assertThat(breaker(retrier).calls()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 429})
    void e_aNeutralProbeLeavesTheBreakerHalfOpenAndGivesItsPlaceBack(int status) {
        Retrier retrier = retrier(BreakerSettings.consecutiveFailures(1).halfOpenProbes(1));
        answer(retrier, 500);
        time.pass(Duration.ofMinutes(1));
        answer(retrier, status);
        assertThat(breaker(retrier).state()).isEqualTo(CircuitBreaker.State.HALF_OPEN);
        answer(retrier, 200);
        assertThat(breaker(retrier).state()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    void g_neutralAnswersNeitherResetNorDiluteTheFailures() {
        Retrier retrier = retrier(BreakerSettings.consecutiveFailures(10));
        for (int call = 0; call < 10; call++) {
            answer(retrier, 404);
            assertThat(breaker(retrier).state()).isEqualTo(CircuitBreaker.State.CLOSED);
            answer(retrier, 500);
        }
        assertThat(breaker(retrier).state()).isEqualTo(CircuitBreaker.State.OPEN);
    }
}
