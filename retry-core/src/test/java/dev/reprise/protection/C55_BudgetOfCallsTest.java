package dev.reprise.protection;

import static dev.reprise.testkit.FakeTransport.refused;
import static dev.reprise.testkit.FakeTransport.status;
import static dev.reprise.testkit.FakeTransport.timeout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.CallSpec;
import dev.reprise.Outcome;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.ScopeSnapshot;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.StatusAnswer;
import dev.reprise.backoff.Backoff;
import dev.reprise.breaker.BreakerSettings;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.http.HttpAnswer;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.outcome.Verdict;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.TestActions;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What the retries of all calls of a scope may cost together. */
class C55_BudgetOfCallsTest {

    private static final BudgetSettings SMALL = BudgetSettings.DEFAULT.floor(2);

    private final FakeTime time = new FakeTime();
    private final AtomicInteger attempts = new AtomicInteger();

    private RetryPolicy.Builder policy() {
        return Policies.plain(time).budget(SMALL).maxAttempts(2).logging(false);
    }

    private Outcome fail(Retrier retrier) {
        return fail(retrier, CallSpec.of(Repeatability.IDEMPOTENT));
    }

    private Outcome fail(Retrier retrier, CallSpec<Object> spec) {
        attempts.set(0);
        try {
            retrier.call(spec, attempt -> {
                attempts.incrementAndGet();
                throw new IOException("down");
            });
            throw new AssertionError("no failure");
        } catch (IOException expected) {
            return Outcome.of(expected);
        }
    }

    private long available(Retrier retrier) {
        return retrier.snapshot().get("").retriesAvailable();
    }

    @Test
    void a_retriesStayWithinTheRatioAndTheFloorAndTheReasonIsNamed() {
        // No pause, so that all calls fall into one window.
        Retrier retrier = Retrier.of(policy().backoff(Backoff.none()).build());
        int retried = 0;
        for (int call = 1; call <= 20; call++) {
            fail(retrier);
            retried += attempts.get() - 1;
            assertThat(retried).isLessThanOrEqualTo(2 + call / 10);
        }
        assertThat(retried).isEqualTo(4);
        Outcome last = fail(retrier);
        assertThat(attempts).hasValue(1);
        assertThat(last.ending()).isEqualTo(Ending.BUDGET);
    }

    @Test
    void b_afterASilentWindowItIsRetriedAgain() {
        Retrier retrier = Retrier.of(policy().backoff(Backoff.none()).build());
        for (int call = 0; call < 20; call++) {
            fail(retrier);
        }
        time.pass(Duration.ofSeconds(11));
        fail(retrier);
        assertThat(attempts).hasValue(2);
    }

    @Test
    void c_aRetryThatWasSentIsPaidForWhateverCameBack() throws IOException {
        Retrier retrier = Retrier.of(policy().build());
        retrier.call(
                CallSpec.<Integer>of(Repeatability.IDEMPOTENT)
                        .results(status -> status == 404
                                ? Verdict.permanent(Effect.NOT_APPLIED)
                                : Verdict.transientFault(Effect.UNKNOWN)),
                attempt -> attempts.incrementAndGet() == 1 ? 503 : 404);
        assertThat(available(retrier)).isEqualTo(1);
    }

    @Test
    void d_firstAttemptsCostNothingAndAreNeverBlocked() throws IOException {
        Retrier retrier = Retrier.of(policy().budget(BudgetSettings.none()).build());
        CallSpec<Integer> spec =
                CallSpec.<Integer>of(Repeatability.ONCE).results(status -> Verdict.permanent(Effect.NOT_APPLIED));
        for (int call = 0; call < 1_000; call++) {
            retrier.call(spec, attempt -> attempts.incrementAndGet());
        }
        assertThat(attempts).hasValue(1_000);
    }

    @Test
    void e_aTokenGoesBackIfTheCallerIsInterruptedInThePause() {
        time.duringSleep(() -> Thread.currentThread().interrupt());
        Retrier retrier = Retrier.of(policy().build());
        Outcome outcome = fail(retrier);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(outcome.ending()).isEqualTo(Ending.INTERRUPTED);
        assertThat(available(retrier)).isEqualTo(2);
    }

