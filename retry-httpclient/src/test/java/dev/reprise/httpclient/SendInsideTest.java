package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.CallSpec;
import dev.reprise.Retrier;
import dev.reprise.ScopeSnapshot;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.breaker.BreakerSettings;
import dev.reprise.breaker.CircuitBreaker;
import dev.reprise.outcome.Repeatability;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Script;
import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bound call that is made inside another call belongs to it, also where its body has to be read on another thread first. */
class SendInsideTest {

    private static BodyPublisher body(boolean inMemory) {
        return inMemory
                ? BodyPublishers.ofString("amount=100")
                : BodyPublishers.ofInputStream(
                        () -> new ByteArrayInputStream("amount=100".getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void it_is_the_probe_of_the_call_around_it_and_counted_once(boolean inMemory) throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(503));
            server.otherwise(Script.answer(200));
            AtomicLong passed = new AtomicLong();
            Retrier retrier = Retrier.of(Calls.policy()
                    .maxAttempts(1)
                    .ticker(() -> System.nanoTime() + passed.get())
                    .breaker(BreakerSettings.consecutiveFailures(1).halfOpenProbes(1))
                    .build());
            HttpClient client = RetryHttpClient.wrap(Calls.plain(), retrier);
            Result.Way.SEND.of(client, Calls.get(server, "/"));
            passed.set(Duration.ofMinutes(2).toNanos());
            BusinessAction action = Calls.actions().open("payment", "order-1");
            String scope = retrier.snapshot().keySet().iterator().next();
            HttpRequest request = RetryHttpClient.bind(
                            HttpRequest.newBuilder(server.uri("/pay")).POST(body(inMemory)), action)
                    .build();
            int status = retrier.callAsync(
                            CallSpec.<Integer>of(Repeatability.IDEMPOTENT).scope(scope),
                            attempt -> client.sendAsync(request, BodyHandlers.ofString())
                                    .thenApply(response -> response.statusCode()))
                    .get(20, TimeUnit.SECONDS);
            assertThat(status).isEqualTo(200);
            assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
            ScopeSnapshot state = retrier.snapshot().get(scope);
            assertThat(state.breaker().state()).isEqualTo(CircuitBreaker.State.CLOSED);
            assertThat(state.counts().calls()).isEqualTo(2);
            assertThat(state.counts().attempts()).isEqualTo(2);
        }
    }
}
