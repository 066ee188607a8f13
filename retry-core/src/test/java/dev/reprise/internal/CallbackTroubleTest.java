package dev.reprise.internal;

import static dev.reprise.testkit.FakeTransport.status;
import static dev.reprise.testkit.FakeTransport.timeout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.CallSpec;
import dev.reprise.Outcome;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.action.Settlement;
import dev.reprise.backoff.Backoff;
import dev.reprise.event.AttemptFinished;
import dev.reprise.event.AttemptStarted;
import dev.reprise.event.CallEnded;
import dev.reprise.event.RetryListener;
import dev.reprise.event.RetryScheduled;
import dev.reprise.event.RetryStarted;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.RecordingListener;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Callbacks of the user's own that throw: no call hangs, nothing stays taken, and the first failure stays visible. */
class CallbackTroubleTest {

    private final FakeTime time = new FakeTime();

    static List<Supplier<Throwable>> troubles() {
        return List.of(() -> new IllegalStateException("callback"), () -> new NoClassDefFoundError("callback"));
    }

    @SuppressWarnings("unchecked") // what is thrown may be anything
    private static <X extends Throwable> RuntimeException sneak(Throwable thrown) throws X {
        throw (X) thrown;
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void aThrowingListenerChangesNothingAndTheNextOneStillHears(Supplier<Throwable> trouble) {
        RecordingListener behind = new RecordingListener();
        RetryListener broken = new RetryListener() {
            @Override
            public boolean wantsAttempts() {
                throw CallbackTroubleTest.<RuntimeException>sneak(trouble.get());
            }

            @Override
            public void attemptStarted(AttemptStarted event) {
                throw CallbackTroubleTest.<RuntimeException>sneak(trouble.get());
            }

            @Override
            public void attemptFinished(AttemptFinished event) {
                throw CallbackTroubleTest.<RuntimeException>sneak(trouble.get());
            }

            @Override
            public void retryScheduled(RetryScheduled event) {
                throw CallbackTroubleTest.<RuntimeException>sneak(trouble.get());
            }

            @Override
            public void retryStarted(RetryStarted event) {
                throw CallbackTroubleTest.<RuntimeException>sneak(trouble.get());
            }

            @Override
            public void ended(CallEnded event) {
                throw CallbackTroubleTest.<RuntimeException>sneak(trouble.get());
            }
        };
        FakeTransport transport = new FakeTransport(time, status(503), status(200));

        FakeTransport.Ended ended = transport.call(
                Policies.plain(time).listener(broken).listener(behind).build(), Facts.of("GET"));

        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(behind.names())
                .containsExactly(
                        "AttemptStarted",
                        "AttemptFinished",
                        "RetryScheduled",
                        "RetryStarted",
                        "AttemptStarted",
                        "AttemptFinished",
                        "CallEnded");
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void aThrowingDelayFunctionLeavesTheFailureAsItWas(Supplier<Throwable> trouble) {
        IOException original = new IOException("original");
        FakeTransport transport = new FakeTransport(time, FakeTransport.fails(original, evidence()));
        RetryPolicy policy = Policies.plain(time)
                .backoff(Backoff.custom(retry -> {
                    throw CallbackTroubleTest.<RuntimeException>sneak(trouble.get());
                }))
                .build();

        FakeTransport.Ended ended = transport.call(policy, Facts.of("GET"));

        assertThat(transport.requests()).isEqualTo(1);
        assertThat(ended.thrown()).isSameAs(original);
        assertThat(original.getSuppressed()).anySatisfy(s -> assertThat(root(s)).hasMessage("callback"));
        assertThat(ended.ending()).isEqualTo(Ending.PERMANENT);
    }

    private static dev.reprise.outcome.Evidence evidence() {
        return dev.reprise.outcome.Evidence.SENT;
    }

    private static Throwable root(Throwable failure) {
        return failure.getCause() == null ? failure : root(failure.getCause());
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void aThrowingRandomSourceToo(Supplier<Throwable> trouble) {
        BusinessAction action = new dev.reprise.testkit.TestActions(time).open("keyed");
        FakeTransport transport = new FakeTransport(time, timeout());
        RetryPolicy policy = Policies.plain(time)
                .backoff(Backoff.DEFAULT)
                .random(() -> {
                    throw CallbackTroubleTest.<RuntimeException>sneak(trouble.get());
                })
                .build();

        FakeTransport.Ended ended = transport.call(policy, Facts.bound(action, "body"));

        assertThat(ended.thrown()).isInstanceOf(UnknownOutcomeException.class);
        assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
        assertThat(transport
                        .call(Policies.plain(time).maxAttempts(1).build(), Facts.bound(action, "body"))
                        .ending())
                .as("the turn was passed on")
                .isEqualTo(Ending.ATTEMPTS);
    }

    @Test
    void aRandomSourceOutOfItsRangeDoesNotUndercutTheServer() {
        for (double value : new double[] {-5, 7, Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY}) {
            FakeTime own = new FakeTime();
            FakeTransport transport = new FakeTransport(own, status(503, "Retry-After", "10"), status(200));

            transport.call(
                    Policies.plain(own)
                            .retryAfterJitter(0.1)
                            .random(() -> value)
                            .build(),
                    Facts.of("GET"));

            assertThat(own.sleeps().get(0).toMillis()).as("%s", value).isBetween(10_000L, 11_000L);
        }
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void aThrowingSettlementSettlesNothing(Supplier<Throwable> trouble) {
        BusinessAction action = open(IdempotencyProfile.bareHeader("X-Request-Id"), (answer, context) -> {
            throw CallbackTroubleTest.<RuntimeException>sneak(trouble.get());
        });
        FakeTransport transport = new FakeTransport(time, status(503), status(200));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(action, "body"));

        assertThat(transport.requests()).as("a 503 is resent all the same").isEqualTo(2);
        assertThat(ended.thrown()).isInstanceOf(UnknownOutcomeException.class);
        assertThat(((UnknownOutcomeException) ended.thrown()).answer().status()).isEqualTo(200);
        assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
    }

    @Test
    void aSettlementThatReturnsNothingSettlesNothing() {
        BusinessAction action = open(IdempotencyProfile.bareHeader("X-Request-Id"), (answer, context) -> null);
        FakeTransport transport = new FakeTransport(time, status(200));

        transport.call(Policies.plain(time).build(), Facts.bound(action, "body"));

        assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void aThrowingMatcherLeavesTheActionInDoubt(Supplier<Throwable> trouble) {
        BusinessAction action = open(
                IdempotencyProfile.bareHeader("X-Request-Id").running(answer -> {
                    throw CallbackTroubleTest.<RuntimeException>sneak(trouble.get());
                }),
                Settlement.byStatus());
        FakeTransport transport = new FakeTransport(time, status(200));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(action, "body"));

        assertThat(transport.requests()).isEqualTo(1);
        assertThat(ended.outcome().effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
    }

    private BusinessAction open(IdempotencyProfile profile, Settlement settlement) {
        return Actions.builder(new InMemoryActionStore())
                .clock(time.clock())
                .ticker(time.ticker())
                .type("payment", type -> type.profile(profile).settlement(settlement))
                .build()
                .open("payment", "order-1");
    }

    // ---- exceptions that a client throws again and again

    @Test
    void aSharedExceptionDoesNotGrowAndTellsOfTheLatestCall() {
        IOException shared = new IOException("the same object every time");
        FakeTransport transport =
                new FakeTransport(time, FakeTransport.fails(shared, dev.reprise.outcome.Evidence.NOTHING_SENT));
        for (int i = 0; i < 100; i++) {
            transport.call(Policies.plain(time).build(), Facts.of("GET"));
        }
        assertThat(Outcome.of(shared).effect()).isEqualTo(Effect.NOT_APPLIED);

        FakeTransport later = new FakeTransport(time, FakeTransport.fails(shared, evidence()));
        later.call(Policies.plain(time).maxAttempts(2).build(), Facts.of("GET"));

        assertThat(shared.getSuppressed()).hasSizeLessThanOrEqualTo(17);
        assertThat(Outcome.of(shared).effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(Outcome.of(shared).attempts()).isEqualTo(2);
        assertThat(shared.getSuppressed()[0]).hasMessageContaining("2 attempts");
    }

    @Test
    void aSharedExceptionAndABrokenDelayFunctionDoNotGrowTogether() {
        IOException shared = new IOException("shared");
        FakeTransport transport = new FakeTransport(time, FakeTransport.fails(shared, evidence()));
        RetryPolicy policy = Policies.plain(time)
                .backoff(Backoff.custom(retry -> {
                    throw new IllegalStateException("new every time");
                }))
                .build();

        for (int i = 0; i < 100; i++) {
            transport.call(policy, Facts.of("GET"));
        }

        assertThat(shared.getSuppressed()).hasSizeLessThanOrEqualTo(17);
    }

    @Test
    void manyAttemptsKeepABoundedHistory() {
        FakeTransport transport = new FakeTransport(time, timeout());

        FakeTransport.Ended ended =
                transport.call(Policies.plain(time).maxAttempts(1000).build(), Facts.of("GET"));

        assertThat(transport.requests()).isEqualTo(1000);
        assertThat(ended.thrown().getSuppressed()).hasSizeLessThanOrEqualTo(17);
        assertThat(ended.outcome().history()).hasSize(Outcome.HISTORY_LIMIT);
    }

    @Test
    void anExceptionThatTakesNoSuppressedOnesIsLetThrough() {
        IOException bare = new IOException("bare") {
            private static final long serialVersionUID = 1L;

            @Override
            public synchronized Throwable fillInStackTrace() {
                return this;
            }
        };
        FakeTransport transport = new FakeTransport(time, FakeTransport.fails(bare, evidence()));

        assertThat(transport.call(Policies.plain(time).build(), Facts.of("GET")).thrown())
                .isSameAs(bare);
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void aThrowingFaultClassifierHidesNotHowTheOperationFailed(Supplier<Throwable> trouble) {
        IOException original = new IOException("original");
        AtomicInteger attempts = new AtomicInteger();
        CallSpec<String> spec = CallSpec.<String>of(Repeatability.IDEMPOTENT).faults(failure -> {
            throw CallbackTroubleTest.<RuntimeException>sneak(trouble.get());
        });

        Throwable thrown =
                catchThrowable(() -> Retrier.of(Policies.plain(time).build()).call(spec, attempt -> {
                    attempts.incrementAndGet();
                    throw original;
                }));

        assertThat(thrown).isSameAs(original);
        assertThat(original.getSuppressed()).anySatisfy(s -> assertThat(root(s)).hasMessage("callback"));
        assertThat(Outcome.of(thrown).effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(attempts).as("nobody knows whether it may pass").hasValue(1);
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void aThrowingResultClassifierLeavesTheResultToTheCaller(Supplier<Throwable> trouble) throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        CallSpec<String> spec = CallSpec.<String>of(Repeatability.IDEMPOTENT).results(result -> {
            throw CallbackTroubleTest.<RuntimeException>sneak(trouble.get());
        });

        String result = Retrier.of(Policies.plain(time).build()).call(spec, attempt -> {
            attempts.incrementAndGet();
            return "done";
        });

        assertThat(result).isEqualTo("done");
        assertThat(attempts).hasValue(1);
    }
}
