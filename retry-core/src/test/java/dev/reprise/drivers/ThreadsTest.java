package dev.reprise.drivers;

import static dev.reprise.drivers.AsyncCalls.failureOf;
import static dev.reprise.drivers.AsyncCalls.quick;
import static dev.reprise.drivers.AsyncCalls.resultOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.CallSpec;
import dev.reprise.Retrier;
import dev.reprise.action.ActionStore;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.action.StatusAnswer;
import dev.reprise.backoff.Backoff;
import dev.reprise.event.AttemptFinished;
import dev.reprise.event.CallEnded;
import dev.reprise.event.RetryListener;
import dev.reprise.event.RetryStarted;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Repeatability;
import dev.reprise.outcome.Verdict;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.TestActions;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which thread runs what. */
@Timeout(60)
class ThreadsTest {

    private final Map<String, Queue<Thread>> seen = new ConcurrentHashMap<>();
    private final RetryListener listener = new RetryListener() {
        @Override
        public void attemptFinished(AttemptFinished event) {
            see("listener");
        }

        @Override
        public void retryStarted(RetryStarted event) {
            see("listener");
        }

        @Override
        public void ended(CallEnded event) {
            see("listener");
        }
    };

    private void see(String what) {
        seen.computeIfAbsent(what, key -> new ConcurrentLinkedQueue<>()).add(Thread.currentThread());
    }

    private Queue<Thread> threads(String what) {
        return seen.getOrDefault(what, new ConcurrentLinkedQueue<>());
    }

    private ActionStore store(boolean mayBlock) {
        ActionStore memory = new InMemoryActionStore();
        return (ActionStore) Proxy.newProxyInstance(
                ActionStore.class.getClassLoader(), new Class<?>[] {ActionStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("mayBlock")) {
                        return mayBlock;
                    }
                    see("store");
                    return method.invoke(memory, arguments);
                });
    }

    /** A call with attempts that hang and fail, pauses, a store and queries. */
    private void everything(Retrier retrier, boolean mayBlock) throws Exception {
        TestActions actions = new TestActions(new FakeTime(), store(mayBlock)).finds(() -> {
            see("query");
            return StatusAnswer.running();
        });
        actions.finds(StatusAnswer.applied());
        BusinessAction action = actions.open("verifiable");
        seen.clear();
        CallSpec<Object> spec = CallSpec.<Object>of(action, "order 1").faults(failure -> {
            see("classifier");
            return Verdict.transientFault(failure instanceof IOException ? Effect.NOT_APPLIED : Effect.UNKNOWN);
        });
        CompletableFuture<Object> call = retrier.callAsync(spec, attempt -> {
            see("attempt");
            return attempt.number() == 1
                    ? CompletableFuture.failedFuture(new IOException("refused"))
                    : new CompletableFuture<>();
        });
        CompletableFuture<Void> hanging = call.handle((result, failure) -> {
            see("dependent");
            return null;
        });
        assertThat(failureOf(hanging)).isNull();
    }

    @Test
    void theTimerThreadOnlyHandsOver() throws Exception {
        for (boolean mayBlock : new boolean[] {true, false}) {
            Retrier retrier = Retrier.of(quick().attemptTimeout(Duration.ofMillis(50))
                    .listener(listener)
                    .build());

            everything(retrier, mayBlock);

            assertThat(seen.keySet())
                    .containsExactlyInAnyOrder("attempt", "classifier", "listener", "store", "query", "dependent");
            assertThat(seen.values().stream().flatMap(Queue::stream))
                    .allMatch(Thread::isAlive)
                    .noneMatch(thread -> thread.getName().startsWith("reprise-timer"));
            assertThat(threads("query")).allMatch(thread -> thread.getName().startsWith("reprise-side"));
            if (mayBlock) {
                assertThat(threads("store")).allMatch(thread -> thread.getName().startsWith("reprise-side"));
            }
            assertThat(threads("attempt").stream().skip(1))
                    .allMatch(thread -> thread.getName().startsWith("reprise-call") && thread.isDaemon());
        }
    }

    @Test
    void aUsersSchedulerRunsWhatFollowsAPauseButNeitherBlockingStoresNorQueries() throws Exception {
        ScheduledThreadPoolExecutor scheduler = AsyncCalls.scheduler();
        scheduler.setThreadFactory(work -> new Thread(work, "own"));
        Retrier retrier = Retrier.of(quick().attemptTimeout(Duration.ofMillis(50))
                .scheduler(scheduler)
                .listener(listener)
                .build());

        everything(retrier, true);

        assertThat(threads("attempt").stream().skip(1))
                .allMatch(thread -> thread.getName().equals("own"));
        assertThat(threads("dependent")).allMatch(thread -> thread.getName().equals("own"));
        assertThat(threads("store")).allMatch(thread -> thread.getName().startsWith("reprise-side"));
        assertThat(threads("query")).allMatch(thread -> thread.getName().startsWith("reprise-side"));
        scheduler.shutdownNow();
    }

    @Test
    void theFirstAttemptStartsOnTheCallingThread() throws Exception {
        Retrier retrier = Retrier.of(quick().build());

        CompletableFuture<Object> call = retrier.callAsync(Repeatability.IDEMPOTENT, attempt -> {
            see("attempt");
            return CompletableFuture.completedFuture("done");
        });

        assertThat(call.isDone()).isTrue();
        assertThat(resultOf(call)).isEqualTo("done");
        assertThat(threads("attempt")).containsExactly(Thread.currentThread());
    }

    @Test
    void theShortestPauseStillLeavesTheCallingThread() throws Exception {
        Retrier retrier =
                Retrier.of(quick().backoff(Backoff.fixed(Duration.ofNanos(1))).build());
        for (int i = 0; i < 1000; i++) {
            seen.clear();
            CompletableFuture<Object> call = retrier.callAsync(Repeatability.IDEMPOTENT, attempt -> {
                see("attempt " + attempt.number());
                return attempt.number() == 1
                        ? CompletableFuture.failedFuture(new IOException("down"))
                        : CompletableFuture.completedFuture("done");
            });
            assertThat(resultOf(call)).isEqualTo("done");
            assertThat(threads("attempt 2")).doesNotContain(Thread.currentThread());
        }
    }

    @Test
    void noThreadIsHeldByCallsThatPause() throws Exception {
        Retrier retrier = Retrier.of(AsyncCalls.slow().logging(false).build());
        long before = libraryThreads();
        CompletableFuture<?>[] calls = new CompletableFuture<?>[10_000];
        for (int i = 0; i < calls.length; i++) {
            calls[i] = retrier.callAsync(
                    Repeatability.IDEMPOTENT, attempt -> CompletableFuture.failedFuture(new IOException("down")));
        }

        assertThat(libraryThreads() - before).as("threads for 10,000 pauses").isLessThanOrEqualTo(1);
        for (CompletableFuture<?> call : calls) {
            assertThat(call.cancel(true)).isTrue();
        }
    }

    private static long libraryThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("reprise-"))
                .count();
    }
}
