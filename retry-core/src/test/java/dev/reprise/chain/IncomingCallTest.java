package dev.reprise.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.CallRefusedException;
import dev.reprise.CallSpec;
import dev.reprise.Outcome;
import dev.reprise.Retrier;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.StatusAnswer;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.deadline.Deadline;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.TestActions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A call that came in: what is done for it ends with it, and leaves the retrying to its caller if that wants it so. */
@SuppressWarnings("try") // scopes do their work by being open
class IncomingCallTest {

    private static final String TIME = "X-Time";

    private final FakeTime time = new FakeTime();
    private final Retrier retrier = Retrier.of(
            Policies.plain(time).backoff(Backoff.fixed(Duration.ofMillis(1))).build());
    private final AtomicInteger requests = new AtomicInteger();
    private final CallChain chain = CallChain.builder()
            .deadline(DeadlineHeader.milliseconds(TIME))
            .marker()
            .ticker(time.ticker())
            .build();

    private final IncomingCall marked = chain.read(name -> name.equals(TIME) ? null : "1");

    private IncomingCall within(String millis) {
        return chain.read(name -> name.equals(TIME) ? millis : null);
    }

    private static CallSpec<String> idempotent(String scope) {
        return CallSpec.<String>of(Repeatability.IDEMPOTENT).scope(scope);
    }

    private Outcome call(String scope) {
        try {
            retrier.call(idempotent(scope), attempt -> {
                requests.incrementAndGet();
                throw new IOException("down");
            });
            throw new AssertionError("the operation fails");
        } catch (IOException failure) {
            return Outcome.of(failure);
        }
    }

    private Outcome callAsync(String scope) throws Exception {
        try {
            retrier.callAsync(idempotent(scope), attempt -> {
                        requests.incrementAndGet();
                        return CompletableFuture.failedFuture(new IOException("down"));
                    })
                    .get(10, TimeUnit.SECONDS);
            throw new AssertionError("the operation fails");
        } catch (ExecutionException failure) {
            return Outcome.of(failure);
        }
    }

