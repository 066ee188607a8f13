package dev.reprise.cases;

import static dev.reprise.testkit.FakeTransport.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.BackoffFunction;
import dev.reprise.breaker.BreakerSettings;
import dev.reprise.outcome.Evidence;
import dev.reprise.outcome.Repeatability;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import dev.reprise.time.Sleeper;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A policy is an immutable value: what is wrong with it shows when it is built, and no call leaves a trace in it. */
class C32_PolicyObjectsTest {

    static Stream<Arguments> mistakes() {
        return Stream.of(
                mistake("maxAttempts", "0", policy -> policy.maxAttempts(0)),
                mistake("maxAttempts", "-1", policy -> policy.maxAttempts(-1)),
                mistake("deadline", "PT0S", policy -> policy.deadline(Duration.ZERO)),
                mistake("deadline", "PT-1S", policy -> policy.deadline(Duration.ofSeconds(-1))),
                mistake("attemptTimeout", "PT0S", policy -> policy.attemptTimeout(Duration.ZERO)),
                mistake("minimumUsefulAttempt", "PT-1S", policy -> policy.minimumUsefulAttempt(Duration.ofSeconds(-1))),
                mistake("retryAfterCeiling", "PT-1S", policy -> policy.retryAfterCeiling(Duration.ofSeconds(-1))),
                mistake("retryAfterJitter", "1.5", policy -> policy.retryAfterJitter(1.5)),
                mistake("retryAfterJitter", "NaN", policy -> policy.retryAfterJitter(Double.NaN)),
                mistake("retryAfterJitter", "-0.1", policy -> policy.retryAfterJitter(-0.1)),
                mistake("maxPolls", "-1", policy -> policy.maxPolls(-1)),
                mistake("keyHeader", "token", policy -> policy.keyHeader(" ")));
    }

