package dev.reprise.cases;

import static dev.reprise.testkit.FakeTransport.fails;
import static dev.reprise.testkit.FakeTransport.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Attempt;
import dev.reprise.CallSpec;
import dev.reprise.Outcome;
import dev.reprise.Retrier;
import dev.reprise.RetryException;
import dev.reprise.RetryPolicy;
import dev.reprise.action.ActionRecord;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyKey;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.action.StatusAnswer;
import dev.reprise.action.StatusQuery;
import dev.reprise.http.HttpAnswer;
import dev.reprise.internal.CallFacts;
import dev.reprise.internal.HttpJudge;
import dev.reprise.internal.Judgement;
import dev.reprise.internal.LogicalCall;
import dev.reprise.internal.Recorded;
import dev.reprise.outcome.Evidence;
import dev.reprise.outcome.Repeatability;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.FakeTransport.Reply;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.RecordedLog;
import dev.reprise.testkit.RecordingListener;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.slf4j.event.Level;

/** Neither a secret nor noise gets into what is logged, told to listeners, thrown by this library, or printed. */
@Execution(ExecutionMode.SAME_THREAD)
class C60_NoSecretsTest {

    private static final String[] SECRETS = {"s3cr3t", "pw@", "t0k", "4111"};
    private static final String URL = "https://user:pw@host/p?token=t0k";
    private static final Map<String, List<String>> SECRET_HEADERS =
            Map.of("Set-Cookie", List.of("session=s3cr3t"), "Location", List.of(URL), "Retry-After", List.of("s3cr3t"));

    private final FakeTime time = new FakeTime();
    private final RecordingListener events = new RecordingListener();
    private final InMemoryActionStore store = new InMemoryActionStore();
    private final Actions actions = Actions.builder(store)
            .clock(time.clock())
            .ticker(time.ticker())
            .type("payment", type -> type.profile(IdempotencyProfile.bareHeader("X-Request-Id"))
                    .statusQuery(StatusQuery.of(Duration.ofSeconds(2), question -> {
                        throw new IOException("query failed at " + URL);
                    })))
            .build();
    private final BusinessAction action = actions.open("payment", "order-1");

    @BeforeEach
    void record() {
        RecordedLog.start(Level.TRACE);
    }

    @AfterEach
    void stop() {
        RecordedLog.stop();
    }

    private RetryPolicy policy() {
        return Policies.plain(time).listener(events).build();
    }

    private void assertNoSecret(String where, String text) {
        assertThat(text)
                .as(where)
                .doesNotContain(SECRETS)
                .doesNotContain(action.key().value());
    }

    private List<RecordedLog.Line> assertCleanLogAndEvents() {
        List<RecordedLog.Line> lines = RecordedLog.stop();
        lines.forEach(line -> assertNoSecret("log", line.text()));
        events.events().forEach(event -> assertNoSecret("event", event.toString()));
        return lines;
    }

    private static Reply secretFailure() {
        return fails(new SocketTimeoutException("timeout at " + URL + " with Bearer s3cr3t"), Evidence.SENT);
    }

    private static Reply secretAnswer(int status) {
        return status(status, SECRET_HEADERS, "card=4111");
    }

    @Test
    void aRecoveredCallIsQuiet() {
        FakeTransport transport = new FakeTransport(time, secretFailure(), secretAnswer(503), secretAnswer(200));

        transport.call(policy(), Facts.bound(action, "card=4111"));

        List<RecordedLog.Line> lines = assertCleanLogAndEvents();
        assertThat(lines).extracting(RecordedLog.Line::level).containsOnly(Level.DEBUG);
        assertThat(lines).hasSizeLessThanOrEqualTo(3);
        assertThat(lines).extracting(RecordedLog.Line::thrown).containsOnlyNulls();
        assertThat(lines.get(0).message()).contains(action.id(), "POST", Facts.SCOPE);
        assertThat(transport.keys())
                .as("the request itself still carries it")
                .containsOnly(action.key().value());
    }

