package dev.reprise.drivers;

import static dev.reprise.drivers.AsyncCalls.failureOf;
import static dev.reprise.drivers.AsyncCalls.quick;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.CallSpec;
import dev.reprise.Retrier;
import dev.reprise.event.AttemptFinished;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Repeatability;
import dev.reprise.outcome.Verdict;
import dev.reprise.testkit.RecordingListener;
import java.net.ConnectException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The wrappers of asynchronous code transport a failure; they are not the failure. */
@Timeout(60)
class C16_WrappersTest {

    private static final ConnectException REFUSED = new ConnectException("refused");

    private final RecordingListener events = new RecordingListener();
    private final List<Throwable> judged = new CopyOnWriteArrayList<>();
    private final Retrier retrier = Retrier.of(quick().listener(events).build());
    private final CallSpec<Object> spec = CallSpec.<Object>of(Repeatability.IDEMPOTENT)
            .faults(failure -> {
                judged.add(failure);
                return failure instanceof ConnectException
                        ? Verdict.transientFault(Effect.NOT_APPLIED)
                        : Verdict.permanent(Effect.UNKNOWN);
            });

    static Stream<Named<Supplier<CompletionStage<Object>>>> stages() {
        return Stream.of(
                Named.of("a failed future", () -> CompletableFuture.failedFuture(REFUSED)),
                Named.of("a dependent of a failed future", () -> CompletableFuture.failedFuture(REFUSED)
                        .thenApply(result -> result)),
                Named.of("wrapped once", () -> CompletableFuture.failedFuture(new CompletionException(REFUSED))),
                Named.of(
                        "wrapped twice",
                        () -> CompletableFuture.failedFuture(new ExecutionException(new CompletionException(REFUSED)))),
                Named.of(
                        "wrapped by a task",
                        () -> CompletableFuture.supplyAsync(() -> {
                            throw new CompletionException(REFUSED);
                        })),
                Named.of("thrown wrapped", () -> {
                    throw new CompletionException(REFUSED);
                }));
    }

    @ParameterizedTest
    @MethodSource("stages")
    void a_b_c_theFailureInsideIsWhatEverybodySees(Supplier<CompletionStage<Object>> stage) throws Exception {
        CompletableFuture<Object> call = retrier.callAsync(spec, attempt -> stage.get());

        assertThat(failureOf(call)).isSameAs(REFUSED);
        assertThat(judged).hasSize(3).containsOnly(REFUSED);
        assertThat(events.only(AttemptFinished.class))
                .extracting(AttemptFinished::detail)
                .containsExactly(
                        ConnectException.class.getName(),
                        ConnectException.class.getName(),
                        ConnectException.class.getName());
    }

    @Test
    void theCallersJoinAndGetWrapItOnce() {
        CompletableFuture<Object> call =
                retrier.callAsync(spec, attempt -> CompletableFuture.failedFuture(new CompletionException(REFUSED)));

        assertThatThrownBy(() -> call.get(AsyncCalls.BOUND_SECONDS, TimeUnit.SECONDS))
                .isExactlyInstanceOf(ExecutionException.class)
                .hasCause(REFUSED);
        assertThatThrownBy(call::join)
                .isExactlyInstanceOf(CompletionException.class)
                .hasCause(REFUSED);
    }

    @Test
    void d_aWrapperAroundNothingIsNotRetried() throws Exception {
        CompletionException empty = new CompletionException("empty", null);

        assertThat(failureOf(retrier.callAsync(spec, attempt -> CompletableFuture.failedFuture(empty))))
                .isSameAs(empty);
        assertThat(judged).containsExactly(empty);
    }

    @Test
    void e_aCycleOfCausesEnds() throws Exception {
        Exception one = new CompletionException("one") {
            private static final long serialVersionUID = 1L;
        };
        Exception two = new ExecutionException("two", one);
        one.initCause(two);

        assertThat(failureOf(retrier.callAsync(spec, attempt -> CompletableFuture.failedFuture(one))))
                .isIn(one, two);
        assertThat(judged).hasSize(1);
    }
}
