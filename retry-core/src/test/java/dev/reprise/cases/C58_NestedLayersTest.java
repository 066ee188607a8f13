package dev.reprise.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.CallRefusedException;
import dev.reprise.CallSpec;
import dev.reprise.Outcome;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.breaker.BreakerSettings;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.outcome.Verdict;
import dev.reprise.testkit.FakeScheduler;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.Policies;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A library call whose operation makes another library call, both with three attempts, against a server that is down. */
class C58_NestedLayersTest {

    private final FakeTime time = new FakeTime();
    private final FakeScheduler scheduler = new FakeScheduler(time);
    private final AtomicInteger requests = new AtomicInteger();
    private final List<Outcome> inner = new ArrayList<>();

    private RetryPolicy.Builder policy() {
        return Policies.plain(time).scheduler(scheduler).logging(false);
    }

    private static CallSpec<Object> in(String scope) {
        return CallSpec.of(Repeatability.IDEMPOTENT).scope(scope);
    }

    private Object request() throws IOException {
        requests.incrementAndGet();
        throw new IOException("HTTP 503");
    }

    private CompletionStage<Object> requestAsync() {
        requests.incrementAndGet();
        // Not Java 9's failedFuture, so that this reads like code for Android.
        CompletableFuture<Object> answer = new CompletableFuture<>();
        answer.completeExceptionally(new IOException("HTTP 503"));
        return answer;
    }

    private Object wait(CompletableFuture<Object> future) throws Exception {
        scheduler.runUntil(future::isDone);
        try {
            return future.join();
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof Exception cause ? cause : failed;
        }
    }

    /** How one layer is put inside another. */
    enum Layers {
        CALL_IN_CALL {
            @Override
            Object run(C58_NestedLayersTest test, Retrier outer, String around, Retrier inner, String within)
                    throws Exception {
                return outer.call(
                        in(around), attempt -> test.noting(() -> inner.call(in(within), a -> test.request())));
            }
        },
        ASYNC_IN_ASYNC {
            @Override
            Object run(C58_NestedLayersTest test, Retrier outer, String around, Retrier inner, String within)
                    throws Exception {
                return test.wait(outer.callAsync(
                        in(around), attempt -> test.noting(inner.callAsync(in(within), again -> test.requestAsync()))));
            }
        },
        CALL_IN_ASYNC {
            @Override
            Object run(C58_NestedLayersTest test, Retrier outer, String around, Retrier inner, String within)
                    throws Exception {
                return test.wait(outer.callAsync(
                        in(around),
                        attempt -> CompletableFuture.completedFuture(
                                test.noting(() -> inner.call(in(within), again -> test.request())))));
            }
        },
        ASYNC_IN_CALL {
            @Override
            Object run(C58_NestedLayersTest test, Retrier outer, String around, Retrier inner, String within)
                    throws Exception {
                return outer.<Object, Exception>call(
                        in(around),
                        attempt -> test.wait(test.noting(inner.callAsync(in(within), again -> test.requestAsync()))));
            }
        };

        abstract Object run(C58_NestedLayersTest test, Retrier outer, String around, Retrier inner, String within)
                throws Exception;
    }

    /** Something that fails as a call does. */
    private interface Failing {
        Object call() throws Exception;
    }

    private Object noting(Failing call) throws IOException {
        try {
            return call.call();
        } catch (IOException failure) {
            inner.add(Outcome.of(failure));
            throw failure;
        } catch (Exception other) {
            throw new AssertionError(other);
        }
    }

    private CompletableFuture<Object> noting(CompletableFuture<Object> call) {
        return call.whenComplete((answer, failure) -> inner.add(Outcome.of(failure)));
    }

    private Outcome run(Layers layers, Retrier outer, String around, Retrier within, String scope) {
        Outcome learned = Outcome.of(catchThrowable(() -> layers.run(this, outer, around, within, scope)));
        assertThat(learned).isNotNull();
        return learned;
    }

    @ParameterizedTest
    @EnumSource
    void a_oneScopeIsThreeRequestsAndTheOuterCallMakesTheRetries(Layers layers) {
        Retrier retrier = Retrier.of(policy().build());
        Outcome learned = run(layers, retrier, "orders", retrier, "orders");
        assertThat(requests).hasValue(3);
        assertThat(learned.attempts()).isEqualTo(3);
        assertThat(learned.ending()).isEqualTo(Ending.ATTEMPTS);
        assertThat(inner).hasSize(3).allMatch(outcome -> outcome.ending() == Ending.NESTED);
    }

    @ParameterizedTest
    @EnumSource
    void a_soItIsWithTwoRetriersUnawareOfEachOther(Layers layers) {
        run(layers, Retrier.of(policy().build()), "orders", Retrier.of(policy().build()), "orders");
        assertThat(requests).hasValue(3);
    }

