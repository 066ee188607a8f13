package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.event.AttemptFinished;
import dev.reprise.event.AttemptStarted;
import dev.reprise.event.CallEnded;
import dev.reprise.event.RetryListener;
import dev.reprise.event.RetryScheduled;
import dev.reprise.event.RetryStarted;
import dev.reprise.suite.CapturedLog;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Opening;
import dev.reprise.testing.Point;
import dev.reprise.testing.ReceivedRequest;
import dev.reprise.testing.Script;
import dev.reprise.testing.ServerIdentity;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

/** What is secret in a request stays in the request; what is logged is little. */
class C60_SecretsTest {

    private static final List<String> SECRETS =
            List.of("s3cr3t", "pw0rd", "t0k", "idem-raw-1", "4111", "c00kie", "ap1");

    private final List<Object> seen = new ArrayList<>();

    @BeforeEach
    void listen() {
        CapturedLog.start();
    }

    @AfterEach
    void stop() {
        CapturedLog.stop();
    }

    private RetryPolicy policy() {
        return Calls.policy()
                .logging(true)
                .keyHeader("Idempotency-Key")
                .listener(new RetryListener() {
                    @Override
                    public void attemptStarted(AttemptStarted event) {
                        seen.add(event);
                    }

                    @Override
                    public void attemptFinished(AttemptFinished event) {
                        seen.add(event);
                    }

                    @Override
                    public void retryScheduled(RetryScheduled event) {
                        seen.add(event);
                    }

                    @Override
                    public void retryStarted(RetryStarted event) {
                        seen.add(event);
                    }

                    @Override
                    public void ended(CallEnded event) {
                        seen.add(event);
                        seen.add(trace(event.failure()));
                    }
                })
                .build();
    }

    private static Request secret(FaultServer server) {
        String url = server.url("/p?token=t0k").replace("://", "://user:pw0rd@");
        return new Request.Builder()
                .url(url)
                .header("Authorization", "Bearer s3cr3t")
                .header("Cookie", "session=c00kie")
                .header("X-Api-Key", "ap1")
                .header("Idempotency-Key", "idem-raw-1")
                .post(RequestBody.create("card=4111", Calls.TEXT))
                .build();
    }

    private void call(OkHttpClient client, Request request) {
        seen.add(client.interceptors());
        seen.add(client.networkInterceptors());
        try (Response response = client.newCall(request).execute()) {
            seen.add(RetryOkHttp.outcome(response));
            seen.add(response.request().tag(AttemptState.class));
        } catch (IOException failure) {
            seen.add(trace(failure));
        }
    }

    private static String trace(Throwable failure) {
        if (failure == null) {
            return "";
        }
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private List<CapturedLog.Line> assertNothingSecret() {
        List<CapturedLog.Line> lines = CapturedLog.stop();
        assertThat(seen).isNotEmpty();
        for (String secret : SECRETS) {
            assertThat(seen).noneMatch(one -> String.valueOf(one).contains(secret));
            assertThat(lines).noneMatch(line -> line.text().contains(secret));
        }
        return lines;
    }

    private static void assertSentWhole(FaultServer server, int sends) {
        assertThat(server.requests()).hasSize(sends);
        for (ReceivedRequest request : server.requests()) {
            assertThat(request.header("Authorization")).isEqualTo("Bearer s3cr3t");
            assertThat(request.header("Idempotency-Key")).isEqualTo("idem-raw-1");
            assertThat(request.target()).isEqualTo("/p?token=t0k");
            assertThat(request.bodyText()).isEqualTo("card=4111");
        }
    }

    @Test
    void of_a_call_that_recovers_there_is_a_debug_line_per_attempt() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.COMMITTED, Break.CLOSE), Script.answer(503), Script.answer(200));
            call(RetryOkHttp.wrap(Calls.plain(), policy()), secret(server));
            List<CapturedLog.Line> lines = assertNothingSecret();
            assertThat(lines).hasSize(3).allMatch(line -> line.level() == Level.DEBUG && line.failure() == null);
            assertSentWhole(server, 3);
        }
    }

    @Test
    void of_a_call_that_is_given_up_there_is_one_warning_with_one_trace() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
            call(RetryOkHttp.wrap(Calls.plain(), policy()), secret(server));
            List<CapturedLog.Line> lines = assertNothingSecret();
            assertThat(lines).filteredOn(line -> line.level() == Level.WARN).hasSize(1);
            assertThat(lines).filteredOn(line -> line.failure() != null).hasSize(1);
            assertThat(lines).filteredOn(line -> line.level() == Level.ERROR).isEmpty();
            assertSentWhole(server, 3);
        }
    }

    @Test
    void of_an_answer_that_stays_a_failure() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(503, "card=4111"));
            call(RetryOkHttp.wrap(Calls.plain(), policy()), secret(server));
            assertNothingSecret();
            assertSentWhole(server, 3);
        }
    }

    @Test
    void of_a_failure_of_tls() {
        try (FaultServer server = FaultServer.startTls()) {
            server.onEveryConnect(Opening.show(ServerIdentity.UNTRUSTED));
            OkHttpClient plain = Calls.plain()
                    .newBuilder()
                    .sslSocketFactory(server.sslSocketFactory(), server.trustManager())
                    .build();
            call(RetryOkHttp.wrap(plain, policy()), secret(server));
            assertNothingSecret();
        }
    }

    @Test
    void of_a_failure_whose_own_message_tells_it() {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain()
                            .newBuilder()
                            .addInterceptor(chain -> {
                                throw new IOException(
                                        "cannot reach " + chain.request().url());
                            })
                            .build(),
                    policy());
            try (Response response = client.newCall(secret(server)).execute()) {
                assertThat(response).isNull();
            } catch (IOException own) {
                // The application's own exception is passed to the application as it is.
                assertThat(own).hasMessageContaining("t0k");
            }
            assertNothingSecret();
        }
    }

    @Test
    void of_a_business_action() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
            Actions actions = Calls.actions();
            BusinessAction action = actions.open("payment", "order-1");
            Request request =
                    secret(server).newBuilder().removeHeader("Idempotency-Key").build();
            OkHttpClient client = RetryOkHttp.wrap(Calls.plain(), policy());
            call(client, RetryOkHttp.bind(request, action));
            call(client, RetryOkHttp.bind(Calls.post(server, "/p", "card=41112"), action));
            call(client, RetryOkHttp.bind(request, action, "card=4111"));
            seen.add(action);
            seen.add(actions);
            List<CapturedLog.Line> lines = assertNothingSecret();
            String key = action.key().value();
            assertThat(seen).noneMatch(one -> String.valueOf(one).contains(key));
            assertThat(lines).noneMatch(line -> line.text().contains(key)).anyMatch(line -> line.text()
                    .contains(action.id()));
        }
    }
}
