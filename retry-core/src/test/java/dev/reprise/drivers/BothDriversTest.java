package dev.reprise.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.CallRefusedException;
import dev.reprise.CallSpec;
import dev.reprise.RetryPolicy;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.backoff.Backoff;
import dev.reprise.breaker.BreakerSettings;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.deadline.Deadline;
import dev.reprise.event.AttemptStarted;
import dev.reprise.event.CallEnded;
import dev.reprise.event.RetryScheduled;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.outcome.Verdict;
import dev.reprise.testkit.Driver;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.RecordingListener;
import dev.reprise.testkit.ScriptedOperation;
import dev.reprise.testkit.ScriptedOperation.Ended;
import dev.reprise.testkit.ScriptedOperation.Seen;
import dev.reprise.testkit.TestActions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for a call whoever drives it: the same script, the same result. */
@Timeout(60)
class BothDriversTest {

    private static final CallSpec<Object> IDEMPOTENT = CallSpec.of(Repeatability.IDEMPOTENT);
    private static final CallSpec<Object> ONCE = CallSpec.of(Repeatability.ONCE);
    private static final CallSpec<Object> BUSY_IS_TRANSIENT = IDEMPOTENT.results(result ->
            result.toString().startsWith("busy") ? Verdict.transientFault(Effect.NOT_APPLIED) : Verdict.success());

    private final FakeTime time = new FakeTime();
    private final TestActions actions = new TestActions(time);
    private final RecordingListener events = new RecordingListener();

    @AfterEach
    void clearFlag() {
        assertThat(Thread.interrupted()).as("no test leaves the flag set").isFalse();
    }

    static Stream<Arguments> driversAndCounts() {
        return Stream.of(Driver.values())
                .flatMap(driver -> Stream.of(1, 2, 3).map(count -> Arguments.of(driver, count)));
    }

    private ScriptedOperation operation(Driver driver) {
        return new ScriptedOperation(time, driver);
    }

    private RetryPolicy.Builder plain() {
        return Policies.plain(time).listener(events);
    }

    private void assertCounts(ScriptedOperation operation, int attempts) {
        assertThat(operation.attempts()).isEqualTo(attempts);
        assertThat(operation.seen()).extracting(Seen::number).containsExactly(numbers(attempts));
        assertThat(events.only(AttemptStarted.class))
                .extracting(AttemptStarted::attempt)
                .containsExactly(numbers(attempts));
        assertThat(events.only(RetryScheduled.class))
                .as("no pause after the last attempt")
                .hasSize(attempts - 1);
        assertThat(events.only(CallEnded.class)).hasSize(1);
    }

    private static Integer[] numbers(int attempts) {
        return Stream.iterate(1, n -> n + 1).limit(attempts).toArray(Integer[]::new);
    }

    // ---- C33: attempts

    @ParameterizedTest
    @MethodSource("driversAndCounts")
    void C33_attemptsThatFailAreCountedFromTheFirst(Driver driver, int attempts) {
        ScriptedOperation operation = operation(driver);
        for (int i = 1; i <= attempts; i++) {
            operation.fails(new IOException("attempt " + i));
        }

        Ended ended = operation.call(plain().maxAttempts(attempts), IDEMPOTENT);

        assertCounts(operation, attempts);
        assertThat(ended.thrown()).isExactlyInstanceOf(IOException.class).hasMessage("attempt " + attempts);
        assertThat(ended.outcome().ending()).isEqualTo(Ending.ATTEMPTS);
        assertThat(ended.outcome().attempts()).isEqualTo(attempts);
    }

    @ParameterizedTest
    @MethodSource("driversAndCounts")
    void C33_attemptsThatThrowAtOnceAreCountedTheSame(Driver driver, int attempts) {
        ScriptedOperation operation = operation(driver).throwsAtOnce(new IOException("refused"));

        operation.call(plain().maxAttempts(attempts), IDEMPOTENT);

        assertCounts(operation, attempts);
    }

    @ParameterizedTest
    @MethodSource("driversAndCounts")
    void C33_attemptsWhoseResultIsJudgedAsFailedAreCountedTheSame(Driver driver, int attempts) {
        ScriptedOperation operation = operation(driver).returns("busy");

        operation.call(plain().maxAttempts(attempts), BUSY_IS_TRANSIENT);

        assertCounts(operation, attempts);
    }

