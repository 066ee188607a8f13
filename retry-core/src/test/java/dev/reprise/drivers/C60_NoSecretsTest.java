package dev.reprise.drivers;

import static dev.reprise.drivers.AsyncCalls.failureOf;
import static dev.reprise.drivers.AsyncCalls.quick;
import static dev.reprise.drivers.AsyncCalls.resultOf;
import static dev.reprise.drivers.AsyncCalls.slow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.AsyncOperation;
import dev.reprise.CallSpec;
import dev.reprise.Retrier;
import dev.reprise.RetryException;
import dev.reprise.RetryPolicy;
import dev.reprise.action.BusinessAction;
import dev.reprise.outcome.Repeatability;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.RecordedLog;
import dev.reprise.testkit.RecordingListener;
import dev.reprise.testkit.TestActions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.event.Level;

/** What asynchronous calls log, tell and print holds neither a secret nor noise. */
@Timeout(60)
class C60_NoSecretsTest {

    private static final String[] SECRETS = {"s3cr3t", "pw@", "t0k", "4111"};
    private static final IOException SECRET =
            new IOException("https://user:pw@host/p?token=t0k with Bearer s3cr3t and card=4111");

    private final RecordingListener events = new RecordingListener();
    private final BusinessAction action = new TestActions(new FakeTime()).open("keyed");

    @BeforeEach
    void record() {
        RecordedLog.start(Level.TRACE);
    }

    @AfterEach
    void stop() {
        RecordedLog.stop();
    }

    private void assertNoSecret(String text) {
        assertThat(text).doesNotContain(SECRETS).doesNotContain(action.key().value());
    }

    private List<RecordedLog.Line> assertCleanLogAndEvents() {
        List<RecordedLog.Line> lines = RecordedLog.stop();
        assertThat(lines).isNotEmpty();
        lines.forEach(line -> assertNoSecret(line.text()));
        events.events().forEach(event -> assertNoSecret(event.toString()));
        return lines;
    }

    private CompletableFuture<Object> call(RetryPolicy.Builder policy, AsyncOperation<Object> operation) {
        return Retrier.of(policy.listener(events).build()).callAsync(CallSpec.of(action, "card=4111"), operation);
    }

    @Test
    void aRecoveredCallIsQuiet() throws Exception {
        CompletableFuture<Object> call = call(
                quick(),
                attempt -> attempt.number() < 3
                        ? CompletableFuture.failedFuture(SECRET)
                        : CompletableFuture.completedFuture("card=4111"));

        assertThat(resultOf(call)).isEqualTo("card=4111");

        assertNoSecret(call.toString());
        assertThat(assertCleanLogAndEvents())
                .hasSize(3)
                .allMatch(line -> line.level() == Level.DEBUG && line.thrown() == null);
    }

    @Test
    void anExhaustedCallIsOneWarning() throws Exception {
        CompletableFuture<Object> call = call(quick(), attempt -> CompletableFuture.failedFuture(SECRET));

        Throwable failure = failureOf(call);

        assertThat(failure).isInstanceOf(RetryException.class);
        assertNoSecret(failure.toString());
        assertThat(assertCleanLogAndEvents())
                .filteredOn(line -> line.level() == Level.WARN)
                .hasSize(1);
    }

    @Test
    void whatTheFutureAndItsDerivedOnesPrint() throws Exception {
        CompletableFuture<Object> failed = Retrier.of(quick().build())
                .callAsync(Repeatability.IDEMPOTENT, attempt -> CompletableFuture.failedFuture(SECRET));
        CompletableFuture<Object> derived = failed.thenApply(result -> result);
        failureOf(derived);
        CompletableFuture<Object> running =
                Retrier.of(slow().build()).callAsync(Repeatability.IDEMPOTENT, attempt -> new CompletableFuture<>());

        assertThat(failed).hasToString("failed call");
        assertThat(derived).hasToString("failed call");
        assertThat(running).hasToString("call that goes on");
        running.cancel(true);
        assertThat(running).hasToString("cancelled call");
    }

    @Test
    void troubleAroundACall() throws Exception {
        RetryPolicy.Builder policy = quick().attemptTimeout(Duration.ofMillis(10))
                .maxAttempts(1)
                .contextCapture(() -> {
                    throw new IllegalStateException(SECRET);
                });
        CompletableFuture<Object> call = call(policy, attempt -> new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean mayInterruptIfRunning) {
                throw new IllegalStateException(SECRET);
            }
        });

        assertNoSecret(failureOf(call).toString());
        assertCleanLogAndEvents();
    }
}