    private static Arguments mistake(String setting, String value, Consumer<RetryPolicy.Builder> what) {
        return Arguments.of(setting, value, what);
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("mistakes")
    void a_aMistakeIsRefusedAtOnceByName(String setting, String value, Consumer<RetryPolicy.Builder> what) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> what.accept(RetryPolicy.builder("test")))
                .withMessageContaining(setting)
                .withMessageContaining(value);
    }

    @Test
    void a_settingsAreCheckedAgainstEachOtherInEitherOrder() {
        Duration second = Duration.ofSeconds(1);
        Duration two = Duration.ofSeconds(2);
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> RetryPolicy.builder("test").attemptTimeout(second).minimumUsefulAttempt(two))
                .withMessageContaining("minimumUsefulAttempt")
                .withMessageContaining("attemptTimeout");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        RetryPolicy.builder("test").minimumUsefulAttempt(two).attemptTimeout(second))
                .withMessageContaining("attemptTimeout");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        RetryPolicy.builder("test").minimumUsefulAttempt(two).deadline(two))
                .withMessageContaining("minimumUsefulAttempt")
                .withMessageContaining("deadline");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetryPolicy.builder("test").deadline(two).minimumUsefulAttempt(two))
                .withMessageContaining("minimumUsefulAttempt")
                .withMessageContaining("deadline");
    }

    @Test
    void a_aProbeIsNotGivenUpBeforeAnAttemptMayEnd() {
        BreakerSettings hasty = BreakerSettings.DEFAULT.probeLimit(Duration.ofSeconds(5));
        RetryPolicy.Builder slow = RetryPolicy.builder("test").breaker(hasty).attemptTimeout(Duration.ofSeconds(6));

        assertThatIllegalArgumentException()
                .isThrownBy(slow::build)
                .withMessageContaining("probeLimit (PT5S)")
                .withMessageContaining("attemptTimeout (PT6S)");
        assertThat(slow.attemptTimeout(Duration.ofSeconds(5)).build().attemptTimeout())
                .isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void a_anAttemptThatTheDeadlineCutsIsNoLongerThanThat() {
        RetryPolicy cut = RetryPolicy.builder("test")
                .breaker(BreakerSettings.DEFAULT.probeLimit(Duration.ofSeconds(5)))
                .attemptTimeout(Duration.ofSeconds(6))
                .deadline(Duration.ofSeconds(4))
                .build();

        assertThat(cut.attemptTimeout()).isEqualTo(Duration.ofSeconds(6));
    }

    @Test
    void a_aProbeLimitThatWasNotSetIsNoMistake() {
        assertThat(RetryPolicy.builder("test")
                        .breaker(BreakerSettings.DEFAULT)
                        .attemptTimeout(Duration.ofMinutes(2))
                        .build()
                        .attemptTimeout())
                .isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void a_whatWasNotSetGivesWay() {
        RetryPolicy hasty = RetryPolicy.builder("test")
                .deadline(Duration.ofMillis(30))
                .attemptTimeout(Duration.ofMillis(20))
                .build();

        assertThat(hasty.minimumUsefulAttempt()).isEqualTo(Duration.ofMillis(20));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t"})
    void a_aPolicyHasAName(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> RetryPolicy.builder(name));
    }

    @Test
    void a_nullIsRefusedWithTheSettingsName() {
        assertThatNullPointerException()
                .isThrownBy(() -> RetryPolicy.builder("test").backoff(null))
                .withMessageContaining("backoff");
        assertThatNullPointerException().isThrownBy(() -> Backoff.custom(null)).withMessageContaining("function");
    }

    static Stream<BackoffFunction> brokenFunctions() {
        return Stream.of(retry -> Duration.ofMillis(-1), retry -> null, retry -> {
            throw new IllegalStateException("delay");
        });
    }

    @ParameterizedTest
    @MethodSource("brokenFunctions")
    void b_aBrokenDelayFunctionLeavesTheFailureOnTop(BackoffFunction function) {
        FakeTime time = new FakeTime();
        IOException original = new IOException("original");
        FakeTransport transport = new FakeTransport(time, FakeTransport.fails(original, Evidence.SENT));

        FakeTransport.Ended ended = transport.call(
                Policies.plain(time).backoff(Backoff.custom(function)).build(), Facts.of("GET"));

        assertThat(ended.thrown()).isSameAs(original);
        assertThat(original.getSuppressed()).anyMatch(s -> s.getMessage().contains("backoff function"));
        assertThat(transport.requests()).isEqualTo(1);
        assertThat(time.sleeps()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("brokenFunctions")
    void b_itLeavesTheAnswerToo(BackoffFunction function) {
        FakeTime time = new FakeTime();

        FakeTransport.Ended ended = new FakeTransport(time, status(503))
                .call(Policies.plain(time).backoff(Backoff.custom(function)).build(), Facts.of("GET"));

        assertThat(ended.answer().status()).isEqualTo(503);
    }

    @Test
    @Timeout(60)
    void c_manyThreadsShareAPolicyAndEachCallStartsAfresh() throws Exception {
        ThreadLocal<List<Long>> mine = ThreadLocal.withInitial(ArrayList::new);
        Sleeper noting = nanos -> mine.get().add(nanos);
        Retrier retrier = Retrier.of(
                Policies.plain(new FakeTime()).sleeper(noting).logging(false).build());
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            CompletableFuture<Void> done = new CompletableFuture<>();
            threads.add(done);
            new Thread(() -> {
                        try {
                            for (int call = 0; call < 100; call++) {
                                mine.get().clear();
                                try {
                                    retrier.call(Repeatability.IDEMPOTENT, attempt -> {
                                        throw new IOException("down");
                                    });
                                } catch (IOException expected) {
                                    assertThat(mine.get()).containsExactly(100_000_000L, 200_000_000L);
                                }
                            }
                            done.complete(null);
                        } catch (Throwable failure) {
                            done.completeExceptionally(failure);
                        }
                    })
                    .start();
        }
        for (CompletableFuture<Void> thread : threads) {
            thread.get(60, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "bad header", "Key:", "K\u00e9y", "Key\n"})
    void aKeyHeaderIsAFieldName(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetryPolicy.builder("p").keyHeader(name))
                .withMessageStartingWith("keyHeader must ");
    }
}
