package dev.reprise.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.ActionSettledException;
import dev.reprise.AttemptSummary;
import dev.reprise.CallRefusedException;
import dev.reprise.CallSpec;
import dev.reprise.Outcome;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.ScopeSnapshot;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.action.StatusAnswer;
import dev.reprise.action.StatusQuery;
import dev.reprise.backoff.Backoff;
import dev.reprise.breaker.BreakerSettings;
import dev.reprise.breaker.BreakerSnapshot;
import dev.reprise.breaker.CircuitBreaker;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.deadline.Deadline;
import dev.reprise.event.AttemptStarted;
import dev.reprise.event.RetryListener;
import dev.reprise.http.HeaderNames;
import dev.reprise.http.HttpAnswer;
import dev.reprise.http.HttpRules;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.outcome.Verdict;
import dev.reprise.testing.Answer;
import dev.reprise.testing.Break;
import dev.reprise.testing.DeadPort;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Gate;
import dev.reprise.testing.Point;
import dev.reprise.testing.ReceivedRequest;
import dev.reprise.testing.Script;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every wrapped client promises, whichever it is and however it is called. */
@SuppressWarnings("MemberName") // tests of a case begin with its number
public abstract class HttpSuite {

    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final String KEY_HEADER = "Idempotency-Key";

    private final List<AttemptStarted> started = new CopyOnWriteArrayList<>();
    private FaultServer server;

    /**
     * Wraps a client.
     *
     * @param retrier the settings and the live state
     * @return a way to call it
     */
    protected abstract Port port(Retrier retrier);

    private Port port(RetryPolicy policy) {
        return port(Retrier.of(policy));
    }

