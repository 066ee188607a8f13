package dev.reprise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.reprise.Explanation.Next;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.StatusAnswer;
import dev.reprise.backoff.Backoff;
import dev.reprise.http.HttpAnswer;
import dev.reprise.http.HttpRules;
import dev.reprise.http.RequestView;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Evidence;
import dev.reprise.outcome.Repeatability;
import dev.reprise.outcome.Verdict;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.RecordedLog;
import dev.reprise.testkit.RecordingListener;
import dev.reprise.testkit.TestActions;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.event.Level;

/** {@link RetryPolicy#explain} says what a call would do. */
class ExplainTest {

    private static final Fault TIMEOUT = Fault.thrown(new SocketTimeoutException("at https://secret"), Evidence.SENT);

    private final RetryPolicy policy = RetryPolicy.builder("payments")
            .backoff(Backoff.exponential(Duration.ofMillis(200), Duration.ofMillis(1500))
                    .fullJitter())
            .build();

    private static RequestView request(String method) {
        return RequestView.of(method, URI.create("https://user:pw@API.test/pay?token=t0k"), Map.of());
    }

    @Test
    void aPostThatTimedOut() {
        Explanation explanation = policy.explain(request("POST"), TIMEOUT);

        assertThat(explanation.verdict()).isEqualTo(Verdict.transientFault(Effect.UNKNOWN));
        assertThat(explanation.effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(explanation.repeatability()).isEqualTo(Repeatability.ONCE);
        assertThat(explanation.next()).isEqualTo(Next.FINISH);
        assertThat(explanation.ending()).isEqualTo(Ending.UNKNOWN_OUTCOME);
        assertThat(explanation.longestPause()).isNull();
        assertThat(explanation)
                .hasToString("SocketTimeoutException may pass, and the server may have applied the request."
                        + " Nothing would recognise a second send. The call ends (UNKNOWN_OUTCOME): the outcome is"
                        + " unknown, and sending again would not clear it; the caller gets"
                        + " UnknownOutcomeException.");
    }

    @Test
    void aGetThatTimedOut() {
        Explanation explanation = policy.explain(request("GET"), TIMEOUT);

        assertThat(explanation.next()).isEqualTo(Next.RETRY);
        assertThat(explanation.longestPause()).isEqualTo(Duration.ofMillis(200));
        assertThat(explanation.ending()).isNull();
        assertThat(explanation)
                .hasToString("SocketTimeoutException may pass, and the server may have applied the request."
                        + " Sending it again has the same effect as sending it once (RFC 9110 §9.2.2)."
                        + " It is sent again after at most 200 ms, as attempt 2 of 4.");
    }

    @Test
    void aPostThatWasNeverSent() {
        Explanation explanation =
                policy.explain(request("POST"), Fault.thrown(new ConnectException(), Evidence.NOTHING_SENT));

        assertThat(explanation.next()).isEqualTo(Next.RETRY);
        assertThat(explanation.text()).contains("was not applied", "whatever its repeatability");
    }

    @Test
    void aStreamThatThePeerRefused() {
        Explanation explanation =
                policy.explain(Repeatability.ONCE, Fault.thrown(new IOException(), Evidence.REFUSED_BY_PEER));

        assertThat(explanation.next()).isEqualTo(Next.RETRY);
        assertThat(explanation.longestPause()).isZero();
        assertThat(explanation.text()).contains("peer did not process it", "at once", "free of charge");
    }

    @Test
    void aStatusWithAWait() {
        Explanation explanation =
                policy.explain(Repeatability.KEYED, Fault.status(503).header("Retry-After", "10"));

        assertThat(explanation.longestPause()).isEqualTo(Duration.ofSeconds(11));
        assertThat(explanation.text()).contains("HTTP 503", "11 s", "not before the wait that the server asked for");
    }

    @Test
    void aWaitThatIsTooLong() {
        Explanation explanation =
                policy.explain(Repeatability.IDEMPOTENT, Fault.status(429).header("Retry-After", "3600"));

        assertThat(explanation.ending()).isEqualTo(Ending.RETRY_AFTER_TOO_LONG);
        assertThat(explanation.text()).endsWith("the caller gets the answer.");
    }

    @Test
    void aStrictPolicy() {
        Explanation explanation =
                RetryPolicy.builder("strict").strictOnce(true).build().explain(Repeatability.ONCE, Fault.status(429));

        assertThat(explanation.next()).isEqualTo(Next.FINISH);
        assertThat(explanation.text()).contains("Strict mode");
    }

    @Test
    void aServerThatForbids() {
        Explanation explanation = RetryPolicy.builder("hints")
                .httpRules(
                        HttpRules.builder().trustServerVerdict("x-should-retry").build())
                .build()
                .explain(Repeatability.IDEMPOTENT, Fault.status(503).header("X-Should-Retry", "false"));

        assertThat(explanation.ending()).isEqualTo(Ending.SERVER_FORBADE);
        assertThat(explanation.text()).contains("The server asked not to retry.");
    }

    @Test
    void aPolicyThatLowersTheRepeatability() {
        RetryPolicy counters = RetryPolicy.builder("counters")
                .repeatability(view -> view.path().equals("/pay") ? Repeatability.ONCE : null)
                .build();

        assertThat(counters.explain(request("PUT"), TIMEOUT).repeatability()).isEqualTo(Repeatability.ONCE);
    }

    @Test
    void aPolicyThatDeclaresAKeyHeader() {
        RetryPolicy keyed =
                RetryPolicy.builder("keyed").keyHeader("Idempotency-Key").build();
        RequestView with = RequestView.of("POST", URI.create("http://api.test"), Map.of("idempotency-key", "k-1"));

        assertThat(keyed.explain(with, TIMEOUT).repeatability()).isEqualTo(Repeatability.KEYED);
        assertThat(keyed.explain(request("POST"), TIMEOUT).repeatability()).isEqualTo(Repeatability.ONCE);
    }

    // ---- bound calls

    @ParameterizedTest
    @CsvSource({
        "keyed,       503, RETRY,  ,                'recognises a second send by its idempotency key'",
        "keyed,       402, FINISH, PERMANENT,       'rejects the action for good'",
        "keyed,       409, RETRY,  ,                'a poll that is no attempt'",
        "keyed,       202, FINISH, UNKNOWN_OUTCOME, 'UnknownOutcomeException'",
        "keyed,       201, FINISH, SUCCESS,         'is a success'",
        "verifiable,  503, QUERY,  ,                'The status query is asked at once'",
        "verifiable,  202, QUERY,  ,                'still works on the request'",
        "verifiable,  429, RETRY,  ,                'was not applied'",
        "once,        503, FINISH, UNKNOWN_OUTCOME, 'Nothing would recognise a second send'",
        "reexecuting, 500, QUERY,  ,                'carry out a second send anew'",
        "keyed-query, 503, RETRY,  ,                'attempt 2 of 4'"
    })
    void aBusinessAction(String type, int status, Next next, Ending ending, String text) {
        TestActions actions = new TestActions(new FakeTime()).finds(() -> {
            throw new AssertionError("nothing is asked");
        });
        BusinessAction action = actions.open(type);

        Explanation explanation = policy.explain(action, Fault.status(status));

        assertThat(explanation.next()).isEqualTo(next);
        assertThat(explanation.ending()).isEqualTo(ending);
        assertThat(explanation.text()).contains(text);
        assertThat(actions.questions()).isEmpty();
        assertThat(action.state()).isEqualTo(ActionState.OPEN);
        assertThat(actions.actions().inDoubt(10)).isEmpty();
    }

    // ---- what it shares with real calls

    @ParameterizedTest
    @EnumSource(Repeatability.class)
    void itDecidesAsACallDoes(Repeatability repeatability) {
        for (int status = 200; status < 600; status++) {
            FakeTime time = new FakeTime();
            FakeTransport transport = new FakeTransport(time, FakeTransport.status(status));
            RetryPolicy real = Policies.plain(time).build();

            FakeTransport.Ended ended = transport.call(real, Facts.of(repeatability));

            Explanation explanation = real.explain(repeatability, Fault.status(status));
            assertThat(explanation.next()).isEqualTo(transport.requests() > 1 ? Next.RETRY : Next.FINISH);
            if (explanation.ending() != null) {
                assertThat(explanation.ending()).isEqualTo(ended.ending());
            } else {
                assertThat(explanation.longestPause()).isEqualTo(time.sleeps().get(0));
            }
        }
    }

    @Test
    void nobodyHearsOfIt() {
        RecordingListener events = new RecordingListener();
        FakeTime time = new FakeTime();
        RecordedLog.start(Level.TRACE);

        Policies.plain(time).listener(events).build().explain(Repeatability.ONCE, TIMEOUT);

        assertThat(events.events()).isEmpty();
        assertThat(RecordedLog.stop()).isEmpty();
        assertThat(time.sleeps()).isEmpty();
    }

    @Test
    void itHoldsNoSecret() {
        Fault fault = Fault.answered(HttpAnswer.of(503)
                        .withBody("card=4111".getBytes(java.nio.charset.StandardCharsets.UTF_8), true))
                .header("Set-Cookie", "s3cr3t");

        String said = policy.explain(request("POST"), fault) + " " + policy.explain(request("POST"), TIMEOUT) + fault
                + TIMEOUT + request("POST");

        assertThat(said).doesNotContain("4111", "s3cr3t", "secret", "pw", "t0k");
    }

    @Test
    void badInputIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Fault.status(99));
        assertThatIllegalStateException().isThrownBy(() -> TIMEOUT.header("Retry-After", "1"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RequestView.of("GET", URI.create("/pay?token=t0k"), Map.of()))
                .withMessageNotContaining("t0k");
    }

    @Test
    void aStatedRequestReadsLikeARealOne() {
        RequestView plain = RequestView.of("GET", URI.create("HTTP://API.test"), Map.of("Accept", "*/*"));

        assertThat(plain.scheme()).isEqualTo("http");
        assertThat(plain.host()).isEqualTo("api.test");
        assertThat(plain.port()).isEqualTo(80);
        assertThat(plain.path()).isEqualTo("/");
        assertThat(plain.header("accept")).isEqualTo("*/*");
        assertThat(request("GET").port()).isEqualTo(443);
        assertThat(request("GET").path()).isEqualTo("/pay");
        assertThat(RequestView.of("GET", URI.create("https://h:8443/"), Map.of())
                        .port())
                .isEqualTo(8443);
    }

    @Test
    void whatAQueryWouldSayIsLeftOpen() {
        TestActions actions = new TestActions(new FakeTime()).finds(StatusAnswer.applied());

        assertThat(policy.explain(actions.open("verifiable"), TIMEOUT).effect()).isEqualTo(Effect.UNKNOWN);
    }
}