    @Test
    void anExhaustedCallIsOneWarningWithOneTrace() {
        FakeTransport.Ended ended =
                new FakeTransport(time, secretFailure()).call(policy(), Facts.bound(action, "card=4111"));

        List<RecordedLog.Line> warnings = assertCleanLogAndEvents().stream()
                .filter(line -> line.level() != Level.DEBUG)
                .toList();
        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0).level()).isEqualTo(Level.WARN);
        assertThat(warnings.get(0).message()).contains(action.id(), "3 attempts", "UNKNOWN");
        assertThat(warnings.get(0).thrown()).isNotNull();
        assertThat(warnings.get(0).text()).contains("SocketTimeoutException");
        assertNoSecret("message", ended.thrown().getMessage());
        assertNoSecret("outcome", ended.outcome().toString());
    }

    @Test
    void withoutDebugOnlyTheWarningIsBuilt() {
        RecordedLog.stop();
        RecordedLog.start(Level.INFO);

        new FakeTransport(time, secretAnswer(503), secretAnswer(200))
                .call(Policies.plain(time).build(), Facts.of("GET"));
        new FakeTransport(time, secretAnswer(503)).call(Policies.plain(time).build(), Facts.of("GET"));

        assertThat(RecordedLog.stop()).hasSize(1);
    }

    @Test
    void aFailureWhoseMessageHoldsTheUrl() {
        Reply tls = fails(new SSLHandshakeException("PKIX path building failed for " + URL), Evidence.NOTHING_SENT);

        new FakeTransport(time, tls).call(policy(), Facts.of("GET"));

        assertCleanLogAndEvents();
    }

    @Test
    void troubleWithCallbacksAndQueries() {
        IllegalStateException secret = new IllegalStateException("Bearer s3cr3t at " + URL);
        RetryPolicy policy = Policies.plain(time)
                .maxPolls(1)
                .listener(events)
                .listener(new dev.reprise.event.RetryListener() {
                    @Override
                    public void attemptStarted(dev.reprise.event.AttemptStarted event) {
                        throw secret;
                    }
                })
                .backoff(dev.reprise.backoff.Backoff.custom(retry -> {
                    throw secret;
                }))
                .build();

        new FakeTransport(time, secretFailure()).call(policy, Facts.bound(action, "card=4111"));
        BusinessAction other = Actions.builder(new InMemoryActionStore())
                .type("t", t -> t.statusQuery(StatusQuery.of(Duration.ofSeconds(1), question -> {
                            throw secret;
                        }))
                        .settlement((answer, context) -> {
                            throw secret;
                        }))
                .build()
                .open("t", "order-1");
        new FakeTransport(time, secretAnswer(200)).call(policy, Facts.bound(other, "card=4111"));

        assertCleanLogAndEvents();
    }

    @Test
    void whatOurOwnExceptionsSay() {
        List<Throwable> thrown = new ArrayList<>();
        thrown.add(new FakeTransport(time, secretFailure())
                .call(policy(), Facts.bound(action, "card=4111"))
                .thrown());
        thrown.add(new FakeTransport(time, secretFailure())
                .call(policy(), Facts.bound(action, "card=4222"))
                .thrown());
        thrown.add(new FakeTransport(time, secretFailure())
                .call(policy(), Facts.of("POST"))
                .thrown());

        assertThat(thrown).hasSize(3).allSatisfy(failure -> {
            assertThat(failure).isInstanceOf(RetryException.class);
            assertNoSecret("message", failure.getMessage());
            assertNoSecret("toString", failure.toString());
        });
    }

    @Test
    void whatEveryObjectPrints() {
        CallFacts facts = Facts.bound(action, "card=4111");
        LogicalCall call = new LogicalCall(policy(), facts);
        HttpAnswer answer = HttpAnswer.of(503, SECRET_HEADERS)
                .withBody("card=4111".getBytes(java.nio.charset.StandardCharsets.UTF_8), true);
        Judgement failed = HttpJudge.failed(call, new IOException("at " + URL), Evidence.SENT);
        ActionRecord record = store.find(action.id());
        Outcome outcome =
                new FakeTransport(time, secretFailure()).call(policy(), facts).outcome();
        List<Object> objects = List.of(
                policy(),
                Retrier.of(policy()),
                CallSpec.of(action, "card=4111"),
                new Attempt(1, Duration.ofSeconds(1), action.key()),
                action,
                action.key(),
                IdempotencyKey.of("idem-raw-1"),
                actions,
                store,
                record,
                IdempotencyProfile.bareHeader("X-Request-Id"),
                StatusAnswer.applied(answer),
                answer,
                outcome,
                facts,
                facts.send(),
                call,
                failed,
                HttpJudge.answered(call, answer, Evidence.SENT, false),
                Recorded.failed(new IOException("at " + URL)));

        for (Object object : objects) {
            assertNoSecret(object.getClass().getSimpleName(), object.toString());
            assertThat(object.toString()).doesNotContain("idem-raw-1");
        }
    }

    @Test
    void anOperationOutsideHttpIsNotPrintedEither() {
        Retrier retrier = Retrier.of(policy());
        try {
            retrier.call(CallSpec.<String>of(Repeatability.ONCE).scope("db"), attempt -> {
                throw new IOException("select * from cards where number=4111 /* s3cr3t */");
            });
        } catch (IOException e) {
            assertNoSecret("message", e.getMessage());
        }
        assertCleanLogAndEvents();
    }
}