    @ParameterizedTest
    @EnumSource
    void C33_theBreakerThatAnAttemptOpensStopsTheCall(Driver driver) {
        ScriptedOperation operation = operation(driver).fails(new IOException("down"));

        Ended ended =
                operation.call(plain().maxAttempts(100).breaker(BreakerSettings.consecutiveFailures(2)), IDEMPOTENT);

        assertCounts(operation, 2);
        assertThat(ended.outcome().ending()).isEqualTo(Ending.BREAKER);
    }

    @ParameterizedTest
    @EnumSource
    void C33_aSuccessEndsTheCall(Driver driver) {
        ScriptedOperation operation = operation(driver)
                .fails(new IOException("first"))
                .returns("busy")
                .returns("done")
                .returns("never asked for");

        Ended ended = operation.call(plain(), BUSY_IS_TRANSIENT);

        assertThat(ended.result()).isEqualTo("done");
        assertCounts(operation, 3);
    }

    @ParameterizedTest
    @EnumSource
    void aResultOfNullIsAResult(Driver driver) {
        ScriptedOperation operation = operation(driver).does(attempt -> null);

        Ended ended = operation.call(plain(), IDEMPOTENT);

        assertThat(ended.thrown()).isNull();
        assertThat(ended.result()).isNull();
        assertCounts(operation, 1);
    }

    // ---- C34, C35: time

