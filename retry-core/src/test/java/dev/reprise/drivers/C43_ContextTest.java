package dev.reprise.drivers;

import static dev.reprise.drivers.AsyncCalls.quick;
import static dev.reprise.drivers.AsyncCalls.resultOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.CallSpec;
import dev.reprise.ContextCapture;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.action.ActionStore;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.action.StatusAnswer;
import dev.reprise.backoff.Backoff;
import dev.reprise.deadline.Deadline;
import dev.reprise.event.AttemptFinished;
import dev.reprise.event.AttemptStarted;
import dev.reprise.event.CallEnded;
import dev.reprise.event.RetryListener;
import dev.reprise.event.RetryScheduled;
import dev.reprise.event.RetryStarted;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Repeatability;
import dev.reprise.outcome.Verdict;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.RecordedLog;
import dev.reprise.testkit.TestActions;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;
import org.slf4j.event.Level;

/** What the caller has bound to its thread is seen by everything of its call, on whatever thread, and stays on none. */
@Timeout(120)
class C43_ContextTest {

    private static final ThreadLocal<String> TENANT = new ThreadLocal<>();

    /** Carries the MDC and a thread local. */
    private static final ContextCapture CAPTURE = () -> {
        Map<String, String> mdc = MDC.getCopyOfContextMap();
        String tenant = TENANT.get();
        return () -> {
            Map<String, String> mdcBefore = MDC.getCopyOfContextMap();
            String tenantBefore = TENANT.get();
            bind(mdc, tenant);
            return () -> bind(mdcBefore, tenantBefore);
        };
    };

    private final ScheduledThreadPoolExecutor scheduler = AsyncCalls.scheduler();
    private final List<String> seen = new CopyOnWriteArrayList<>();

    private static void bind(Map<String, String> mdc, String tenant) {
        if (mdc == null) {
            MDC.clear();
        } else {
            MDC.setContextMap(mdc);
        }
        if (tenant == null) {
            TENANT.remove();
        } else {
            TENANT.set(tenant);
        }
    }

    private static String current() {
        return MDC.get("cid") + "/" + TENANT.get();
    }

    @AfterEach
    void stop() {
        RecordedLog.stop();
        bind(null, null);
        scheduler.shutdownNow();
    }

    private void see(String where) {
        seen.add(where + " " + current());
    }

    private RetryPolicy.Builder watched() {
        RetryListener listener = new RetryListener() {
            @Override
            public void attemptStarted(AttemptStarted event) {
                see("started");
            }

            @Override
            public void attemptFinished(AttemptFinished event) {
                see("finished");
            }

            @Override
            public void retryScheduled(RetryScheduled event) {
                see("scheduled");
            }

            @Override
            public void retryStarted(RetryStarted event) {
                see("retry");
            }

            @Override
            public void ended(CallEnded event) {
                see("ended");
            }
        };
        return quick().contextCapture(CAPTURE).listener(listener);
    }

    private CompletableFuture<Object> call(Retrier retrier, String cid, String tenant, AsyncCalls.Stages stages) {
        MDC.put("cid", cid);
        TENANT.set(tenant);
        CompletableFuture<Object> call = retrier.callAsync(
                CallSpec.<Object>of(Repeatability.IDEMPOTENT).faults(failure -> {
                    see("judging");
                    return Verdict.transientFault(Effect.UNKNOWN);
                }),
                attempt -> {
                    see("attempt");
                    return stages.attempt(attempt);
                });
        bind(null, null);
        return call;
    }

    @Test
    void twoCallsOnOneSchedulerThreadEachSeeTheirOwn() throws Exception {
        RecordedLog.start(Level.DEBUG);
        // The MDC is inheritable, and what a user's own thread gets by birth is the user's.
        scheduler.prestartAllCoreThreads();
        Retrier retrier = Retrier.of(watched().scheduler(scheduler).build());
        AsyncCalls.Stages one = new AsyncCalls.Stages();
        AsyncCalls.Stages two = new AsyncCalls.Stages();
        CompletableFuture<Object> first = call(retrier, "abc", "t1", one);
        CompletableFuture<Object> second = call(retrier, "xyz", "t2", two);

        for (int attempt = 1; attempt <= 2; attempt++) {
            one.stage(attempt).completeExceptionally(new IOException("down"));
            two.stage(attempt).completeExceptionally(new IOException("down"));
        }
        one.stage(3).complete("first");
        two.stage(3).complete("second");
        assertThat(resultOf(first)).isEqualTo("first");
        assertThat(resultOf(second)).isEqualTo("second");

        for (String where : List.of("attempt", "started", "finished")) {
            assertThat(seen).filteredOn((where + " abc/t1")::equals).hasSize(3);
            assertThat(seen).filteredOn((where + " xyz/t2")::equals).hasSize(3);
        }
        for (String where : List.of("judging", "scheduled", "retry")) {
            assertThat(seen).filteredOn((where + " abc/t1")::equals).hasSize(2);
            assertThat(seen).filteredOn((where + " xyz/t2")::equals).hasSize(2);
        }
        assertThat(seen).allMatch(line -> line.endsWith("abc/t1") || line.endsWith("xyz/t2"));
        List<RecordedLog.Line> lines = RecordedLog.stop();
        assertThat(lines).filteredOn(line -> "abc".equals(cid(line))).hasSize(3);
        assertThat(lines).filteredOn(line -> "xyz".equals(cid(line))).hasSize(3);
        assertThat(lines).as("every line belongs to one of them").hasSize(6);
        assertThat(scheduler.submit(C43_ContextTest::current).get(AsyncCalls.BOUND_SECONDS, TimeUnit.SECONDS))
                .as("what the scheduler's thread keeps")
                .isEqualTo("null/null");
        assertThat(current()).as("what the completing thread keeps").isEqualTo("null/null");
    }

