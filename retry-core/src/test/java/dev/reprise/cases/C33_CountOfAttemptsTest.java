package dev.reprise.cases;

import static dev.reprise.testkit.FakeTransport.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Attempt;
import dev.reprise.CallSpec;
import dev.reprise.Outcome;
import dev.reprise.Retrier;
import dev.reprise.event.AttemptStarted;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.outcome.Verdict;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.RecordingListener;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** maxAttempts counts the first one, on every path, and nobody sleeps after the last. */
class C33_CountOfAttemptsTest {

    private final FakeTime time = new FakeTime();
    private final RecordingListener events = new RecordingListener();

    private void assertCounts(int attempts, int requests) {
        assertThat(requests).isEqualTo(attempts);
        assertThat(time.sleeps()).hasSize(attempts - 1);
        assertThat(events.only(AttemptStarted.class))
                .extracting(AttemptStarted::attempt)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, attempts).boxed().toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void whereTheLastExceptionIsThrown(int attempts) {
        FakeTransport transport = new FakeTransport(time, FakeTransport.timeout());

        FakeTransport.Ended ended = transport.call(
                Policies.plain(time).maxAttempts(attempts).listener(events).build(), Facts.of("GET"));

        assertCounts(attempts, transport.requests());
        assertThat(ended.outcome().attempts()).isEqualTo(attempts);
        assertThat(ended.ending()).isEqualTo(Ending.ATTEMPTS);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void whereTheLastAnswerIsReturned(int attempts) {
        FakeTransport transport = new FakeTransport(time, status(503));

        FakeTransport.Ended ended = transport.call(
                Policies.plain(time).maxAttempts(attempts).listener(events).build(), Facts.of("GET"));

        assertCounts(attempts, transport.requests());
        assertThat(ended.answer().status()).isEqualTo(503);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void whereAResultIsJudgedAsFailed(int attempts) throws IOException {
        List<Integer> numbers = new ArrayList<>();
        CallSpec<String> spec =
                CallSpec.<String>of(Repeatability.IDEMPOTENT).results(result -> Verdict.transientFault(Effect.UNKNOWN));

        String result = Retrier.of(Policies.plain(time)
                        .maxAttempts(attempts)
                        .listener(events)
                        .build())
                .call(spec, (Attempt attempt) -> {
                    numbers.add(attempt.number());
                    return "busy " + attempt.number();
                });

        assertCounts(attempts, numbers.size());
        assertThat(result).as("the last result is returned").isEqualTo("busy " + attempts);
        assertThat(numbers)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, attempts).boxed().toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void whereAnOperationThrows(int attempts) {
        List<Integer> numbers = new ArrayList<>();

        Throwable thrown = catchThrowable(() -> Retrier.of(Policies.plain(time)
                        .maxAttempts(attempts)
                        .listener(events)
                        .build())
                .call(Repeatability.IDEMPOTENT, attempt -> {
                    numbers.add(attempt.number());
                    throw new IOException("attempt " + attempt.number());
                }));

        assertCounts(attempts, numbers.size());
        assertThat(thrown).hasMessage("attempt " + attempts);
        assertThat(Outcome.of(thrown).history()).hasSize(attempts - 1);
        for (int earlier = 1; earlier < attempts; earlier++) {
            String message = "attempt " + earlier;
            assertThat(thrown.getSuppressed()).anyMatch(s -> message.equals(s.getMessage()));
        }
    }

    @Test
    void whereTheDeadlineComesFirst() {
        FakeTransport transport =
                new FakeTransport(time, FakeTransport.after(Duration.ofSeconds(1), FakeTransport.timeout()));

        FakeTransport.Ended ended = transport.call(
                Policies.plain(time)
                        .maxAttempts(100)
                        .deadline(Duration.ofSeconds(3))
                        .listener(events)
                        .build(),
                Facts.of("GET"));

        assertThat(ended.ending()).isEqualTo(Ending.DEADLINE);
        assertCounts(transport.requests(), transport.requests());
        assertThat(ended.outcome().attempts()).isEqualTo(transport.requests());
    }
}