    @ParameterizedTest
    @EnumSource
    void C34_attemptsAndPausesShareOneLimit(Driver driver) {
        ScriptedOperation operation = operation(driver).isSilent();

        Ended ended = operation.call(
                plain().maxAttempts(100)
                        .deadline(Duration.ofSeconds(10))
                        .attemptTimeout(Duration.ofSeconds(3))
                        .backoff(Backoff.fixed(Duration.ofSeconds(3))),
                IDEMPOTENT);

        assertThat(operation.seen()).extracting(Seen::at).containsExactly(Duration.ZERO, Duration.ofSeconds(6));
        assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(9));
        assertThat(ended.outcome().ending()).isEqualTo(Ending.DEADLINE);
        assertThat(ended.thrown()).isInstanceOf(TimeoutException.class);
    }

    @ParameterizedTest
    @EnumSource
    void C34_withoutAnythingSetThereAreStillRetries(Driver driver) {
        ScriptedOperation operation = operation(driver).fails(new IOException("down"));

        operation.call(Policies.defaults(time).listener(events).maxAttempts(2), IDEMPOTENT);

        assertCounts(operation, 2);
    }

    @ParameterizedTest
    @EnumSource
    void C34_theDefaultDeadlineLimitsNoAttempt(Driver driver) {
        ScriptedOperation operation = operation(driver).returns("done");

        operation.call(Policies.defaults(time), IDEMPOTENT);

        assertThat(operation.seen()).extracting(Seen::limit).containsExactly(Driver.UNLIMITED);
    }

    @ParameterizedTest
    @EnumSource
    void C35_theLastAttemptEndsWithTheDeadline(Driver driver) {
        ScriptedOperation operation = operation(driver).isSilent();

        operation.call(
                plain().deadline(Duration.ofSeconds(5))
                        .attemptTimeout(Duration.ofSeconds(4))
                        .backoff(Backoff.fixed(Duration.ofMillis(500))),
                IDEMPOTENT);

        assertThat(operation.seen())
                .extracting(Seen::limit)
                .containsExactly(Duration.ofSeconds(4), Duration.ofMillis(500));
        assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @EnumSource
    void C35_theFirstAttemptIsCutToo(Driver driver) {
        ScriptedOperation operation = operation(driver).isSilent();

        operation.call(plain().deadline(Duration.ofSeconds(2)).attemptTimeout(Duration.ofSeconds(4)), IDEMPOTENT);

        assertThat(operation.seen()).extracting(Seen::limit).containsExactly(Duration.ofSeconds(2));
        assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(2));
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings("try") // the scope does its work by being open
    void theDeadlineOfTheCallingThreadRulesAndIsSeenInside(Driver driver) {
        ScriptedOperation operation = operation(driver)
                .fails(new IOException("first"))
                .does(attempt -> Deadline.current().remaining());

        Ended ended;
        try (Deadline.Scope ignored =
                Deadline.after(Duration.ofSeconds(1), time.ticker()).activate()) {
            ended = operation.call(plain(), IDEMPOTENT);
        }

        assertThat(ended.result()).isEqualTo(Duration.ofMillis(900));
        assertThat(operation.seen())
                .extracting(Seen::limit)
                .containsExactly(Duration.ofSeconds(1), Duration.ofMillis(900));
        assertThat(Deadline.current().isBounded()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings("try") // the scope does its work by being open
    void nothingIsDoneWhenTheTimeOfTheCallingThreadIsOver(Driver driver) {
        ScriptedOperation operation = operation(driver).returns("too late");

        Ended ended;
        try (Deadline.Scope ignored =
                Deadline.after(Duration.ofSeconds(1), time.ticker()).activate()) {
            time.pass(Duration.ofSeconds(1));
            ended = operation.call(plain(), IDEMPOTENT);
        }

        assertThat(operation.attempts()).isZero();
        assertThat(ended.thrown()).isInstanceOf(CallRefusedException.class);
        assertThat(ended.outcome().ending()).isEqualTo(Ending.DEADLINE);
    }

    // ---- C47: the last result

    @ParameterizedTest
    @EnumSource
    void C47_theLastResultReachesTheCallerWhenAttemptsRunOut(Driver driver) {
        ScriptedOperation operation =
                operation(driver).returns("busy one").returns("busy two").returns("busy three");

        Ended ended = operation.call(plain(), BUSY_IS_TRANSIENT);

        assertThat(ended.result()).isEqualTo("busy three");
    }

    @ParameterizedTest
    @EnumSource
    void C47_theLastResultReachesTheCallerWhenTimeRunsOut(Driver driver) {
        ScriptedOperation operation = operation(driver).returns("busy one").returns("busy two");

        Ended ended = operation.call(
                plain().deadline(Duration.ofSeconds(5)).backoff(Backoff.fixed(Duration.ofSeconds(4))),
                BUSY_IS_TRANSIENT);

        assertThat(operation.attempts()).isEqualTo(2);
        assertThat(ended.result()).isEqualTo("busy two");
    }

    @ParameterizedTest
    @EnumSource
    void C47_theLastResultReachesTheCallerWhenTheBudgetIsSpent(Driver driver) {
        ScriptedOperation operation = operation(driver).returns("busy one").returns("busy two");

        Ended ended = operation.call(plain().maxAttempts(100).budget(BudgetSettings.none()), BUSY_IS_TRANSIENT);

        assertThat(ended.result()).isEqualTo("busy one");
        assertThat(events.only(CallEnded.class)).extracting(CallEnded::ending).containsExactly(Ending.BUDGET);
    }

    @ParameterizedTest
    @EnumSource
    void C47_theLastResultReachesTheCallerWhenTheBreakerOpens(Driver driver) {
        ScriptedOperation operation = operation(driver).returns("busy one").returns("busy two");

        Ended ended = operation.call(
                plain().maxAttempts(100).breaker(BreakerSettings.consecutiveFailures(2)), BUSY_IS_TRANSIENT);

        assertThat(ended.result()).isEqualTo("busy two");
        assertThat(events.only(CallEnded.class)).extracting(CallEnded::ending).containsExactly(Ending.BREAKER);
    }

    @ParameterizedTest
    @EnumSource
    void C47_theLastResultReachesTheCallerWhenTheServerAsksForTooLongAWait(Driver driver) {
        ScriptedOperation operation = operation(driver).returns("busy one").returns("done");
        CallSpec<Object> spec = IDEMPOTENT.results(
                result -> Verdict.transientFault(Effect.NOT_APPLIED).withRetryAfter(Duration.ofHours(2)));

        Ended ended = operation.call(plain(), spec);

        assertThat(ended.result()).isEqualTo("busy one");
        assertThat(events.only(CallEnded.class))
                .extracting(CallEnded::ending)
                .containsExactly(Ending.RETRY_AFTER_TOO_LONG);
    }

    @ParameterizedTest
    @EnumSource
    void C47_earlierFailuresHangOnTheLastOne(Driver driver) {
        ScriptedOperation operation = operation(driver)
                .fails(new IOException("one"))
                .fails(new SocketTimeoutException("two"))
                .fails(new IOException("three"));

        Ended ended = operation.call(plain(), IDEMPOTENT);

        assertThat(ended.thrown()).hasMessage("three");
        assertThat(Stream.of(ended.thrown().getSuppressed()).map(Throwable::getMessage))
                .contains("one", "two");
        assertThat(ended.outcome().history()).hasSize(2);
    }

    // ---- effects

    @ParameterizedTest
    @EnumSource
    void anUnrepeatableCallWithoutAnAnswerHasAnUnknownOutcome(Driver driver) {
        IOException reset = new IOException("connection reset");
        ScriptedOperation operation = operation(driver).fails(reset).returns("never asked for");

        Ended ended = operation.call(plain(), ONCE);

        assertCounts(operation, 1);
        assertThat(ended.thrown()).isInstanceOf(UnknownOutcomeException.class).hasCause(reset);
    }

    @ParameterizedTest
    @EnumSource
    void anAttemptThatTookTooLongHasAnUnknownOutcome(Driver driver) {
        ScriptedOperation operation = operation(driver).isSilent();

        Ended ended = operation.call(plain().attemptTimeout(Duration.ofSeconds(1)), ONCE);

        assertCounts(operation, 1);
        assertThat(ended.thrown())
                .isInstanceOf(UnknownOutcomeException.class)
                .hasCauseInstanceOf(TimeoutException.class);
        assertThat(ended.outcome().effect()).isEqualTo(Effect.UNKNOWN);
    }

    @ParameterizedTest
    @EnumSource
    void anUnrepeatableCallIsRepeatedOnProof(Driver driver) {
        ScriptedOperation operation =
                operation(driver).fails(new ConnectException("refused")).returns("done");

        Ended ended = operation.call(plain(), ONCE.faults(failure -> Verdict.transientFault(Effect.NOT_APPLIED)));

        assertThat(ended.result()).isEqualTo("done");
        assertCounts(operation, 2);
    }

    @ParameterizedTest
    @EnumSource
    void aPermanentFailureEndsTheCall(Driver driver) {
        IllegalStateException bug = new IllegalStateException("bug");
        ScriptedOperation operation = operation(driver).fails(bug);

        Ended ended = operation.call(plain(), IDEMPOTENT);

        assertCounts(operation, 1);
        assertThat(ended.thrown()).isSameAs(bug);
    }

    @ParameterizedTest
    @EnumSource
    void anErrorIsNotSwallowed(Driver driver) {
        NoClassDefFoundError bug = new NoClassDefFoundError("missing");
        ScriptedOperation operation = operation(driver).throwsAtOnce(bug);

        Ended ended = operation.call(plain(), IDEMPOTENT);

        assertThat(ended.thrown()).isSameAs(bug);
        assertThat(ended.outcome().attempts()).isEqualTo(1);
    }

    // ---- C16: wrappers

    static Stream<Arguments> driversAndWrappers() {
        return Stream.of(Driver.values()).flatMap(driver -> Stream.<Throwable>of(
                        new CompletionException(new ConnectException("refused")),
                        new ExecutionException(new CompletionException(new ConnectException("refused"))),
                        new UncheckedIOException(new ConnectException("refused")))
                .map(wrapper -> Arguments.of(driver, wrapper)));
    }

    @ParameterizedTest
    @MethodSource("driversAndWrappers")
    void C16_aWrappedFailureIsRetriedLikeABareOne(Driver driver, Throwable wrapped) {
        ScriptedOperation operation = operation(driver).fails(wrapped);

        operation.call(plain(), IDEMPOTENT);

        assertCounts(operation, 3);
    }

    @ParameterizedTest
    @EnumSource
    void C16_aWrapperAroundNothingIsPermanent(Driver driver) {
        CompletionException empty = new CompletionException("empty", null);
        ScriptedOperation operation = operation(driver).fails(empty);

        Ended ended = operation.call(plain(), IDEMPOTENT);

        assertCounts(operation, 1);
        assertThat(ended.thrown()).isSameAs(empty);
    }

    // ---- C39: interrupt

    @ParameterizedTest
    @EnumSource
    void C39_anOperationThatWasInterruptedEndsTheCall(Driver driver) {
        InterruptedException stop = new InterruptedException("stop");
        ScriptedOperation operation =
                operation(driver).fails(new IOException("before")).throwsAtOnce(stop);

        Ended ended = operation.call(plain(), IDEMPOTENT);

        assertThat(Thread.interrupted()).as("the flag is set").isTrue();
        assertThat(operation.attempts()).isEqualTo(2);
        assertThat(ended.thrown()).isSameAs(stop);
        assertThat(stop.getSuppressed()).anyMatch(s -> "before".equals(s.getMessage()));
        assertThat(ended.outcome().ending()).isEqualTo(Ending.INTERRUPTED);
    }

    @ParameterizedTest
    @EnumSource
    void C39_aTimeoutIsNoInterrupt(Driver driver) {
        ScriptedOperation operation = operation(driver).fails(new SocketTimeoutException("timeout"));

        operation.call(plain(), IDEMPOTENT);

        assertCounts(operation, 3);
    }

    // ---- one layer retries

    @ParameterizedTest
    @EnumSource
    void aCallInsideACallOfTheSameScopeMakesOneAttempt(Driver driver) {
        CallSpec<Object> scoped = IDEMPOTENT.scope("orders");
        ScriptedOperation inner = operation(driver).fails(new IOException("inner"));
        ScriptedOperation outer = operation(driver).does(attempt -> {
            inner.call(Policies.plain(time), scoped);
            return new Object();
        });

        outer.call(plain(), scoped);

        assertThat(inner.attempts()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void aCallInsideALaterAttemptMakesOneAttemptToo(Driver driver) {
        CallSpec<Object> scoped = IDEMPOTENT.scope("orders");
        ScriptedOperation inner = operation(driver).fails(new IOException("inner"));
        ScriptedOperation outer = operation(driver)
                .fails(new IOException("first"))
                .does(attempt -> {
                    inner.call(Policies.plain(time), scoped);
                    return new Object();
                });

        outer.call(plain(), scoped);

        assertThat(inner.attempts()).isEqualTo(1);
        ScriptedOperation after = operation(driver).fails(new IOException("after"));
        after.call(Policies.plain(time), scoped);
        assertThat(after.attempts()).as("the mark is gone with the call").isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource
    void aFailureOfThisLibraryIsNotRetriedByACallAround(Driver driver) {
        ScriptedOperation inner = operation(driver).fails(new IOException("inner"));
        Throwable unknown = inner.call(plain(), ONCE).thrown();
        ScriptedOperation outer = operation(driver).fails(new CompletionException(unknown));

        outer.call(Policies.plain(time), IDEMPOTENT);

        assertThat(outer.attempts()).isEqualTo(1);
    }

    // ---- business actions

    @ParameterizedTest
    @EnumSource
    void allSendsOfAnActionCarryItsKey(Driver driver) {
        BusinessAction action = actions.open("keyed");
        ScriptedOperation operation = operation(driver)
                .fails(new IOException("one"))
                .fails(new IOException("two"))
                .returns("paid");

        Ended ended = operation.call(plain(), CallSpec.of(action, "order 1"));

        assertThat(ended.result()).isEqualTo("paid");
        assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
        assertThat(operation.seen())
                .extracting(Seen::key)
                .containsExactlyElementsOf(List.of(
                        action.key().value(), action.key().value(), action.key().value()));
    }

    @ParameterizedTest
    @EnumSource
    void anActionThatNobodyAnsweredForIsLeftInDoubtAndCanBeSentAgain(Driver driver) {
        BusinessAction action = actions.open("keyed");
        ScriptedOperation operation = operation(driver).isSilent();

        Ended ended = operation.call(
                plain().deadline(Duration.ofSeconds(2)).attemptTimeout(Duration.ofSeconds(1)),
                CallSpec.of(action, "order 1"));

        assertThat(ended.thrown()).isInstanceOf(UnknownOutcomeException.class);
        assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);

        ScriptedOperation again = operation(driver).returns("paid");
        assertThat(again.call(Policies.plain(time), CallSpec.of(action, "order 1"))
                        .result())
                .as("the turn was passed on")
                .isEqualTo("paid");
    }

    @ParameterizedTest
    @EnumSource
    void anotherPayloadUnderTheSameKeyIsRefused(Driver driver) {
        BusinessAction action = actions.open("keyed");
        operation(driver).fails(new IOException("lost")).call(plain(), CallSpec.of(action, "order 1"));
        ScriptedOperation other = operation(driver).returns("paid");

        Ended ended = other.call(plain(), CallSpec.of(action, "order 2"));

        assertThat(other.attempts()).isZero();
        assertThat(ended.outcome().ending()).isEqualTo(Ending.PAYLOAD_MISMATCH);
    }

    @ParameterizedTest
    @EnumSource
    void aCallInsideACallOfTheSameActionIsPartOfItsSend(Driver driver) {
        BusinessAction action = actions.open("keyed");
        ScriptedOperation inner = operation(driver).fails(new IOException("inner"));
        ScriptedOperation outer = operation(driver).does(attempt -> {
            Ended ended = inner.call(Policies.plain(time), CallSpec.of(action, "order 1"));
            return ended.thrown().getMessage();
        });

        Ended ended = outer.call(plain(), CallSpec.of(action, "order 1"));

        assertThat(inner.attempts()).isEqualTo(1);
        assertThat(ended.result()).isEqualTo("inner");
    }
}
