package dev.reprise.protection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.CallSpec;
import dev.reprise.Outcome;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.breaker.BreakerSettings;
import dev.reprise.breaker.CircuitBreaker;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.Policies;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** One budget and one breaker for several retriers, and no call counted twice. */
class SharedStateTest {

    private static final CallSpec<Object> SPEC =
            CallSpec.of(Repeatability.IDEMPOTENT).scope("orders");

    private final FakeTime time = new FakeTime();
    private final AtomicInteger requests = new AtomicInteger();

    private RetryPolicy.Builder policy(int attempts) {
        return Policies.plain(time).maxAttempts(attempts).logging(false);
    }

    private Ending fail(Retrier retrier) {
        return Outcome.of(catchThrowable(() -> retrier.call(SPEC, attempt -> {
                    requests.incrementAndGet();
                    throw new IOException("down");
                })))
                .ending();
    }

    private static long available(Retrier retrier) {
        return retrier.snapshot().get("orders").retriesAvailable();
    }

    private static void failing(ThrowingCallable call) {
        assertThat(catchThrowable(call)).isNotNull();
    }

    @Test
    void retriersOfSeveralPoliciesDrawOnOneBudget() {
        Retrier first = Retrier.of(
                policy(3).budget(BudgetSettings.DEFAULT.ratio(0).floor(5)).build());
        Retrier second =
                first.withPolicy(policy(4).budget(BudgetSettings.unlimited()).build());
        assertThat(second.policy().maxAttempts()).isEqualTo(4);
        assertThat(fail(first)).isEqualTo(Ending.ATTEMPTS);
        assertThat(fail(second)).isEqualTo(Ending.ATTEMPTS);
        assertThat(fail(first)).isEqualTo(Ending.BUDGET);
        assertThat(fail(second)).isEqualTo(Ending.BUDGET);
        assertThat(requests).hasValue(3 + 4 + 1 + 1);
        assertThat(second.snapshot()).isEqualTo(first.snapshot());
        assertThat(first.snapshot().get("orders").counts().calls()).isEqualTo(4);
    }

    @Test
    void andMeetOneBreaker() {
        Retrier first = Retrier.of(
                policy(1).breaker(BreakerSettings.consecutiveFailures(2)).build());
        Retrier second = first.withPolicy(policy(1).build());
        fail(first);
        fail(second);
        assertThat(fail(first)).isEqualTo(Ending.BREAKER);
        assertThat(fail(second)).isEqualTo(Ending.BREAKER);
        assertThat(requests).hasValue(2);
    }

    @Test
    void aPolicyWithAnotherClockCountsOnTheClockOfTheState() {
        Retrier first = Retrier.of(
                policy(2).budget(BudgetSettings.DEFAULT.ratio(1).floor(0)).build());
        FakeTime other = new FakeTime(42);
        Retrier second = first.withPolicy(
                Policies.plain(other).maxAttempts(2).logging(false).build());
        assertThat(fail(second)).isEqualTo(Ending.ATTEMPTS);
        assertThat(available(first)).isZero();
        time.pass(Duration.ofSeconds(20));
        assertThat(fail(second)).isEqualTo(Ending.ATTEMPTS);
    }

    @Test
    void aCallInsideAnotherOneEarnsNothingAndItsRequestIsPaidForOnce() {
        Retrier outer = Retrier.of(
                policy(3).budget(BudgetSettings.DEFAULT.ratio(1).floor(10)).build());
        Retrier inner = outer.withPolicy(policy(5).build());
        failing(() -> outer.call(SPEC, attempt -> fail(inner) == Ending.NESTED ? down() : "never"));
        assertThat(requests).hasValue(3);
        assertThat(available(outer)).as("10 and one call, less two retries").isEqualTo(9);
    }

    private static Object down() throws IOException {
        throw new IOException("still down");
    }

    @Test
    void oneFailureOfACallInsideIsOneEntryWithTheBreaker() {
        Retrier retrier = Retrier.of(
                policy(1).breaker(BreakerSettings.consecutiveFailures(2)).build());
        failing(() -> retrier.call(SPEC, attempt -> fail(retrier) == Ending.NESTED ? down() : "never"));
        assertThat(retrier.snapshot().get("orders").breaker().failures()).isEqualTo(1);
        assertThat(retrier.snapshot().get("orders").breaker().state()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    void aCallInsideIsTheProbeOfTheCallAroundIt() throws IOException {
        Retrier retrier = Retrier.of(policy(1)
                .breaker(
                        BreakerSettings.consecutiveFailures(1).halfOpenProbes(1).openJitter(0))
                .build());
        fail(retrier);
        time.pass(Duration.ofMinutes(1));
        assertThat(retrier.<Object, IOException>call(SPEC, attempt -> retrier.call(SPEC, inner -> "back")))
                .isEqualTo("back");
        assertThat(retrier.snapshot().get("orders").breaker().state()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    void aProbeWhoseCallInsideWasStoppedGivesItsPlaceBack() throws IOException {
        Retrier retrier = Retrier.of(policy(1)
                .breaker(
                        BreakerSettings.consecutiveFailures(1).halfOpenProbes(1).openJitter(0))
                .build());
        fail(retrier);
        time.pass(Duration.ofMinutes(1));
        failing(() -> retrier.call(SPEC, attempt -> {
            Thread.currentThread().interrupt();
            return retrier.call(SPEC, inner -> "never");
        }));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(retrier.<Object, IOException>call(SPEC, attempt -> "back")).isEqualTo("back");
        assertThat(retrier.snapshot().get("orders").breaker().state()).isEqualTo(CircuitBreaker.State.CLOSED);
    }
}
