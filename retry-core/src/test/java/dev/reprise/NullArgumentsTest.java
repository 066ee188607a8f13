package dev.reprise;

import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.reprise.action.ActionStore;
import dev.reprise.action.Actions;
import dev.reprise.action.AnswerMatcher;
import dev.reprise.action.IdempotencyKey;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.action.KeyShape;
import dev.reprise.action.StatusAnswer;
import dev.reprise.action.StatusQuery;
import dev.reprise.http.HttpAnswer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A null is refused at once, by the name of what must not be null. */
@SuppressWarnings("NullAway")
class NullArgumentsTest {

    static Stream<Arguments> nulls() {
        Actions actions = Actions.builder(new InMemoryActionStore())
                .type("payment", type -> {})
                .build();
        return Stream.of(
                row("name", () -> RetryPolicy.builder(null)),
                row("name", () -> RetryPolicy.ofDefaults(null)),
                row("deadline", () -> RetryPolicy.builder("p").deadline(null)),
                row("attemptTimeout", () -> RetryPolicy.builder("p").attemptTimeout(null)),
                row("minimumUsefulAttempt", () -> RetryPolicy.builder("p").minimumUsefulAttempt(null)),
                row("retryAfterCeiling", () -> RetryPolicy.builder("p").retryAfterCeiling(null)),
                row("keyHeader", () -> RetryPolicy.builder("p").keyHeader(null)),
                row("policy", () -> Retrier.of(null)),
                row("an idempotency key must not be null", () -> IdempotencyKey.of(null)),
                row("type", () -> actions.open(null, "order-1")),
                row("reference", () -> actions.open("payment", null)),
                row("transactionView", () -> actions.open("payment", "order-1", (ActionStore) null)),
                row("key", () -> actions.open("payment", "order-1", (IdempotencyKey) null)),
                row("settled", () -> actions.renew(null)),
                row("namespace", () -> Actions.builder(new InMemoryActionStore())
                        .namespace(null)),
                row("retention", () -> Actions.builder(new InMemoryActionStore())
                        .retention(null)),
                row("settings", () -> Actions.builder(new InMemoryActionStore()).type("t", null)),
                row("keyLifetime", () -> IdempotencyProfile.ietfDraft().keyLifetime(null)),
                row("header name", () -> IdempotencyProfile.bareHeader(null)),
                row("alphabet", () -> KeyShape.of(32, null)),
                row("statuses", () -> AnswerMatcher.status((int[]) null)),
                row("text", () -> AnswerMatcher.bodyContains(null)),
                row("headers", () -> HttpAnswer.of(200, null)),
                row("settleTime", () -> StatusQuery.of(null, question -> StatusAnswer.unknown())));
    }

    private static Arguments row(String name, ThrowingCallable call) {
        return arguments(name, call);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("nulls")
    void aNullIsNamed(String name, ThrowingCallable call) {
        assertThatNullPointerException().isThrownBy(call).withMessageEndingWith(name);
    }
}