    @Test
    void f_noTokenIsTakenWhereTheDeadlineForbidsTheRetry() {
        Retrier retrier = Retrier.of(policy().deadline(Duration.ofMillis(90)).build());
        Outcome outcome = fail(retrier);
        assertThat(outcome.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(available(retrier)).isEqualTo(2);
    }

    @Test
    void g_aTokenGoesBackIfTheBreakerOpensDuringThePause() {
        Retrier[] retrier = new Retrier[1];
        boolean[] first = {true};
        time.duringSleep(() -> {
            if (first[0]) {
                first[0] = false;
                // Another caller's failure is the last straw.
                try {
                    retrier[0].call(Repeatability.ONCE, attempt -> {
                        throw new IOException("down");
                    });
                } catch (IOException expected) {
                    // The breaker has seen it.
                }
            }
        });
        retrier[0] = Retrier.of(
                policy().breaker(BreakerSettings.consecutiveFailures(2)).build());
        Outcome outcome = fail(retrier[0]);
        assertThat(attempts).hasValue(1);
        assertThat(outcome.ending()).isEqualTo(Ending.BREAKER);
        assertThat(available(retrier[0])).isEqualTo(2);
    }

    /** No retry earns anything, and no pause moves the window. */
    private Retrier twoRetriesAndTwoThatClearADoubt() {
        return Retrier.of(
                policy().budget(SMALL.ratio(0)).backoff(Backoff.none()).build());
    }

    private FakeTransport.Ended plain(Retrier retrier, FakeTransport.Reply... replies) {
        return new FakeTransport(time, replies).call(retrier, Facts.of("GET"));
    }

    private FakeTransport.Ended bound(Retrier retrier, BusinessAction action, FakeTransport.Reply... replies) {
        return new FakeTransport(time, replies).call(retrier, Facts.bound(action, "body"));
    }

    private static ScopeSnapshot state(Retrier retrier) {
        return retrier.snapshot().get(Facts.SCOPE);
    }

    @Test
    void plainRetriesThatUsedTheirBudgetUpLeaveTheResendAndTheQueryThatClearADoubt() {
        Retrier retrier = twoRetriesAndTwoThatClearADoubt();
        TestActions actions = new TestActions(time).finds(StatusAnswer.applied(HttpAnswer.of(201)));
        assertThat(plain(retrier, timeout()).ending()).isEqualTo(Ending.ATTEMPTS);
        assertThat(plain(retrier, timeout()).ending()).isEqualTo(Ending.ATTEMPTS);
        assertThat(plain(retrier, timeout()).ending()).isEqualTo(Ending.BUDGET);
        assertThat(state(retrier).retriesAvailable()).isZero();

        FakeTransport.Ended resent = bound(retrier, actions.open("keyed"), timeout(), status(201));
        FakeTransport.Ended asked = bound(retrier, actions.open("verifiable"), timeout());

        assertThat(resent.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(resent.outcome().attempts()).isEqualTo(2);
        assertThat(asked.ending()).isEqualTo(Ending.APPLIED_BY_QUERY);
        assertThat(actions.questions()).hasSize(1);
        assertThat(state(retrier).resolvingAvailable()).isZero();
    }

    @Test
    void andWhatClearsDoubtsIsBoundedTooAndLeavesThePlainRetries() {
        Retrier retrier = twoRetriesAndTwoThatClearADoubt();
        TestActions actions = new TestActions(time).finds(StatusAnswer.unknown());
        assertThat(bound(retrier, actions.open("keyed"), timeout()).ending()).isEqualTo(Ending.ATTEMPTS);
        assertThat(bound(retrier, actions.open("verifiable"), timeout()).ending())
                .isEqualTo(Ending.UNKNOWN_OUTCOME);
        FakeTransport.Ended broke = bound(retrier, actions.actions().open("keyed", "order-2"), timeout());
        assertThat(broke.ending()).isEqualTo(Ending.BUDGET);
        assertThat(broke.outcome().effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(broke.outcome().attempts()).isEqualTo(1);
        assertThat(state(retrier).resolvingAvailable()).isZero();

        FakeTransport.Ended retried = plain(retrier, timeout(), status(200));
        // Nothing of a keyed request that was refused is in doubt, so its resend is a plain retry.
        FakeTransport.Ended refused =
                bound(retrier, actions.actions().open("keyed", "order-3"), refused(), status(201));

        assertThat(retried.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(refused.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(state(retrier).retriesAvailable()).isZero();
    }

    @Test
    void scopesDoNotPayForEachOther() {
        Retrier retrier = Retrier.of(policy().budget(SMALL.floor(1)).build());
        assertThat(fail(retrier, CallSpec.of(Repeatability.IDEMPOTENT).scope("a"))
                        .attempts())
                .isEqualTo(2);
        assertThat(fail(retrier, CallSpec.of(Repeatability.IDEMPOTENT).scope("a"))
                        .attempts())
                .isEqualTo(1);
        assertThat(fail(retrier, CallSpec.of(Repeatability.IDEMPOTENT).scope("b"))
                        .attempts())
                .isEqualTo(2);
        assertThat(retrier.snapshot()).containsOnlyKeys("a", "b");
    }

    @Test
    void theStateOfScopesIsBounded() throws IOException {
        Retrier retrier = Retrier.of(policy().build());
        for (int i = 0; i < 1_200; i++) {
            time.pass(Duration.ofMillis(200));
            retrier.call(CallSpec.of(Repeatability.ONCE).scope("scope-" + i), attempt -> "ok");
            retrier.call(CallSpec.of(Repeatability.ONCE).scope("busy"), attempt -> "ok");
        }
        assertThat(retrier.snapshot())
                .hasSize(1_000)
                .containsKeys("busy", "scope-1199")
                .doesNotContainKey("scope-0");
        assertThat(retrier.snapshot().get("busy").counts().calls())
                .as("kept from the first call on")
                .isEqualTo(1_200);
    }

    @Test
    void aDeadServiceIsAskedTwoHundredAndThirtyTimesByTwoHundredCalls() {
        Retrier retrier = Retrier.of(Policies.plain(time)
                .budget(BudgetSettings.DEFAULT)
                .backoff(Backoff.none())
                .logging(false)
                .build());
        int requests = 0;
        for (int call = 0; call < 200; call++) {
            fail(retrier);
            requests += attempts.get();
        }
        assertThat(requests).isEqualTo(230);
    }
}