    private static String cid(RecordedLog.Line line) {
        return line.context() == null ? null : line.context().get("cid");
    }

    @Test
    void theLibrarysOwnThreadsKeepNothing() throws Exception {
        Retrier retrier = Retrier.of(watched().build());
        AsyncCalls.Stages one = new AsyncCalls.Stages();
        CompletableFuture<Object> first = call(retrier, "abc", "t1", one);
        one.stage(1).completeExceptionally(new IOException("down"));
        one.stage(2).complete("done");
        resultOf(first);
        assertThat(seen).contains("attempt abc/t1").allMatch(line -> line.endsWith("abc/t1"));
        seen.clear();

        // The MDC is inheritable: a thread that was made for the first call must not have got it by birth.
        Retrier bare = Retrier.of(quick().maxAttempts(40).build());
        AsyncCalls.Stages many = new AsyncCalls.Stages();
        CompletableFuture<Object> second = bare.callAsync(Repeatability.IDEMPOTENT, attempt -> {
            see("attempt");
            return many.attempt(attempt);
        });
        for (int attempt = 1; attempt < 40; attempt++) {
            many.stage(attempt).completeExceptionally(new IOException("down"));
        }
        many.stage(40).complete("done");
        resultOf(second);

        assertThat(seen).hasSize(40).containsOnly("attempt null/null");
    }

    @Test
    void storeAndQuerySeeItToo() throws Exception {
        ActionStore memory = new InMemoryActionStore();
        ActionStore slow = (ActionStore) Proxy.newProxyInstance(
                ActionStore.class.getClassLoader(), new Class<?>[] {ActionStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("mayBlock")) {
                        return true;
                    }
                    see("store");
                    return method.invoke(memory, arguments);
                });
        TestActions actions = new TestActions(new FakeTime(), slow).finds(() -> {
            see("query");
            return StatusAnswer.applied();
        });
        BusinessAction action = actions.open("verifiable");
        seen.clear();
        Retrier retrier = Retrier.of(watched().build());
        MDC.put("cid", "abc");
        TENANT.set("t1");
        CompletableFuture<Object> call = retrier.callAsync(
                CallSpec.of(action, "order 1"), attempt -> CompletableFuture.failedFuture(new IOException("lost")));
        bind(null, null);

        AsyncCalls.failureOf(call);

        assertThat(seen).contains("store abc/t1", "query abc/t1", "ended abc/t1");
        assertThat(seen).allMatch(line -> line.endsWith("abc/t1"));
    }

    @Test
    void whatHangsOnTheFutureSeesItWhenTheCallCompletesIt() throws Exception {
        Retrier retrier = Retrier.of(watched().build());
        AsyncCalls.Stages stages = new AsyncCalls.Stages();
        CompletableFuture<Object> call = call(retrier, "abc", "t1", stages);
        CompletableFuture<String> derived = call.thenApply(result -> current());

        stages.stage(1).complete("done");

        assertThat(resultOf(derived)).isEqualTo("abc/t1");
        assertThat(current()).isEqualTo("null/null");
    }

    @Test
    void withoutTheHookNothingIsCarriedButTheDeadlineAndTheCallsAround() throws Exception {
        Retrier retrier = Retrier.of(quick().build());
        CompletableFuture<Object> call;
        MDC.put("cid", "abc");
        try (Deadline.Scope scope = Deadline.after(Duration.ofHours(1)).activate()) {
            assertThat(scope).isNotNull();
            call = retrier.callAsync(Repeatability.IDEMPOTENT, attempt -> {
                see("attempt " + attempt.number() + " " + (Deadline.current().isBounded() ? "bounded" : "unbounded"));
                return attempt.number() < 3
                        ? CompletableFuture.failedFuture(new IOException("down"))
                        : CompletableFuture.completedFuture("done");
            });
        }
        bind(null, null);

        resultOf(call);

        assertThat(seen)
                .containsExactly(
                        "attempt 1 bounded abc/null", "attempt 2 bounded null/null", "attempt 3 bounded null/null");
    }

    /** A call whose attempt is completed by another call's attempt must not take that one for its surroundings. */
    @Test
    void aCallThatGoesOnInsideAnotherOneDoesNotSeeThatOnesDeadline() throws Exception {
        AsyncCalls.Stages stages = new AsyncCalls.Stages();
        Retrier outer = Retrier.of(RetryPolicy.builder("hour")
                .deadline(Duration.ofHours(1))
                .attemptTimeout(Duration.ofMinutes(30))
                .build());
        Retrier unlimited = Retrier.of(
                RetryPolicy.builder("unlimited").backoff(Backoff.none()).build());
        CompletableFuture<Object> call = unlimited.callAsync(
                CallSpec.<Object>of(Repeatability.IDEMPOTENT).scope("orders"), attempt -> {
                    see(Deadline.current().isBounded() ? "bounded" : "unbounded");
                    return stages.attempt(attempt);
                });

        CompletableFuture<Object> other = outer.callAsync(Repeatability.IDEMPOTENT, attempt -> {
            stages.stage(1).completeExceptionally(new IOException("down"));
            return CompletableFuture.completedFuture("outer");
        });
        stages.stage(2).complete("inner");

        assertThat(resultOf(other)).isEqualTo("outer");
        assertThat(resultOf(call)).isEqualTo("inner");
        assertThat(seen).containsExactly("unbounded null/null", "unbounded null/null");
    }
}