    @ParameterizedTest
    @EnumSource
    void a_aCallWithoutAScopeCoversAll(Layers layers) {
        Retrier retrier = Retrier.of(policy().build());
        run(layers, retrier, "", retrier, "orders");
        assertThat(requests).hasValue(3);
    }

    @ParameterizedTest
    @EnumSource
    void a_anotherScopeRetriesAsUsual(Layers layers) {
        Retrier retrier = Retrier.of(policy().build());
        run(layers, retrier, "orders", retrier, "tokens");
        assertThat(requests).hasValue(9);
        assertThat(inner).hasSize(3).allMatch(outcome -> outcome.ending() == Ending.ATTEMPTS);
    }

    @ParameterizedTest
    @EnumSource
    void a_whoeverWantsBothLayersSaysSo(Layers layers) {
        Retrier retrier = Retrier.of(policy().build());
        Retrier unguarded = retrier.withPolicy(policy().nestedGuard(false).build());
        run(layers, retrier, "orders", unguarded, "orders");
        assertThat(requests).hasValue(9);
    }

    @ParameterizedTest
    @EnumSource
    void theBudgetIsChargedOncePerRequest(Layers layers) {
        Retrier retrier = Retrier.of(
                policy().budget(BudgetSettings.DEFAULT.ratio(0).floor(10)).build());
        run(layers, retrier, "orders", retrier, "orders");
        assertThat(retrier.snapshot().get("orders").retriesAvailable()).isEqualTo(8);
        assertThat(retrier.snapshot().get("orders").counts().attempts()).isEqualTo(3);
        assertThat(retrier.snapshot().get("orders").counts().calls()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void theBreakerHearsOfEachRequestOnce(Layers layers) {
        Retrier retrier = Retrier.of(
                policy().breaker(BreakerSettings.consecutiveFailures(100)).build());
        run(layers, retrier, "orders", retrier, "orders");
        assertThat(retrier.snapshot().get("orders").breaker().failures()).isEqualTo(3);
    }

    // ---- what the outer call makes of the inner one's outcome

    @Test
    void anInnerOutcomeThatIsUnknownIsNotRepeatedNotEvenByAnIdempotentCall() {
        Retrier retrier = Retrier.of(policy().build());
        Throwable failure = catchThrowable(() -> retrier.call(
                in("orders"),
                attempt -> retrier.call(CallSpec.of(Repeatability.ONCE).scope("orders"), again -> request())));
        assertThat(failure).isInstanceOf(UnknownOutcomeException.class);
        assertThat(Outcome.of(failure).effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(requests).hasValue(1);
    }

    @Test
    void norWhenItComesOverAFuture() {
        Retrier retrier = Retrier.of(policy().build());
        CallSpec<Object> once = CallSpec.of(Repeatability.ONCE).scope("orders");
        Throwable failure = catchThrowable(
                () -> wait(retrier.callAsync(in("orders"), attempt -> retrier.callAsync(once, again -> requestAsync())
                        .thenApply(answer -> answer))));
        assertThat(failure).isInstanceOf(UnknownOutcomeException.class);
        assertThat(requests).hasValue(1);
    }

    @Test
    void aRefusalInsideEndsTheOuterCallAndProvesThatNothingWasSent() {
        Retrier outer = Retrier.of(policy().build());
        Retrier guarded = Retrier.of(
                policy().breaker(BreakerSettings.consecutiveFailures(1)).build());
        assertThat(catchThrowable(() -> guarded.call(in("orders"), attempt -> request())))
                .isNotNull();
        Throwable refused = catchThrowable(
                () -> outer.call(in("orders"), attempt -> guarded.call(in("orders"), again -> request())));
        assertThat(refused).isInstanceOf(CallRefusedException.class);
        assertThat(Outcome.of(refused).attempts()).isZero();
        assertThat(requests).hasValue(1);
        assertThat(outer.snapshot().get("orders").counts().attempts()).isEqualTo(1);
    }

    @Test
    void aResultThatTheOuterCallJudgesIsRepeatedByIt() throws IOException {
        Retrier retrier = Retrier.of(policy().build());
        CallSpec<Integer> judged = CallSpec.<Integer>of(Repeatability.IDEMPOTENT)
                .scope("orders")
                .results(status -> status == 503 ? Verdict.transientFault(Effect.UNKNOWN) : Verdict.success());
        int status = retrier.call(
                judged,
                attempt -> retrier.call(judged, again -> {
                    requests.incrementAndGet();
                    return 503;
                }));
        assertThat(status).isEqualTo(503);
        assertThat(requests).hasValue(3);
    }
}
