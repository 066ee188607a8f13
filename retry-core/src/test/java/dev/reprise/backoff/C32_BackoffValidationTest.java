package dev.reprise.backoff;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.time.RandomSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class C32_BackoffValidationTest {

    private static final RandomSource HALF = () -> 0.5;

    static List<Arguments> mistakes() {
        Backoff exponential = Backoff.exponential(ofMillis(100), ofMillis(500));
        return List.of(
                mistake(() -> Backoff.exponential(ofMillis(-1), ofMillis(500)), "base", "-1 ms"),
                mistake(() -> Backoff.exponential(ofMillis(-1)), "base", "-1 ms"),
                mistake(() -> Backoff.exponential(ofMillis(100), ofMillis(50)), "cap", "50 ms", "base", "100 ms"),
                mistake(() -> Backoff.exponential(ofMillis(100), ofMillis(-1)), "cap", "-1 ms"),
                mistake(() -> Backoff.exponential(Duration.ofHours(25)), "cap", "24 h", "base", "25 h"),
                mistake(() -> exponential.cap(ofMillis(99)), "cap", "99 ms", "base", "100 ms"),
                mistake(() -> exponential.cap(ofMillis(-1)), "cap", "-1 ms"),
                mistake(() -> Backoff.fixed(ofMillis(-1)), "delay", "-1 ms"),
                mistake(() -> Backoff.fixed(Duration.ofSeconds(Long.MIN_VALUE)), "delay"),
                mistake(() -> Backoff.fixed(ofMillis(100)).cap(ofMillis(99)), "cap", "99 ms", "base", "100 ms"),
                mistake(() -> exponential.factor(0.5), "factor", "0.5"),
                mistake(() -> exponential.factor(Math.nextDown(1.0)), "factor", "0.99"),
                mistake(() -> exponential.factor(-2), "factor", "-2"),
                mistake(() -> exponential.factor(Double.NaN), "factor", "NaN"),
                mistake(() -> exponential.factor(Double.POSITIVE_INFINITY), "factor", "Infinity"),
                mistake(() -> Backoff.fixed(ofMillis(100)).factor(2), "factor", "exponential", "fixed 100 ms"),
                mistake(() -> Backoff.custom(retry -> ofMillis(1)).factor(2), "factor", "custom function"),
                mistake(() -> exponential.additiveJitter(ofMillis(-1)), "spread", "-1 ms"),
                mistake(() -> exponential.additiveJitter(ofMillis(501)), "spread", "501 ms", "cap", "500 ms"),
                mistake(
                        () -> Backoff.exponential(ofMillis(100))
                                .additiveJitter(ofMillis(501))
                                .cap(ofMillis(500)),
                        "spread",
                        "501 ms",
                        "cap",
                        "500 ms"),
                mistake(() -> Backoff.fixed(ofMillis(100)).decorrelatedJitter(), "decorrelated", "fixed 100 ms"),
                mistake(() -> Backoff.custom(retry -> ofMillis(1)).decorrelatedJitter(), "decorrelated", "custom"),
                mistake(() -> exponential.factor(3).decorrelatedJitter(), "decorrelated", "factor 3.0"),
                mistake(() -> exponential.decorrelatedJitter().factor(3), "decorrelated", "factor 3.0"),
                mistake(() -> exponential.delayNanos(0, 0, HALF), "retry", "0"),
                mistake(() -> exponential.delayNanos(-1, 0, HALF), "retry", "-1"),
                mistake(() -> exponential.longestDelay(0), "retry", "0"));
    }

    private static Arguments mistake(ThrowingCallable call, String... words) {
        return Arguments.of(call, words);
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeIsRefusedAtOnceAndNamed(ThrowingCallable call, String[] words) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessageContainingAll(words);
    }

    @Test
    @SuppressWarnings("NullAway")
    void nullIsRefusedAtOnceAndNamed() {
        Backoff exponential = Backoff.exponential(ofMillis(100), ofMillis(500));

        assertThatNullPointerException().isThrownBy(() -> Backoff.fixed(null)).withMessageContaining("delay");
        assertThatNullPointerException()
                .isThrownBy(() -> Backoff.exponential(null, ofMillis(1)))
                .withMessageContaining("base");
        assertThatNullPointerException()
                .isThrownBy(() -> Backoff.exponential(ofMillis(1), null))
                .withMessageContaining("cap");
        assertThatNullPointerException().isThrownBy(() -> exponential.cap(null)).withMessageContaining("cap");
        assertThatNullPointerException()
                .isThrownBy(() -> exponential.additiveJitter(null))
                .withMessageContaining("spread");
        assertThatNullPointerException().isThrownBy(() -> Backoff.custom(null)).withMessageContaining("function");
    }

    @Test
    void settingsThatJustFitAreTaken() {
        assertThat(Backoff.exponential(ofMillis(100), ofMillis(100)).longestDelay(9))
                .isEqualTo(ofMillis(100));
        assertThat(Backoff.exponential(Duration.ofHours(24)).longestDelay(9)).isEqualTo(Duration.ofHours(24));
        assertThat(Backoff.exponential(ofMillis(100), ofMillis(500))
                        .additiveJitter(ofMillis(500))
                        .longestDelay(1))
                .isEqualTo(ofMillis(500));
    }

    @Test
    @SuppressWarnings("NullAway")
    void aCustomFunctionThatMisbehavesIsNamedWhenItDoes() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Backoff.custom(retry -> null).delayNanos(1, 0, HALF))
                .withMessageContainingAll("custom backoff function", "null", "retry 1");
        assertThatIllegalStateException()
                .isThrownBy(() -> Backoff.custom(retry -> ofMillis(-5)).delayNanos(2, 0, HALF))
                .withMessageContainingAll("custom backoff function", "negative", "-5 ms", "retry 2");

        RuntimeException cause = new ArithmeticException("told by the function");
        assertThatIllegalStateException()
                .isThrownBy(() -> Backoff.custom(retry -> {
                            throw cause;
                        })
                        .fullJitter()
                        .delayNanos(3, 0, HALF))
                .withMessageContainingAll("custom backoff function", "retry 3")
                .withCause(cause);

        Error error = new NoClassDefFoundError("Missing");
        assertThatThrownBy(() -> Backoff.custom(retry -> {
                            throw error;
                        })
                        .longestDelay(1))
                .isSameAs(error);
    }

    @Test
    void aSharedBackoffKeepsNothingOfACall() throws Exception {
        Backoff shared = Backoff.exponential(ofMillis(100), Duration.ofSeconds(20));
        List<Long> expected = List.of(ofMillis(100).toNanos(), ofMillis(200).toNanos());
        Callable<List<List<Long>>> calls = () -> {
            List<List<Long>> delays = new ArrayList<>();
            for (int call = 0; call < 100; call++) {
                delays.add(Delays.ofCall(shared, 2, HALF));
            }
            return delays;
        };

        ExecutorService threads = Executors.newFixedThreadPool(32);
        try {
            List<Future<List<List<Long>>>> results = new ArrayList<>();
            for (int i = 0; i < 32; i++) {
                results.add(threads.submit(calls));
            }
            for (Future<List<List<Long>>> result : results) {
                assertThat(result.get(30, TimeUnit.SECONDS)).hasSize(100).containsOnly(expected);
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