    private Outcome call(boolean async, String scope) throws Exception {
        return async ? callAsync(scope) : call(scope);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void insideAMarkedCallEveryScopeMakesOneAttempt(boolean async) throws Exception {
        try (IncomingCall.Scope scope = marked.enter()) {
            assertThat(call(async, "orders").ending()).isEqualTo(Ending.NESTED);
            assertThat(call(async, "stock").ending()).isEqualTo(Ending.NESTED);
            assertThat(call(async, "").ending()).isEqualTo(Ending.NESTED);
        }
        assertThat(requests).hasValue(3);
        assertThat(call(async, "orders").attempts()).as("afterwards").isEqualTo(3);
    }

    @Test
    void itStillEarnsWhatQueriesAndResendsCost() throws IOException {
        Retrier small = Retrier.of(Policies.plain(time)
                .budget(BudgetSettings.DEFAULT.ratio(1).floor(10))
                .build());
        try (IncomingCall.Scope scope = marked.enter()) {
            for (int call = 0; call < 5; call++) {
                small.call(idempotent("orders"), attempt -> "done");
            }
        }
        assertThat(small.snapshot().get("orders").retriesAvailable()).isEqualTo(15);
        assertThat(small.snapshot().get("orders").resolvingAvailable()).isEqualTo(15);
    }

    @Test
    void anUnmarkedCallLeavesRetryingAlone() {
        try (IncomingCall.Scope scope = within("60000").enter()) {
            assertThat(call("orders").attempts()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void behindAnExpiredDeadlineNoAttemptBegins(boolean async) throws Exception {
        try (IncomingCall.Scope scope = within("0").enter()) {
            assertThat(call(async, "orders"))
                    .returns(Ending.DEADLINE, Outcome::ending)
                    .returns(0, Outcome::attempts);
        }
        assertThat(requests).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void norDoesOneBeginWhenItExpiresMeanwhile(boolean async) throws Exception {
        IncomingCall incoming = within("200");
        time.pass(Duration.ofMillis(200));
        try (IncomingCall.Scope scope = incoming.enter()) {
            assertThat(call(async, "orders").ending()).isEqualTo(Ending.DEADLINE);
        }
        assertThat(requests).hasValue(0);
    }

    @Test
    void theExceptionSaysThatTheCallWasRefused() {
        try (IncomingCall.Scope scope = within("0").enter()) {
            assertThatThrownBy(() -> retrier.call(idempotent("orders"), attempt -> "never"))
                    .isInstanceOf(CallRefusedException.class);
        }
    }

    @Test
    void callsInsideHaveWhatIsLeft() throws IOException {
        try (IncomingCall.Scope scope = within("1500").enter()) {
            time.pass(Duration.ofMillis(500));
            assertThat(retrier.<Duration, IOException>call(
                            CallSpec.of(Repeatability.IDEMPOTENT), attempt -> attempt.timeRemaining()))
                    .isEqualTo(Duration.ofSeconds(1));
        }
        assertThat(Deadline.current().isBounded()).isFalse();
    }

    @Test
    void itBelongsToTheThread() throws Exception {
        try (IncomingCall.Scope scope = marked.enter()) {
            FutureTask<Integer> elsewhere =
                    new FutureTask<>(() -> call("orders").attempts());
            new Thread(elsewhere).start();
            assertThat(elsewhere.get(10, TimeUnit.SECONDS)).isEqualTo(3);
            FutureTask<Integer> entered = new FutureTask<>(() -> {
                try (IncomingCall.Scope again = marked.enter()) {
                    return call("orders").attempts();
                }
            });
            new Thread(entered).start();
            assertThat(entered.get(10, TimeUnit.SECONDS)).isEqualTo(1);
        }
    }

    @Test
    void anotherThreadCannotCloseIt() throws Exception {
        try (IncomingCall.Scope scope = marked.enter()) {
            FutureTask<Void> elsewhere = new FutureTask<>(scope::close, null);
            new Thread(elsewhere).start();
            assertThatThrownBy(() -> elsewhere.get(10, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(IllegalStateException.class);
            assertThat(call("orders").attempts()).isEqualTo(1);
        }
    }

    @Test
    void scopesThatAreClosedInAnyOrderLeaveNothingBehind() {
        IncomingCall.Scope outer = marked.enter();
        IncomingCall.Scope inner = marked.enter();
        outer.close();
        assertThat(call("orders").attempts()).as("the inner one is open").isEqualTo(1);
        inner.close();
        inner.close();
        assertThat(call("orders").attempts()).isEqualTo(3);
        outer.close();
        assertThat(call("orders").attempts()).isEqualTo(3);
    }

    @Test
    void oneThatIsClosedInsideACallIsGoneAfterIt() throws IOException {
        IncomingCall.Scope scope = marked.enter();
        retrier.call(idempotent("orders"), attempt -> {
            scope.close();
            return "done";
        });
        assertThat(call("orders").attempts()).isEqualTo(3);
    }

    @Test
    void oneThatIsClosedOnlyAfterTheCallAroundItLeavesNothingBehind() throws IOException {
        List<IncomingCall.Scope> open = new ArrayList<>();
        retrier.call(idempotent("orders"), attempt -> {
            open.add(marked.enter());
            return "done";
        });
        open.get(0).close();
        assertThat(Deadline.current().isBounded()).isFalse();
        assertThat(call("orders").attempts()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void callsThatAStatusQueryMakesAreRetriedAsUsual(boolean async) throws Exception {
        AtomicInteger inQuery = new AtomicInteger();
        List<Ending> endings = new ArrayList<>();
        TestActions actions = new TestActions(time).finds(() -> {
            try {
                retrier.call(idempotent("orders"), attempt -> {
                    inQuery.incrementAndGet();
                    throw new IOException("down");
                });
            } catch (IOException failure) {
                endings.add(Outcome.of(failure).ending());
            }
            return StatusAnswer.applied();
        });
        CallSpec<String> bound =
                CallSpec.<String>of(actions.open("verifiable"), "order 1").scope("orders");
        try (IncomingCall.Scope scope = marked.enter()) {
            if (async) {
                assertThatThrownBy(() -> retrier.callAsync(
                                        bound, attempt -> CompletableFuture.failedFuture(new IOException("lost")))
                                .get(10, TimeUnit.SECONDS))
                        .isInstanceOf(ExecutionException.class);
            } else {
                assertThatThrownBy(() -> retrier.call(bound, attempt -> {
                            throw new IOException("lost");
                        }))
                        .isInstanceOf(IOException.class);
            }
        }
        assertThat(inQuery).hasValue(3);
        assertThat(endings).containsExactly(Ending.ATTEMPTS);
    }

    @Test
    void statusQueriesAreAskedAllTheSame() {
        TestActions actions = new TestActions(time).finds(StatusAnswer.applied());
        BusinessAction action = actions.open("verifiable");
        try (IncomingCall.Scope scope = marked.enter()) {
            assertThatThrownBy(() -> retrier.call(CallSpec.<String>of(action, "order 1"), attempt -> {
                        requests.incrementAndGet();
                        throw new IOException("lost");
                    }))
                    .satisfies(
                            failure -> assertThat(Outcome.of(failure).ending()).isEqualTo(Ending.APPLIED_BY_QUERY));
        }
        assertThat(requests).hasValue(1);
        assertThat(actions.questions()).hasSize(1);
    }
}
