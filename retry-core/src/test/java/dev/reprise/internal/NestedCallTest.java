package dev.reprise.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.CallSpec;
import dev.reprise.Outcome;
import dev.reprise.Retrier;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.BusinessAction;
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
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A call inside a call: only one of them retries, and what the outer one has is all that the inner one gets. */
class NestedCallTest {

    private final FakeTime time = new FakeTime();
    private final Retrier retrier = Retrier.of(Policies.plain(time).build());
    private final AtomicInteger requests = new AtomicInteger();

    private static CallSpec<String> idempotent(String scope) {
        return CallSpec.<String>of(Repeatability.IDEMPOTENT).scope(scope);
    }

    private String fail() throws IOException {
        requests.incrementAndGet();
        throw new IOException("down");
    }

    @ParameterizedTest
    @CsvSource({
        "orders, orders, 3", // the same: one layer retries
        "orders, tokens, 9", // another one: both do
        "'',     orders, 3", // a call without a scope covers all
        "'',     '',     3",
        "orders, '',     9" // nobody knows where the inner one goes
    })
    void theOuterCallRetriesForTheScopesThatItCovers(String outer, String inner, int expected) {
        assertThatThrownBy(() ->
                        retrier.call(idempotent(outer), attempt -> retrier.call(idempotent(inner), again -> fail())))
                .hasMessage("down");

        assertThat(requests).hasValue(expected);
    }

    @Test
    void theInnerCallSaysThatTheOuterOneRetries() throws IOException {
        List<Ending> endings = new ArrayList<>();

        assertThatThrownBy(() -> retrier.call(idempotent("orders"), attempt -> {
                    try {
                        return retrier.call(idempotent("orders"), again -> fail());
                    } catch (IOException e) {
                        endings.add(Outcome.of(e).ending());
                        throw e;
                    }
                }))
                .satisfies(e -> assertThat(Outcome.of(e).ending())
                        .as("what the caller sees is the outer call")
                        .isEqualTo(Ending.ATTEMPTS));

        assertThat(endings).containsOnly(Ending.NESTED).hasSize(3);
    }

    @Test
    void afterTheOuterCallEverythingIsAsBefore() {
        assertThatThrownBy(() -> retrier.call(idempotent("orders"), attempt -> fail()))
                .isInstanceOf(IOException.class);
        requests.set(0);

        assertThatThrownBy(() -> retrier.call(idempotent("orders"), attempt -> fail()))
                .isInstanceOf(IOException.class);

        assertThat(requests).hasValue(3);
    }

    @Test
    void anInnerOutcomeThatIsUnknownIsNotRepeated() {
        assertThatThrownBy(() -> retrier.call(
                        idempotent("orders"),
                        attempt -> retrier.call(
                                CallSpec.<String>of(Repeatability.ONCE).scope("orders"), again -> fail())))
                .isInstanceOf(UnknownOutcomeException.class);

        assertThat(requests).hasValue(1);
    }

    @Test
    void norIsItRepeatedWhenSomebodyWrappedIt() {
        assertThatThrownBy(() -> retrier.call(idempotent("orders"), attempt -> {
                    try {
                        return retrier.call(
                                CallSpec.<String>of(Repeatability.ONCE).scope("other"), again -> fail());
                    } catch (UnknownOutcomeException e) {
                        throw new IOException("gateway", e);
                    }
                }))
                .hasMessage("gateway");

        assertThat(requests).hasValue(1);
    }

    @Test
    void aNestedCallThatIsSentOnceSaysThatItsOutcomeIsUnknown() {
        List<Ending> endings = new ArrayList<>();
        assertThatThrownBy(() -> retrier.call(idempotent("orders"), attempt -> {
                    try {
                        return retrier.call(
                                CallSpec.<String>of(Repeatability.ONCE).scope("orders"), again -> fail());
                    } catch (UnknownOutcomeException e) {
                        endings.add(e.outcome().ending());
                        throw e;
                    }
                }))
                .isInstanceOf(UnknownOutcomeException.class);

        assertThat(endings).containsExactly(Ending.UNKNOWN_OUTCOME);
    }

    @Test
    void aCallInsideACallOfTheSameActionIsPartOfIt() throws IOException {
        BusinessAction action = new TestActions(time).open("keyed");
        CallSpec<String> bound = CallSpec.of(action, "100 EUR");

        String result = retrier.call(
                bound,
                outer -> retrier.call(bound, inner -> {
                    requests.incrementAndGet();
                    assertThat(inner.key()).isEqualTo(outer.key());
                    assertThat(inner.number()).isEqualTo(1);
                    return "paid";
                }));

        assertThat(result).isEqualTo("paid");
        assertThat(requests).hasValue(1);
    }

    @Test
    void itIsAlwaysGivenSomeTime() throws IOException {
        BusinessAction action = new TestActions(time).open("keyed");
        CallSpec<String> bound = CallSpec.of(action, "100 EUR");

        retrier.call(bound, outer -> {
            time.pass(Duration.ofDays(400));
            return retrier.call(bound, inner -> {
                assertThat(inner.timeRemaining()).isPositive();
                return "paid";
            });
        });
    }

    // ---- deadlines

    @Test
    void anInnerCallInheritsTheAttemptsTime() throws IOException {
        Retrier outer = Retrier.of(Policies.plain(time)
                .deadline(Duration.ofSeconds(10))
                .attemptTimeout(Duration.ofSeconds(3))
                .build());

        outer.call(idempotent("orders"), attempt -> {
            assertThat(attempt.timeRemaining()).isEqualTo(Duration.ofSeconds(3));
            time.pass(Duration.ofSeconds(1));
            return retrier.call(idempotent("tokens"), inner -> {
                assertThat(inner.timeRemaining()).isEqualTo(Duration.ofSeconds(2));
                return "token";
            });
        });
    }

    @Test
    @SuppressWarnings("try") // the scope does its work by being open
    void aDeadlineAroundSeveralCallsIsSharedAndTheEarliestRules() throws IOException {
        try (Deadline.Scope ignored =
                Deadline.after(Duration.ofSeconds(5), time.ticker()).activate()) {
            retrier.call(idempotent("a"), attempt -> {
                time.pass(Duration.ofSeconds(4));
                return "";
            });
            assertThatThrownBy(() -> retrier.call(idempotent("b"), attempt -> {
                        assertThat(attempt.timeRemaining()).isEqualTo(Duration.ofSeconds(1));
                        time.pass(Duration.ofMillis(900));
                        return fail();
                    }))
                    .satisfies(e -> assertThat(Outcome.of(e).ending()).isEqualTo(Ending.DEADLINE));
        }
        assertThat(requests).hasValue(1);
        assertThat(time.sleeps()).isEmpty();
    }

    @Test
    @SuppressWarnings("try") // the scope does its work by being open
    void nothingIsSentAfterTheDeadline() {
        try (Deadline.Scope ignored =
                Deadline.after(Duration.ofSeconds(5), time.ticker()).activate()) {
            time.pass(Duration.ofSeconds(5));

            assertThatThrownBy(() -> retrier.call(idempotent("a"), attempt -> fail()))
                    .isInstanceOf(dev.reprise.CallRefusedException.class)
                    .satisfies(e -> assertThat(Outcome.of(e).ending()).isEqualTo(Ending.DEADLINE));
        }
        assertThat(requests).hasValue(0);
    }
}
