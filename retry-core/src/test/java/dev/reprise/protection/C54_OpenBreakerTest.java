package dev.reprise.protection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.CallRefusedException;
import dev.reprise.CallSpec;
import dev.reprise.Outcome;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.breaker.BreakerSettings;
import dev.reprise.breaker.BreakerSnapshot;
import dev.reprise.breaker.CircuitBreaker;
import dev.reprise.event.BreakerChanged;
import dev.reprise.event.RetryListener;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.outcome.Verdict;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.Policies;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Calls whose scope's breaker is open, or opens under them; and what their attempts tell it (C49, C51). */
class C54_OpenBreakerTest {

    private final FakeTime time = new FakeTime();
    private final AtomicInteger attempts = new AtomicInteger();

    private RetryPolicy.Builder policy(int failures) {
        return Policies.plain(time)
                .maxAttempts(5)
                .breaker(BreakerSettings.consecutiveFailures(failures)
                        .openFor(Duration.ofSeconds(30))
                        .openJitter(0))
                .logging(false);
    }

    private IOException fail(Retrier retrier) {
        attempts.set(0);
        return catchThrowableOfType(
                IOException.class,
                () -> retrier.call(Repeatability.IDEMPOTENT, attempt -> {
                    attempts.incrementAndGet();
                    throw new IOException("attempt " + attempt.number());
                }));
    }

    private static String back(Retrier retrier) throws IOException {
        return retrier.call(Repeatability.IDEMPOTENT, attempt -> "back");
    }

    private static BreakerSnapshot breaker(Retrier retrier) {
        return retrier.snapshot().get("").breaker();
    }

    @Test
    void aCallStopsRightAfterTheBreakerOpensAndCarriesTheFailureThatDidIt() {
        Retrier retrier = Retrier.of(policy(2).build());
        IOException failure = fail(retrier);
        assertThat(attempts).hasValue(2);
        assertThat(time.sleeps()).hasSize(1);
        assertThat(failure).hasMessage("attempt 2");
        assertThat(Outcome.of(failure).ending()).isEqualTo(Ending.BREAKER);
    }

    @Test
    void aCallThatIsRefusedFromTheStartSendsNothingAndSaysWhy() {
        Retrier retrier = Retrier.of(policy(1).build());
        fail(retrier);
        IOException refused = fail(retrier);
        assertThat(attempts).hasValue(0);
        assertThat(refused).isInstanceOf(CallRefusedException.class);
        assertThat(refused).hasMessageContaining("circuit breaker is open").hasMessageContaining("java.io.IOException");
        assertThat(refused.getCause()).isNull();
        assertThat(Outcome.of(refused).effect()).isEqualTo(Effect.NOT_APPLIED);
        assertThat(breaker(retrier).calls()).isEqualTo(1);
    }

    @Test
    void whatIsOverWhenTheOpenTimeIsOverIsProbedOnce() throws IOException {
        Retrier retrier = Retrier.of(policy(1).build());
        fail(retrier);
        time.pass(Duration.ofSeconds(30));
        assertThat(back(retrier)).isEqualTo("back");
        assertThat(breaker(retrier).state()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    void aProbeWhoseClassifierOrOperationBreaksGivesItsPlaceBack() throws IOException {
        Retrier retrier = Retrier.of(policy(1).maxAttempts(1).build());
        fail(retrier);
        time.pass(Duration.ofSeconds(30));
        CallSpec<Object> spec = CallSpec.of(Repeatability.IDEMPOTENT);
        List<CallSpec<Object>> broken =
                List.of(spec.faults(failure -> Verdict.permanent(Effect.NOT_APPLIED)), spec.faults(failure -> {
                    throw new IllegalStateException("classifier");
                }));
        for (CallSpec<Object> each : broken) {
            assertThat(catchThrowableOfType(
                            Throwable.class,
                            () -> retrier.call(each, attempt -> {
                                throw new OutOfMemoryError("not really");
                            })))
                    .isNotNull();
            assertThat(breaker(retrier).state()).isEqualTo(CircuitBreaker.State.HALF_OPEN);
        }
        assertThat(back(retrier)).isEqualTo("back");
        assertThat(breaker(retrier).state()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    void interruptedCallersAndTheRequestsOwnFaultsDoNotCount() {
        Retrier retrier = Retrier.of(policy(1).maxAttempts(1).build());
        for (int i = 0; i < 20; i++) {
            assertThatThrownBy(() -> retrier.call(Repeatability.ONCE, attempt -> {
                        throw new InterruptedException();
                    }))
                    .isInstanceOf(Exception.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThatThrownBy(() -> retrier.call(Repeatability.ONCE, attempt -> {
                        throw new IllegalArgumentException("a bug of the caller");
                    }))
                    .isInstanceOf(Exception.class);
        }
        assertThat(breaker(retrier).state()).isEqualTo(CircuitBreaker.State.CLOSED);
        assertThat(breaker(retrier).failures()).isZero();
    }

    @Test
    void unknownOutcomesCountAndAreCountedApart() {
        Retrier retrier = Retrier.of(policy(5).maxAttempts(2).build());
        fail(retrier);
        assertThat(breaker(retrier).failures()).isEqualTo(2);
        assertThat(breaker(retrier).unknowns()).isEqualTo(2);
    }

    @Test
    void listenersHearOfIt() {
        List<BreakerChanged> heard = new ArrayList<>();
        Retrier retrier = Retrier.of(policy(1)
                .listener(new RetryListener() {
                    @Override
                    public void breakerChanged(BreakerChanged event) {
                        heard.add(event);
                    }
                })
                .build());
        fail(retrier);
        assertThat(heard)
                .containsExactly(
                        new BreakerChanged("test", "", CircuitBreaker.State.CLOSED, CircuitBreaker.State.OPEN));
    }
}
