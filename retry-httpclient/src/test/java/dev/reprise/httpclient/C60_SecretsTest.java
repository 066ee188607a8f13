package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.event.AttemptFinished;
import dev.reprise.event.AttemptStarted;
import dev.reprise.event.CallEnded;
import dev.reprise.event.RetryListener;
import dev.reprise.event.RetryScheduled;
import dev.reprise.suite.CapturedLog;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Opening;
import dev.reprise.testing.Point;
import dev.reprise.testing.ReceivedRequest;
import dev.reprise.testing.Script;
import dev.reprise.testing.ServerIdentity;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.event.Level;

/** What is secret in a request stays in the request; what is logged is little. */
class C60_SecretsTest {

    private static final List<String> SECRETS =
            List.of("s3cr3t", "t0k", "idem-raw-1", "4111222233334444", "c00kie", "ap1");

    private final List<Object> seen = Collections.synchronizedList(new ArrayList<>());

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
                    public void ended(CallEnded event) {
                        seen.add(event);
                        seen.add(trace(event.failure()));
                    }
                })
                .build();
    }

    private static HttpRequest.Builder secret(FaultServer server) {
        return HttpRequest.newBuilder(server.uri("/p?token=t0k"))
                .header("Authorization", "Bearer s3cr3t")
                .header("Cookie", "session=c00kie")
                .header("X-Api-Key", "ap1")
                .header("Idempotency-Key", "idem-raw-1")
                .POST(BodyPublishers.ofString("card=4111222233334444"));
    }

    private void call(Result.Way way, HttpClient client, HttpRequest.Builder request) {
        seen.add(client);
        try {
            HttpResponse<String> response = way.call(client, request.build(), BodyHandlers.ofString());
            seen.add(response);
            seen.add(RetryHttpClient.outcome(response));
        } catch (Exception failure) {
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
            assertThat(request.bodyText()).isEqualTo("card=4111222233334444");
        }
    }

    @ParameterizedTest
    @EnumSource
    void of_a_call_that_recovers_there_is_a_debug_line_per_attempt(Result.Way way) {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.COMMITTED, Break.CLOSE), Script.answer(503), Script.answer(200));
            call(way, RetryHttpClient.wrap(Calls.plain(), policy()), secret(server));
            List<CapturedLog.Line> lines = assertNothingSecret();
            assertThat(lines).hasSize(3).allMatch(line -> line.level() == Level.DEBUG && line.failure() == null);
            assertSentWhole(server, 3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void of_a_call_that_is_given_up_there_is_one_warning_with_one_trace(Result.Way way) {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
            call(way, RetryHttpClient.wrap(Calls.plain(), policy()), secret(server));
            List<CapturedLog.Line> lines = assertNothingSecret();
            assertThat(lines).filteredOn(line -> line.level() == Level.WARN).hasSize(1);
            assertThat(lines).filteredOn(line -> line.failure() != null).hasSize(1);
            assertThat(lines).filteredOn(line -> line.level() == Level.ERROR).isEmpty();
            assertSentWhole(server, 3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void of_an_answer_that_stays_a_failure(Result.Way way) {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(503, "card=4111222233334444"));
            call(way, RetryHttpClient.wrap(Calls.plain(), policy()), secret(server));
            assertNothingSecret();
            assertSentWhole(server, 3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void of_a_failure_of_tls(Result.Way way) {
        try (FaultServer server = FaultServer.startTls()) {
            server.onEveryConnect(Opening.show(ServerIdentity.UNTRUSTED));
            HttpClient plain =
                    Calls.plainBuilder().sslContext(server.sslContext()).build();
            call(way, RetryHttpClient.wrap(plain, policy()), secret(server));
            assertNothingSecret();
        }
    }

    @ParameterizedTest
    @EnumSource
    void of_a_business_action(Result.Way way) {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
            Actions actions = Calls.actions();
            BusinessAction action = actions.open("payment", "order-1");
            HttpClient client = RetryHttpClient.wrap(Calls.plain(), policy());
            call(way, client, RetryHttpClient.bind(secret(server), action));
            call(way, client, RetryHttpClient.bind(secret(server), action, "card=4111222233334444"));
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
