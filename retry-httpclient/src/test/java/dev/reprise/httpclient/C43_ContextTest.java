package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.ContextCapture;
import dev.reprise.RetryPolicy;
import dev.reprise.backoff.Backoff;
import dev.reprise.event.AttemptStarted;
import dev.reprise.event.CallEnded;
import dev.reprise.event.RetryListener;
import dev.reprise.suite.CapturedLog;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Script;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** What is bound to the caller's thread is seen by all attempts of its call, and by nobody else. */
class C43_ContextTest {

    private static final ThreadLocal<String> TENANT = new ThreadLocal<>();

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);

    @AfterEach
    void clear() {
        MDC.clear();
        TENANT.remove();
        scheduler.shutdownNow();
        CapturedLog.stop();
    }

    private static ContextCapture.Snapshot capture() {
        String cid = MDC.get("cid");
        String tenant = TENANT.get();
        return () -> {
            String cidBefore = MDC.get("cid");
            String tenantBefore = TENANT.get();
            set(cid, tenant);
            return () -> set(cidBefore, tenantBefore);
        };
    }

    private static void set(String cid, String tenant) {
        if (cid == null) {
            MDC.remove("cid");
            TENANT.remove();
        } else {
            MDC.put("cid", cid);
            TENANT.set(tenant);
        }
    }

    private void see(String where, String key) {
        seen.add(key + " " + where + " " + MDC.get("cid") + "/" + TENANT.get());
    }

    private HttpClient client(String key) {
        RetryPolicy policy = Calls.policy()
                .backoff(Backoff.fixed(Duration.ofMillis(50)))
                .logging(true)
                .scheduler(scheduler)
                .contextCapture(C43_ContextTest::capture)
                .listener(new RetryListener() {
                    @Override
                    public void attemptStarted(AttemptStarted event) {
                        see("listener", key);
                    }

                    @Override
                    public void ended(CallEnded event) {
                        see("end", key);
                    }
                })
                .build();
        return RetryHttpClient.wrap(
                new StubClient(Calls.plain()) {
                    @Override
                    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
                            HttpRequest request, HttpResponse.BodyHandler<T> handler) {
                        see("attempt", key);
                        return super.sendAsync(request, handler);
                    }
                },
                policy);
    }

    @Test
    void two_calls_on_one_scheduler_keep_theirs_apart() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(503));
            CapturedLog.start();
            // A thread that is made now inherits nothing.
            assertThat(scheduler.prestartCoreThread()).isTrue();
            set("abc", "t1");
            CompletableFuture<HttpResponse<String>> first =
                    client("1").sendAsync(Calls.get(server, "/1").build(), BodyHandlers.ofString());
            set("xyz", "t2");
            CompletableFuture<HttpResponse<String>> second =
                    client("2").sendAsync(Calls.get(server, "/2").build(), BodyHandlers.ofString());
            set(null, null);
            first.get(10, TimeUnit.SECONDS);
            second.get(10, TimeUnit.SECONDS);
            assertThat(seen)
                    .filteredOn(line -> line.startsWith("1"))
                    .hasSize(7)
                    .allMatch(line -> line.endsWith("abc/t1"));
            assertThat(seen)
                    .filteredOn(line -> line.startsWith("2"))
                    .hasSize(7)
                    .allMatch(line -> line.endsWith("xyz/t2"));
            assertThat(CapturedLog.stop()).isNotEmpty().allMatch(line -> line.cid() != null);
            assertThat(scheduler.submit(() -> MDC.get("cid") + TENANT.get()).get(10, TimeUnit.SECONDS))
                    .isEqualTo("nullnull");
        }
    }
}