    @BeforeEach
    void startServer() {
        server = FaultServer.start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    /** Three attempts, a millisecond apart. */
    private RetryPolicy.Builder policy() {
        return RetryPolicy.builder("suite")
                .budget(BudgetSettings.unlimited())
                .maxAttempts(3)
                .backoff(Backoff.fixed(Duration.ofMillis(1)))
                .keyHeader(KEY_HEADER)
                .logging(false)
                .listener(new RetryListener() {
                    @Override
                    public void attemptStarted(AttemptStarted event) {
                        started.add(event);
                    }
                });
    }

    private Port port() {
        return port(policy().build());
    }

    private static Actions actions() {
        return Actions.builder(new InMemoryActionStore())
                .type("payment", type -> type.profile(IdempotencyProfile.bareHeader(HeaderNames.X_REQUEST_ID)))
                .build();
    }

    private static BusinessAction payment() {
        return actions().open("payment", "order-1");
    }

    private Call get() {
        return Call.get(server.uri("/"));
    }

    private Call pay() {
        return Call.post(server.uri("/pay"));
    }

    private List<String> keys(String header) {
        return server.requests().stream()
                .map((ReceivedRequest request) -> String.valueOf(request.header(header)))
                .toList();
    }

    // ---- never sent, and sent without an answer, are two things

    /** Charges of one kind, and how often an ambiguous one is sent. */
    enum Kind {
        UNKEYED(1),
        KEYED(3);

        private final int sends;

        Kind(int sends) {
            this.sends = sends;
        }

        Call of(Call call) {
            return this == KEYED ? call.header(KEY_HEADER, "key-1") : call;
        }
    }

    @ParameterizedTest
    @EnumSource
    void C03_a_refused_connection_is_tried_again(Kind kind) {
        try (DeadPort dead = DeadPort.refusing()) {
            Result result = port().send(kind.of(Call.post(dead.uri("/pay"))));
            assertThat(result.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(result.failure()).isNotInstanceOf(UnknownOutcomeException.class);
            assertThat(started).hasSize(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void C03_a_connect_that_takes_too_long_is_tried_again(Kind kind) {
        try (DeadPort dead = DeadPort.silent()) {
            Port port = port(policy().attemptTimeout(SHORT).build());
            Result result = port.send(kind.of(Call.post(dead.uri("/pay"))));
            assertThat(result.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(started).hasSize(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void C03_a_reset_after_the_whole_request_is_ambiguous(Kind kind) {
        ambiguous(kind, Script.breakAt(Point.COMMITTED, Break.RESET), policy().build());
    }

    @ParameterizedTest
    @EnumSource
    void C03_silence_after_the_whole_request_is_ambiguous(Kind kind) {
        RetryPolicy policy = policy().attemptTimeout(SHORT).build();
        ambiguous(kind, Script.breakAt(Point.COMMITTED, Break.STALL), policy);
    }

    private void ambiguous(Kind kind, Script script, RetryPolicy policy) {
        server.otherwise(script);
        Result result = port(policy).send(kind.of(pay()));
        assertThat(server.requests()).hasSize(kind.sends);
        assertThat(started).hasSize(kind.sends);
        assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
        if (kind == Kind.KEYED) {
            assertThat(keys(KEY_HEADER)).containsOnly("key-1");
        }
    }

    @ParameterizedTest
    @EnumSource
    void C03_a_504_is_handed_over_and_its_effect_is_unknown(Kind kind) {
        server.otherwise(Script.answer(504, "gave up waiting"));
        Result result = port().send(kind.of(pay()));
        assertThat(server.requests()).hasSize(kind.sends);
        assertThat(result.status()).isEqualTo(504);
        assertThat(result.body()).isEqualTo("gave up waiting");
        assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
    }

    @Test
    void C03_a_get_is_sent_again_after_silence() {
        server.otherwise(Script.breakAt(Point.COMMITTED, Break.STALL));
        Result result = port(policy().attemptTimeout(SHORT).build()).send(get());
        assertThat(server.requests()).hasSize(3);
        assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(result.failure()).isNotInstanceOf(UnknownOutcomeException.class);
    }

    @Test
    void C03_doubt_stays_when_a_later_attempt_is_refused() {
        server.enqueue(Script.breakAt(Point.COMMITTED, Break.CLOSE).stoppingListening());
        Result result = port().send(Kind.KEYED.of(pay()));
        assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
        assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(result.attempts()).isEqualTo(3);
        assertThat(server.ledger().charges()).isEqualTo(1);
    }

    // ---- promise 1: sent once

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PATCH"})
    void P01_over_a_connection_that_was_used_before_too(String method) {
        server.enqueue(Script.answer(200, "warm"), Script.breakAt(Point.COMMITTED, Break.CLOSE));
        Port port = port();
        assertThat(port.send(get()).body()).isEqualTo("warm");
        Result result = port.send(pay().method(method));
        assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
        assertThat(server.requests(method, "/pay")).hasSize(1);
        assertThat(result.attempts()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"408", "500", "502", "503", "504"})
    void P01_whatever_status_leaves_doubt(int status) {
        server.otherwise(Script.answer(Answer.of(status, "no").header("Retry-After", "0")));
        Result result = port().send(pay());
        assertThat(result.status()).isEqualTo(status);
        assertThat(server.requests()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"425", "429"})
    void P01_but_a_status_that_proves_that_nothing_was_done_is_sent_again(int status) {
        server.enqueue(Script.answer(status), Script.answer(200, "done"));
        assertThat(port().send(pay()).body()).isEqualTo("done");
        assertThat(server.requests()).hasSize(2);
    }

    @Test
    void P01_a_declaration_raises_and_lowers_what_the_method_says() {
        server.enqueue(Script.answer(503), Script.answer(200));
        assertThat(port().send(pay().declared(Repeatability.IDEMPOTENT)).status())
                .isEqualTo(200);
        server.enqueue(Script.answer(503), Script.answer(200));
        assertThat(port().send(pay().method("PUT").declared(Repeatability.ONCE)).status())
                .isEqualTo(503);
    }

    // ---- promise 2: the same key and the same payload

    @Test
    void P02_all_sends_of_an_action_are_alike() {
        server.deduplicateBy(HeaderNames.X_REQUEST_ID);
        server.enqueue(
                Script.breakAt(Point.COMMITTED, Break.RESET), Script.answer(503).notApplying());
        server.otherwise(Script.answer(200, "paid"));
        BusinessAction action = payment();
        Result result = port().send(pay().bound(action));
        assertThat(result.status()).isEqualTo(200);
        assertThat(keys(HeaderNames.X_REQUEST_ID))
                .hasSize(3)
                .containsOnly(action.key().value());
        assertThat(server.requests()).allMatch(request -> request.bodyText().equals(Call.BODY));
        assertThat(server.ledger().charges()).isEqualTo(1);
        assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
    }

    @Test
    void P02_another_payload_is_refused_before_a_byte_leaves() {
        server.enqueue(Script.breakAt(Point.COMMITTED, Break.RESET));
        server.otherwise(Script.answer(503));
        BusinessAction action = payment();
        assertThat(port().send(pay().bound(action)).failure()).isInstanceOf(UnknownOutcomeException.class);
        int before = server.requests().size();
        Result other = port().send(pay().body("amount=200").bound(action));
        assertThat(other.ending()).isEqualTo(Ending.PAYLOAD_MISMATCH);
        assertThat(other.effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(server.requests()).hasSize(before);
    }

    @Test
    void P02_a_request_with_another_key_is_refused() {
        Result result =
                port().send(pay().header(HeaderNames.X_REQUEST_ID, "mine").bound(payment()));
        assertThat(result.failure()).isInstanceOf(CallRefusedException.class);
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void P02_a_settled_action_is_not_sent_again() {
        server.otherwise(Script.answer(200, "paid"));
        BusinessAction action = payment();
        assertThat(port().send(pay().bound(action)).body()).isEqualTo("paid");
        Result again = port().send(pay().bound(action));
        assertThat(again.body()).isEqualTo("paid");
        assertThat(again.ending()).isEqualTo(Ending.ALREADY_SETTLED);
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void P02_two_presses_at_once_are_one_charge() throws Exception {
        Gate gate = new Gate();
        server.otherwise(Script.answer(200, "paid").holdingAt(Point.COMMITTED, gate));
        BusinessAction action = payment();
        Port port = port();
        CompletableFuture<Result> first = CompletableFuture.supplyAsync(() -> port.send(pay().bound(action)));
        gate.awaitArrival(SOON);
        CompletableFuture<Result> second = CompletableFuture.supplyAsync(() -> port.send(pay().bound(action)));
        gate.open();
        assertThat(first.get(10, TimeUnit.SECONDS).body()).isEqualTo("paid");
        assertThat(second.get(10, TimeUnit.SECONDS).body()).isEqualTo("paid");
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void P02_a_request_that_still_runs_is_asked_for_with_the_same_key() {
        server.enqueue(
                Script.answer(Answer.of(409, "a request with this key is in progress"))
                        .notApplying(),
                Script.answer(200, "paid"));
        BusinessAction action = payment();
        assertThat(port().send(pay().bound(action)).body()).isEqualTo("paid");
        assertThat(keys(HeaderNames.X_REQUEST_ID))
                .hasSize(2)
                .containsOnly(action.key().value());
    }

    // ---- promise 3: in time

    @Test
    void P03_an_answer_that_never_comes_is_not_waited_for() {
        server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.STALL));
        Result result = port(policy().deadline(SHORT).build()).send(get());
        assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(result.took()).isLessThan(SOON);
    }

    @Test
    void P03_a_deadline_around_the_call_rules_too() {
        server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.STALL));
        Port port = port();
        Result result;
        try (Deadline.Scope scope = Deadline.after(SHORT, System::nanoTime).activate()) {
            assertThat(scope).isNotNull();
            result = port.send(get());
        }
        assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(result.took()).isLessThan(SOON);
    }

    @Test
    void C26_a_wait_that_the_deadline_does_not_leave_is_not_begun() {
        server.otherwise(Script.answer(Answer.of(503, "busy").header("Retry-After", "30")));
        Result result = port(policy().deadline(SOON).build()).send(get());
        assertThat(result.status()).isEqualTo(503);
        assertThat(result.body()).isEqualTo("busy");
        assertThat(result.ending()).isEqualTo(Ending.RETRY_AFTER_TOO_LONG);
        assertThat(result.took()).isLessThan(SOON);
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void C26_nor_is_a_pause_of_ones_own() {
        server.otherwise(Script.answer(503, "busy"));
        Backoff late = Backoff.fixed(SOON.plusMillis(1));
        Result result = port(policy().deadline(SOON).backoff(late).build()).send(get());
        assertThat(result.body()).isEqualTo("busy");
        assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(server.requests()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void C33_when_the_last_answer_is_returned(int attempts) {
        server.otherwise(Script.answer(503));
        counts(attempts, policy().maxAttempts(attempts).build());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void C33_when_an_exception_is_thrown(int attempts) {
        server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.STALL));
        counts(attempts, policy().maxAttempts(attempts).attemptTimeout(SHORT).build());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void C33_when_the_breaker_opens(int attempts) {
        server.otherwise(Script.answer(503));
        BreakerSettings breaker = BreakerSettings.consecutiveFailures(attempts);
        Result result =
                counts(attempts, policy().maxAttempts(5).breaker(breaker).build());
        assertThat(result.ending()).isEqualTo(Ending.BREAKER);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void C33_when_the_budget_is_used_up(int attempts) {
        server.otherwise(Script.answer(503));
        BudgetSettings budget = BudgetSettings.DEFAULT.ratio(0).floor(attempts - 1);
        Result result = counts(attempts, policy().maxAttempts(5).budget(budget).build());
        assertThat(result.ending()).isEqualTo(Ending.BUDGET);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void C33_when_the_deadline_leaves_no_time_for_the_next_one(int attempts) {
        server.otherwise(Script.answer(503));
        Backoff late = Backoff.custom(retry -> retry < attempts ? Duration.ofMillis(1) : SOON);
        Result result = counts(
                attempts, policy().maxAttempts(5).deadline(SOON).backoff(late).build());
        assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
    }

    private Result counts(int attempts, RetryPolicy policy) {
        Result result = port(policy).send(get());
        assertThat(server.requests()).hasSize(attempts);
        assertThat(result.attempts()).isEqualTo(attempts);
        assertThat(started.stream().map(AttemptStarted::attempt))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, attempts).boxed().toList());
        assertThat(result.learned().history()).hasSize(attempts - 1);
        return result;
    }

    @Test
    void C34_one_limit_holds_over_all_attempts() {
        server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.STALL));
        Result result = port(policy().maxAttempts(100)
                        .deadline(Duration.ofMillis(2000))
                        .attemptTimeout(Duration.ofMillis(600))
                        .backoff(Backoff.fixed(Duration.ofMillis(600)))
                        .build())
                .send(get());
        assertThat(server.requests()).hasSize(2);
        assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(result.took()).isLessThan(SOON);
    }

    @Test
    void C35_the_second_attempt_gets_what_the_first_one_left() {
        server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.STALL));
        Duration attempt = Duration.ofMillis(1600);
        Result result = port(policy().maxAttempts(5)
                        .deadline(Duration.ofMillis(2000))
                        .attemptTimeout(attempt)
                        .backoff(Backoff.fixed(Duration.ofMillis(100)))
                        .build())
                .send(get());
        assertThat(server.requests()).hasSize(2);
        assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(started).hasSize(2);
        assertThat(Duration.ofNanos(started.get(0).timeoutNanos())).isEqualTo(attempt);
        assertThat(Duration.ofNanos(started.get(1).timeoutNanos()))
                .isBetween(Duration.ofNanos(1), Duration.ofMillis(300));
        assertThat(result.took()).isLessThan(SOON);
    }

    @Test
    void C35_an_attempt_time_beyond_the_deadline_is_cut_to_it() {
        server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.STALL));
        Result result = port(policy().deadline(SHORT)
                        .attemptTimeout(Duration.ofMinutes(1))
                        .build())
                .send(get());
        assertThat(server.requests()).hasSize(1);
        assertThat(Duration.ofNanos(started.get(0).timeoutNanos())).isLessThanOrEqualTo(SHORT);
        assertThat(result.took()).isLessThan(SOON);
    }

    @Test
    void C36_a_bound_body_that_drips_is_cut_at_the_deadline() {
        server.otherwise(Script.answer(Answer.endless(200)).drippingFrom(Point.HEAD_SENT, Duration.ofMillis(20)));
        BusinessAction action = payment();
        Result result = port(policy().deadline(SHORT).build()).send(pay().bound(action));
        assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(result.took()).isLessThan(SOON);
        server.awaitClientClosed(1, SOON);
        assertThat(server.requests()).hasSize(1);
        // The default settlement needs no body, so the 200 settles the action although its body is lost.
        assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
    }

    @Test
    void C36_a_bound_body_that_stalls_is_cut_at_the_deadline() {
        server.otherwise(Script.answer(202, "half of it").breakingAt(Point.BODY_PARTLY_SENT, Break.STALL));
        BusinessAction action = payment();
        Result result = port(policy().deadline(SHORT).build()).send(pay().bound(action));
        assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
        assertThat(result.took()).isLessThan(SOON);
        assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
    }

    // ---- promise 4: no earlier than the server wishes

    @Test
    void P04_a_wait_that_the_server_asks_for_is_not_undercut() {
        server.enqueue(
                Script.answer(Answer.of(503).header(HeaderNames.RETRY_AFTER_MS, "400")), Script.answer(200, "there"));
        HttpRules rules = HttpRules.builder()
                .millisecondHeaders(HeaderNames.RETRY_AFTER_MS)
                .build();
        Result result = port(policy().httpRules(rules).build()).send(get());
        assertThat(result.body()).isEqualTo("there");
        assertThat(result.took()).isGreaterThanOrEqualTo(Duration.ofMillis(400));
    }

    @Test
    void P04_a_wait_above_the_ceiling_ends_the_call() {
        server.otherwise(Script.answer(Answer.of(429, "later").header("Retry-After", "3600")));
        Result result = port().send(get());
        assertThat(result.status()).isEqualTo(429);
        assertThat(result.ending()).isEqualTo(Ending.RETRY_AFTER_TOO_LONG);
        assertThat(result.learned().retryAfter()).isEqualTo(Duration.ofHours(1));
    }

    // ---- promise 6: one layer retries

    @Test
    void P06_a_retry_is_marked_with_its_number() {
        server.enqueue(Script.answer(503), Script.answer(503), Script.answer(200));
        port().send(get());
        assertThat(keys(HeaderNames.X_RETRY_ATTEMPT)).containsExactly("null", "2", "3");
    }

    // ---- promise 8: no connection during a pause, and the last answer readable

    @Test
    void P08_a_short_answer_gives_its_connection_back() {
        server.enqueue(Script.answer(503, "one"), Script.answer(503, "two"), Script.answer(200));
        assertThat(port().send(get()).status()).isEqualTo(200);
        assertThat(server.accepted()).isEqualTo(1);
    }

    @Test
    void P08_a_long_answer_is_closed_and_not_read_to_its_end() {
        server.enqueue(
                Script.answer(Answer.endless(503)).drippingFrom(Point.HEAD_SENT, Duration.ofMillis(10)),
                Script.answer(200, "there"));
        Result result = port().send(get());
        assertThat(result.body()).isEqualTo("there");
        assertThat(result.took()).isLessThan(SOON);
        server.awaitClientClosed(1, SOON);
    }

    @Test
    void C47_when_the_attempts_are_used_up() {
        server.enqueue(Script.answer(503, "one"), Script.answer(503, "two"), Script.answer(503, "three"));
        Result result = port().send(get());
        assertThat(result.status()).isEqualTo(503);
        assertThat(result.body()).isEqualTo("three");
        assertThat(result.ending()).isEqualTo(Ending.ATTEMPTS);
        assertThat(result.learned().history().stream().map(AttemptSummary::number))
                .containsExactly(1, 2);
    }

    @Test
    void C47_when_the_answer_is_large() {
        String large = "x".repeat(500_000);
        server.otherwise(Script.answer(503, large));
        Result result = port().send(get());
        assertThat(result.body()).isEqualTo(large);
        assertThat(result.attempts()).isEqualTo(3);
    }

    @Test
    void C47_when_the_server_asks_for_too_long_a_wait() {
        server.enqueue(
                Script.answer(503, "one"), Script.answer(Answer.of(503, "two").header("Retry-After", "3600")));
        Result result = port().send(get());
        assertThat(result.body()).isEqualTo("two");
        assertThat(result.ending()).isEqualTo(Ending.RETRY_AFTER_TOO_LONG);
    }

    @Test
    void C47_when_the_budget_is_used_up() {
        stoppedAtTwo(policy().budget(BudgetSettings.DEFAULT.ratio(0).floor(1)), Ending.BUDGET);
    }

    @Test
    void C47_when_the_breaker_opens() {
        stoppedAtTwo(policy().breaker(BreakerSettings.consecutiveFailures(2)), Ending.BREAKER);
    }

    @Test
    void C47_when_the_deadline_leaves_no_time() {
        Backoff late = Backoff.custom(retry -> retry < 2 ? Duration.ofMillis(1) : SOON);
        stoppedAtTwo(policy().deadline(SOON).backoff(late), Ending.DEADLINE);
    }

    private void stoppedAtTwo(RetryPolicy.Builder policy, Ending why) {
        server.enqueue(Script.answer(503, "one"), Script.answer(503, "two"), Script.answer(503, "three"));
        Result result = port(policy.maxAttempts(5).build()).send(get());
        assertThat(result.status()).isEqualTo(503);
        assertThat(result.body()).isEqualTo("two");
        assertThat(result.ending()).isEqualTo(why);
        assertThat(result.learned().history())
                .singleElement()
                .extracting(AttemptSummary::detail)
                .isEqualTo("HTTP 503");
    }

    // ---- an open breaker

    @Test
    void C54_what_an_open_breaker_refuses_is_not_sent_and_says_why_in_words_alone() {
        server.otherwise(Script.answer(503, "secret of another caller"));
        Port port =
                port(policy().breaker(BreakerSettings.consecutiveFailures(1)).build());
        port.send(get());
        Result refused = port.send(pay());
        assertThat(refused.failure())
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining(
                        "The circuit breaker is open since attempts failed, the last with HTTP 503, so nothing was sent")
                .hasNoCause()
                .hasNoSuppressedExceptions();
        assertThat(refused.ending()).isEqualTo(Ending.BREAKER);
        assertThat(refused.effect()).isEqualTo(Effect.NOT_APPLIED);
        assertThat(refused.attempts()).isZero();
        assertThat(refused.learned().history()).isEmpty();
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void C54_a_refused_action_stays_open() {
        server.otherwise(Script.answer(503));
        Port port =
                port(policy().breaker(BreakerSettings.consecutiveFailures(1)).build());
        port.send(get());
        BusinessAction action = payment();
        Result refused = port.send(pay().bound(action));
        assertThat(refused.failure()).isInstanceOf(CallRefusedException.class);
        assertThat(refused.ending()).isEqualTo(Ending.BREAKER);
        assertThat(action.state()).isEqualTo(ActionState.OPEN);
        assertThat(server.requests()).hasSize(1);
    }

    // ---- layers

    private static ScopeSnapshot onlyScope(Retrier retrier) {
        assertThat(retrier.snapshot()).hasSize(1);
        return retrier.snapshot().values().iterator().next();
    }

    private static BreakerSnapshot breaker(ScopeSnapshot state) {
        return Objects.requireNonNull(state.breaker());
    }

    private CallSpec<Object> around(Repeatability repeatability) {
        String target = server.uri("/").toString();
        return CallSpec.of(repeatability).scope(target.substring(0, target.length() - 1));
    }

    @Test
    void C58_a_call_around_the_client_retries_for_it_also_where_it_brings_an_answer() throws Exception {
        server.otherwise(Script.answer(503, "down"));
        Retrier retrier =
                Retrier.of(policy().budget(BudgetSettings.DEFAULT.ratio(0).floor(10))
                        .breaker(BreakerSettings.consecutiveFailures(100))
                        .build());
        Port port = port(retrier);
        Object last = retrier.call(around(Repeatability.IDEMPOTENT), attempt -> port.exchange(get()));
        close(last);
        assertThat(server.requests()).hasSize(3);
        ScopeSnapshot state = onlyScope(retrier);
        assertThat(state.retriesAvailable()).isEqualTo(8);
        assertThat(breaker(state).failures()).isEqualTo(3);
        assertThat(state.counts().calls()).isEqualTo(1);
        assertThat(state.counts().attempts()).isEqualTo(3);
        assertThat(state.counts().endedBy(Ending.ATTEMPTS)).isEqualTo(1);
    }

    @Test
    void C58_and_where_it_brings_an_exception() {
        server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
        Retrier retrier = Retrier.of(policy().build());
        Port port = port(retrier);
        Throwable failure =
                catchThrowable(() -> retrier.call(around(Repeatability.IDEMPOTENT), attempt -> port.exchange(get())));
        assertThat(Outcome.of(failure)).extracting(Outcome::ending).isEqualTo(Ending.ATTEMPTS);
        assertThat(server.requests()).hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void C58_an_answer_that_leaves_doubt_is_not_repeated_from_outside() throws Exception {
        server.otherwise(Script.answer(503, "down"));
        Retrier retrier = Retrier.of(policy().build());
        Port port = port(retrier);
        close(retrier.call(around(Repeatability.IDEMPOTENT), attempt -> port.exchange(pay())));
        assertThat(server.requests()).hasSize(1);
        ScopeSnapshot state = onlyScope(retrier);
        assertThat(state.counts().endedBy(Ending.PERMANENT)).isEqualTo(1);
    }

    @Test
    void C58_another_scope_inside_retries_as_usual() throws Exception {
        server.enqueue(Script.answer(503), Script.answer(503), Script.answer(200));
        Retrier retrier = Retrier.of(policy().build());
        Port port = port(retrier);
        CallSpec<Object> elsewhere = CallSpec.of(Repeatability.ONCE).scope("elsewhere");
        close(retrier.call(elsewhere, attempt -> port.exchange(get())));
        assertThat(server.requests()).hasSize(3);
        assertThat(retrier.snapshot().values().stream()
                        .map(state -> state.counts().attempts()))
                .containsExactlyInAnyOrder(1L, 3L);
    }

    @Test
    void C58_whoever_wants_both_layers_says_so() throws Exception {
        server.otherwise(Script.answer(503));
        Retrier retrier = Retrier.of(policy().maxAttempts(2).build());
        Port port = port(
                retrier.withPolicy(policy().maxAttempts(2).nestedGuard(false).build()));
        CallSpec<Object> judged =
                around(Repeatability.IDEMPOTENT).results(answer -> Verdict.transientFault(Effect.UNKNOWN));
        close(retrier.call(judged, attempt -> port.exchange(get())));
        assertThat(server.requests()).hasSize(4);
    }

    @Test
    void C49_a_call_inside_is_the_probe_of_the_call_around_it() throws Exception {
        server.enqueue(Script.answer(503));
        server.otherwise(Script.answer(200));
        AtomicLong passed = new AtomicLong();
        Retrier retrier = Retrier.of(policy().ticker(() -> System.nanoTime() + passed.get())
                .breaker(BreakerSettings.consecutiveFailures(1))
                .build());
        Port port = port(retrier);
        assertThat(port.send(get()).ending()).isEqualTo(Ending.BREAKER);
        passed.set(Duration.ofMinutes(1).toNanos());
        close(retrier.call(around(Repeatability.IDEMPOTENT), attempt -> port.exchange(get())));
        assertThat(breaker(onlyScope(retrier)).state()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    private static void close(Object answer) throws Exception {
        if (answer instanceof AutoCloseable open) {
            open.close();
        }
    }

    @Test
    void C47_when_it_is_an_answer_that_cannot_be_changed() {
        server.otherwise(Script.answer(404, "not here"));
        Result result = port().send(get());
        assertThat(result.status()).isEqualTo(404);
        assertThat(result.body()).isEqualTo("not here");
        assertThat(server.requests()).hasSize(1);
    }

    // ---- promise 9: callbacks

    @Test
    void P09_a_listener_that_throws_changes_nothing() {
        server.enqueue(Script.answer(503), Script.answer(200, "there"));
        RetryPolicy policy = policy().listener(new RetryListener() {
                    @Override
                    public void attemptStarted(AttemptStarted event) {
                        throw new IllegalStateException("mine");
                    }
                })
                .build();
        assertThat(port(policy).send(get()).body()).isEqualTo("there");
    }

    @Test
    void P09_a_repeatability_function_that_throws_raises_nothing() {
        server.otherwise(Script.answer(503));
        RetryPolicy policy = policy().repeatability(request -> {
                    throw new IllegalStateException("mine");
                })
                .build();
        assertThat(port(policy).send(get()).status()).isEqualTo(503);
        assertThat(server.requests()).hasSize(1);
    }

    // ---- promise 12: true words

    @ParameterizedTest
    @CsvSource({
        "400, REJECTED",
        "402, REJECTED",
        "422, REJECTED",
        "200, CONFIRMED",
        "201, CONFIRMED",
        "202, IN_DOUBT",
        "302, IN_DOUBT",
        "401, OPEN",
        "500, IN_DOUBT",
        "503, IN_DOUBT"
    })
    void P12_an_action_is_left_as_the_answer_says(int status, ActionState state) {
        server.otherwise(Script.answer(status, "answer"));
        BusinessAction action = payment();
        port().send(pay().bound(action));
        assertThat(action.state()).isEqualTo(state);
    }

    @Test
    void P12_a_query_that_finds_it_applied_is_believed() {
        server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
        Actions actions = Actions.builder(new InMemoryActionStore())
                .type(
                        "payment",
                        type -> type.statusQuery(StatusQuery.of(
                                Duration.ofSeconds(1), question -> StatusAnswer.applied(HttpAnswer.of(201)))))
                .build();
        BusinessAction action = actions.open("payment", "order-1");
        Result result = port().send(pay().bound(action));
        assertThat(result.status()).isEqualTo(201);
        assertThat(result.ending()).isEqualTo(Ending.APPLIED_BY_QUERY);
        assertThat(server.requests()).hasSize(1);
        assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
    }

    @Test
    void P12_a_query_that_finds_it_refused_is_believed() {
        server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
        Actions actions = Actions.builder(new InMemoryActionStore())
                .type(
                        "payment",
                        type -> type.statusQuery(
                                StatusQuery.of(Duration.ofSeconds(1), question -> StatusAnswer.refused())))
                .build();
        BusinessAction action = actions.open("payment", "order-1");
        Result result = port().send(pay().bound(action));
        assertThat(result.failure()).isInstanceOf(ActionSettledException.class);
        assertThat(action.state()).isEqualTo(ActionState.REJECTED);
    }
}
