package dev.reprise.promises;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.CallSpec;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.action.BusinessAction;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Repeatability;
import dev.reprise.outcome.Verdict;
import dev.reprise.testkit.FakeScheduler;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.TestActions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Promise 6, in process: only one layer retries. Stacks of two to four layers, each blocking or asynchronous, bound or not, on a
 * retrier of its own or a shared one, all for one scope or inside one without a scope: the outermost layer's attempts are all that
 * reaches the server.
 */
class Promise06Test {

    private static final int RUNS = 500;
    private static final int ATTEMPTS = 3;

    private final AtomicInteger requests = new AtomicInteger();

    /** One layer of the stack. */
    private record Layer(Retrier retrier, CallSpec<Object> spec, boolean async) {}

    private Object request() throws IOException {
        requests.incrementAndGet();
        throw new IOException("HTTP 503");
    }

    private Object run(List<Layer> layers, FakeScheduler scheduler) throws IOException {
        if (layers.isEmpty()) {
            return request();
        }
        Layer layer = layers.get(0);
        List<Layer> inside = layers.subList(1, layers.size());
        if (!layer.async) {
            return layer.retrier.call(layer.spec, attempt -> run(inside, scheduler));
        }
        CompletableFuture<Object> future = layer.retrier.callAsync(
                layer.spec, attempt -> CompletableFuture.completedFuture(run(inside, scheduler)));
        scheduler.runUntil(future::isDone);
        Throwable failure = future.handle((answer, failed) -> failed).join();
        if (failure instanceof IOException io) {
            throw io;
        }
        throw new AssertionError(failure);
    }

    @Test
    void promise6_theOutermostLayerAloneRetries() {
        for (int seed = 0; seed < RUNS; seed++) {
            Random random = new Random(seed);
            FakeTime time = new FakeTime();
            FakeScheduler scheduler = new FakeScheduler(time);
            RetryPolicy policy = Policies.plain(time)
                    .maxAttempts(ATTEMPTS)
                    .scheduler(scheduler)
                    .logging(false)
                    .build();
            Retrier shared = Retrier.of(policy);
            BusinessAction action = new TestActions(time).open("keyed");
            boolean bound = random.nextBoolean();
            int depth = 2 + random.nextInt(3);
            List<Layer> layers = new ArrayList<>();
            for (int i = 0; i < depth; i++) {
                Retrier retrier =
                        switch (random.nextInt(3)) {
                            case 0 -> Retrier.of(policy);
                            case 1 -> shared.withPolicy(policy);
                            default -> shared;
                        };
                CallSpec<Object> spec = bound && random.nextBoolean()
                        ? CallSpec.of(action, "100 EUR")
                        : CallSpec.of(Repeatability.IDEMPOTENT);
                String scope = i == 0 && random.nextInt(4) == 0 ? "" : "orders";
                layers.add(new Layer(
                        retrier,
                        spec.scope(scope).faults(failure -> Verdict.transientFault(Effect.UNKNOWN)),
                        random.nextBoolean()));
            }
            requests.set(0);

            Throwable failure = catchThrowable(() -> run(layers, scheduler));

            assertThat(failure).as("seed %d", seed).isInstanceOf(IOException.class);
            // A bound layer inside ends in doubt, which no layer around it repeats.
            boolean boundInside = layers.subList(1, depth).stream()
                    .anyMatch(layer ->
                            layer.spec.action() != null && layers.get(0).spec.action() == null);
            assertThat(requests).as("seed %d: %s", seed, layers).hasValue(boundInside ? 1 : ATTEMPTS);
        }
    }
}
