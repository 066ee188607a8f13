package dev.reprise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.StatusAnswer;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.outcome.Verdict;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.TestActions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls outside HTTP on the calling thread. */
class RetrierTest {

    private final FakeTime time = new FakeTime();
    private final Retrier retrier = Retrier.of(Policies.plain(time).build());
    private final AtomicInteger runs = new AtomicInteger();

    private Throwable failing(CallSpec<String> spec, Throwable failure) {
        return catchThrowable(() -> retrier.call(spec, attempt -> {
            runs.incrementAndGet();
            throw RetrierTest.<RuntimeException>sneak(failure);
        }));
    }

    @SuppressWarnings("unchecked") // what is thrown may be anything
    private static <X extends Throwable> RuntimeException sneak(Throwable thrown) throws X {
        throw (X) thrown;
    }

    private static CallSpec<String> idempotent() {
        return CallSpec.of(Repeatability.IDEMPOTENT);
    }

    // ---- what a failure means

    static Stream<Arguments> failures() {
        IOException io = new IOException("down");
        return Stream.of(
                Arguments.of(io, 3),
                Arguments.of(new UncheckedIOException(io), 3),
                Arguments.of(new TimeoutException(), 3),
                Arguments.of(new ExecutionException(io), 3),
                Arguments.of(new CompletionException(io), 3),
                Arguments.of(new ExecutionException(new CompletionException(io)), 3),
                Arguments.of(new CompletionException("no cause", null), 1),
                Arguments.of(new IllegalStateException("bug"), 1),
                Arguments.of(new ExecutionException(new IllegalStateException("bug")), 1),
                Arguments.of(new NoClassDefFoundError("bug"), 1));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void inputAndOutputMayRecoverAndABugDoesNot(Throwable failure, int expected) {
        assertThat(failing(idempotent(), failure)).as("as it was thrown").isSameAs(failure);
        assertThat(runs).hasValue(expected);
    }

    @Test
    void aCycleOfWrappersEnds() {
        IOException one = new IOException("one");
        ExecutionException two = new ExecutionException(one);
        one.initCause(two);

        assertThat(failing(idempotent(), two)).isSameAs(two);
        assertThat(runs).as("an IOException in the end").hasValue(3);
    }

    @Test
    void aCallMayJudgeItsOwnFailures() {
        CallSpec<String> spec =
                CallSpec.<String>of(Repeatability.ONCE).faults(failure -> Verdict.transientFault(Effect.NOT_APPLIED));

        assertThat(failing(spec, new IllegalStateException("pool exhausted"))).hasMessage("pool exhausted");
        assertThat(runs).hasValue(3);
    }

    static Stream<FaultClassifier> brokenClassifiers() {
        return Stream.of(failure -> null, failure -> sneak(new IllegalStateException("classifier")), failure -> {
            throw new NoClassDefFoundError("classifier");
        });
    }

    private static Verdict sneak(RuntimeException thrown) {
        throw thrown;
    }

    @ParameterizedTest
    @MethodSource("brokenClassifiers")
    void aBrokenFaultClassifierLeavesTheFailureOnTop(FaultClassifier broken) {
        IOException original = new IOException("original");

        Throwable thrown = failing(idempotent().faults(broken), original);

        assertThat(thrown).isSameAs(original);
        assertThat(runs).hasValue(1);
        assertThat(original.getSuppressed()).anyMatch(s -> s.getMessage().contains("classifier"));
        assertThat(Outcome.of(original).effect()).isEqualTo(Effect.UNKNOWN);
    }

    @Test
    void aBrokenFaultClassifierAndASharedExceptionDoNotGrowTogether() {
        IOException shared = new IOException("shared");

        for (int i = 0; i < 100; i++) {
            failing(
                    idempotent().faults(failure -> {
                        throw new IllegalStateException("new every time");
                    }),
                    shared);
        }

        assertThat(shared.getSuppressed()).hasSizeLessThanOrEqualTo(17);
    }

    // ---- what a result means

    static Stream<ResultClassifier<String>> brokenResultClassifiers() {
        return Stream.of(result -> null, result -> sneak(new IllegalStateException("classifier")), result -> {
            throw new NoClassDefFoundError("classifier");
        });
    }

    @ParameterizedTest
    @MethodSource("brokenResultClassifiers")
    void aBrokenResultClassifierReturnsTheResult(ResultClassifier<String> broken) throws IOException {
        String result = retrier.call(idempotent().results(broken), attempt -> "result " + runs.incrementAndGet());

        assertThat(result).isEqualTo("result 1");
    }

    @ParameterizedTest
    @MethodSource("brokenResultClassifiers")
    void aBrokenResultClassifierLeavesABoundActionInDoubt(ResultClassifier<String> broken) {
        BusinessAction action = new TestActions(time).open("keyed");

        assertThatThrownBy(() ->
                        retrier.call(CallSpec.<String>of(action, "100 EUR").results(broken), attempt -> "result"))
                .isInstanceOf(UnknownOutcomeException.class);
        assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
    }

    @Test
    void nothingIsAResultToo() throws IOException {
        assertThat(retrier.<String, IOException>call(Repeatability.ONCE, attempt -> null))
                .isNull();
    }

    // ---- business actions

    @Test
    void aBoundOperationIsDoneOnce() throws IOException {
        BusinessAction action = new TestActions(time).open("keyed");
        CallSpec<String> spec = CallSpec.of(action, "100 EUR");

        String first = retrier.call(spec, attempt -> {
            assertThat(attempt.key()).isEqualTo(action.key());
            if (runs.incrementAndGet() == 1) {
                throw new IOException("lost");
            }
            return "paid";
        });

        assertThat(first).isEqualTo("paid");
        assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
        assertThatThrownBy(() -> retrier.call(spec, attempt -> "again"))
                .isInstanceOf(ActionSettledException.class)
                .satisfies(e -> assertThat(Outcome.of(e).ending()).isEqualTo(Ending.ALREADY_SETTLED));
        assertThat(runs).hasValue(2);
    }

    @Test
    void aBoundOperationThatCanBeAskedForIsAskedFor() {
        TestActions actions = new TestActions(time).finds(StatusAnswer.applied());

        Throwable thrown = failing(CallSpec.of(actions.open("verifiable"), "100 EUR"), new IOException("lost"));

        assertThat(thrown).isInstanceOf(ResultLostException.class).hasCauseInstanceOf(IOException.class);
        assertThat(runs).hasValue(1);
    }

    @Test
    void anotherPayloadIsRefused() {
        BusinessAction action = new TestActions(time).open("keyed");
        failing(CallSpec.of(action, "100 EUR"), new IOException("lost"));
        int before = runs.get();

        Throwable thrown = failing(CallSpec.of(action, "200 EUR"), new IOException("lost"));

        assertThat(runs).hasValue(before);
        assertThat(Outcome.of(thrown).ending()).isEqualTo(Ending.PAYLOAD_MISMATCH);
    }

    // ---- time

    @Test
    void anOperationLearnsHowLongItMayTake() throws IOException {
        Retrier limited = Retrier.of(Policies.plain(time)
                .deadline(Duration.ofSeconds(5))
                .attemptTimeout(Duration.ofSeconds(2))
                .build());

        Duration left = limited.call(Repeatability.ONCE, Attempt::timeRemaining);

        assertThat(left).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void withoutALimitItMayTakeADay() throws IOException {
        Duration left = Retrier.of(Policies.defaults(time).build()).call(Repeatability.ONCE, Attempt::timeRemaining);

        assertThat(left).isEqualTo(Duration.ofDays(1));
    }
}
