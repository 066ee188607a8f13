package dev.reprise.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.CallRefusedException;
import dev.reprise.CallSpec;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.chain.CallChain;
import dev.reprise.chain.DeadlineHeader;
import dev.reprise.chain.IncomingCall;
import dev.reprise.deadline.Deadline;
import dev.reprise.http.HeaderNames;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.testing.Answer;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.ReceivedRequest;
import dev.reprise.testing.Script;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every wrapped client tells the service behind it, and keeps to of what it was told itself. */
@SuppressWarnings("MemberName") // tests of a case begin with its number
public abstract class ChainSuite {

    private static final String TIME = "X-Request-Timeout-Ms";
    private static final String MARKER = CallChain.DEFAULT_MARKER;
    private static final CallChain CHAIN = CallChain.builder()
            .deadline(DeadlineHeader.milliseconds(TIME))
            .marker()
            .build();

    /** Long enough to be seen in whole milliseconds. */
    private static final Duration PAUSE = Duration.ofMillis(5);

    private FaultServer server;

    /**
     * Wraps a client.
     *
     * @param policy the settings
     * @return a way to call it
     */
    protected abstract Port port(RetryPolicy policy);

    @BeforeEach
    void startServer() {
        server = FaultServer.start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private static RetryPolicy.Builder policy() {
        return RetryPolicy.builder("chain")
                .budget(BudgetSettings.unlimited())
                .maxAttempts(3)
                .backoff(Backoff.fixed(PAUSE))
                .logging(false);
    }

    private Call get() {
        return Call.get(server.uri("/"));
    }

    private static BusinessAction payment() {
        return Actions.builder(new InMemoryActionStore())
                .type("payment", type -> type.profile(IdempotencyProfile.bareHeader(HeaderNames.X_REQUEST_ID)))
                .build()
                .open("payment", "order-1");
    }

    private List<Long> millisSeen() {
        return server.requests().stream()
                .map((ReceivedRequest request) -> Long.valueOf(Objects.requireNonNull(request.header(TIME), TIME)))
                .toList();
    }

    private void seenFalling(long from) {
        List<Long> seen = millisSeen();
        assertThat(seen).hasSize(3).allMatch(millis -> millis > 0 && millis <= from);
        assertThat(seen.get(1)).isLessThan(seen.get(0));
        assertThat(seen.get(2)).isLessThan(seen.get(1));
    }

    // ---- what is told

    @Test
    void every_attempt_tells_what_is_left_and_that_it_may_be_repeated() {
        server.otherwise(Script.answer(503));
        port(policy().chain(CHAIN).deadline(Duration.ofSeconds(20)).build()).send(get());
        seenFalling(20_000);
        assertThat(server.requests())
                .extracting(request -> request.header(MARKER))
                .containsExactly("1", "1", "1");
    }

    @Test
    void in_the_form_of_grpc_too() {
        server.otherwise(Script.answer(503));
        CallChain chain = CallChain.builder().deadline(DeadlineHeader.grpc()).build();
        port(policy().chain(chain).deadline(Duration.ofSeconds(20)).build()).send(get());
        assertThat(server.requests()).hasSize(3).allSatisfy(request -> {
            assertThat(request.header("grpc-timeout")).matches("\\d{8}u");
            assertThat(request.header(MARKER)).isNull();
        });
    }

    @Test
    void an_attempt_that_is_given_up_earlier_tells_that() {
        server.otherwise(Script.answer(503));
        port(policy().chain(CHAIN)
                        .deadline(Duration.ofSeconds(20))
                        .attemptTimeout(Duration.ofSeconds(2))
                        .build())
                .send(get());
        assertThat(millisSeen()).hasSize(3).allMatch(millis -> millis > 0 && millis <= 2_000);
    }

    @Test
    void where_nothing_ends_a_running_attempt_no_time_is_told() {
        server.otherwise(Script.answer(503));
        port(policy().chain(CHAIN).build()).send(get());
        assertThat(server.requests()).hasSize(3).allSatisfy(request -> {
            assertThat(request.header(TIME)).isNull();
            assertThat(request.header(MARKER)).isEqualTo("1");
        });
    }

    @Test
    @SuppressWarnings("try") // the scope does its work by being open
    void a_deadline_around_the_call_is_told() {
        server.otherwise(Script.answer(503));
        Port port = port(policy().chain(CHAIN).build());
        try (Deadline.Scope scope = Deadline.after(Duration.ofSeconds(20)).activate()) {
            port.send(get());
        }
        seenFalling(20_000);
    }

    @Test
    void without_a_chain_nothing_is_told() {
        server.otherwise(Script.answer(503));
        port(policy().deadline(Duration.ofSeconds(20)).build()).send(get());
        assertThat(server.requests())
                .hasSize(3)
                .allMatch(request -> request.header(TIME) == null && request.header(MARKER) == null);
    }

    @Test
    void who_never_retries_leaves_that_to_the_next() {
        port(policy().chain(CHAIN).maxAttempts(1).build()).send(get());
        assertThat(server.requests()).hasSize(1).allMatch(request -> request.header(MARKER) == null);
    }

    @Test
    void so_does_who_does_not_repeat_a_request_after_a_doubt() {
        port(policy().chain(CHAIN).build()).send(Call.post(server.uri("/pay")));
        assertThat(server.requests()).hasSize(1).allMatch(request -> request.header(MARKER) == null);
    }

    @Test
    void also_where_a_request_is_sent_once_in_the_strict_way() {
        port(policy().chain(CHAIN).strictOnce(true).build()).send(Call.post(server.uri("/pay")));
        assertThat(server.requests()).hasSize(1).allMatch(request -> request.header(MARKER) == null);
    }

    @Test
    void a_call_that_a_call_around_it_repeats_tells_it_also_where_both_may_retry() throws Exception {
        Port port = port(policy().chain(CHAIN).maxAttempts(1).nestedGuard(false).build());
        Retrier outer = Retrier.of(policy().build());
        outer.call(CallSpec.of(Repeatability.IDEMPOTENT), attempt -> port.send(get()));
        assertThat(server.requests()).hasSize(1).allMatch(request -> "1".equals(request.header(MARKER)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    @SuppressWarnings("try") // the scope does its work by being open
    void unless_a_layer_further_out_retries(String method) {
        Port port = port(policy().chain(CHAIN).maxAttempts(1).build());
        try (IncomingCall.Scope scope = marked().enter()) {
            port.send(method.equals("GET") ? get() : Call.post(server.uri("/pay")));
        }
        assertThat(server.requests()).hasSize(1).allMatch(request -> "1".equals(request.header(MARKER)));
    }

    @Test
    void behind_a_request_that_is_sent_once_the_gateway_repeats_what_it_binds() {
        server.enqueue(Script.breakAt(Point.COMMITTED, Break.RESET));
        BusinessAction action = payment();
        Port inside = port(policy().chain(CHAIN).deadline(Duration.ofSeconds(8)).build());
        try (FaultServer front = front(inside, Call.post(server.uri("/pay")).bound(action))) {
            Result result = port(policy().chain(CHAIN).build()).send(Call.post(front.uri("/")));
            assertThat(result.status()).isEqualTo(200);
            assertThat(front.takeProblems()).isEmpty();
        }
        assertThat(server.requests()).hasSize(2);
        assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
    }

    @Test
    void the_sends_of_an_action_tell_it_too() {
        server.enqueue(Script.breakAt(Point.COMMITTED, Break.RESET), Script.breakAt(Point.COMMITTED, Break.RESET));
        BusinessAction action = payment();
        port(policy().chain(CHAIN).deadline(Duration.ofSeconds(8)).build())
                .send(Call.post(server.uri("/pay")).bound(action));
        seenFalling(8_000);
        assertThat(server.requests()).allMatch(request -> "1".equals(request.header(MARKER)));
        assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void P02_no_field_of_a_chain_takes_the_place_of_an_actions_key(boolean marks) {
        CallChain.Builder chain = CallChain.builder();
        CallChain clashing = marks
                ? chain.marker("x-request-id").build()
                : chain.deadline(DeadlineHeader.milliseconds("x-request-id")).build();
        BusinessAction action = payment();
        Result result = port(policy().chain(clashing)
                        .deadline(Duration.ofSeconds(20))
                        .build())
                .send(Call.post(server.uri("/pay")).bound(action));
        assertThat(result.failure())
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("x-request-id")
                .hasMessageContaining("policy chain");
        assertThat(server.requests()).isEmpty();
        assertThat(action.state()).isEqualTo(ActionState.OPEN);
    }

    // ---- what the application wrote itself

    @ParameterizedTest
    @CsvSource({
        "8000, 8000", // shorter than what is left
        "60000, 20000", // longer
        "a while, 20000", // not of the form
        "-5, 20000",
        "'8000, 9000', 8000", // several, of which the shortest surely holds
        "'9000,soon, 8000', 8000",
        "'soon, -5', 20000"
    })
    void a_time_that_the_application_wrote_is_never_extended(String written, long most) {
        server.otherwise(Script.answer(503));
        port(policy().chain(CHAIN).deadline(Duration.ofSeconds(20)).build()).send(get().header(TIME, written));
        seenFalling(most);
        assertThat(server.requests()).allMatch(request -> request.headers(TIME).size() == 1);
    }

    @Test
    void it_bounds_the_call_where_nothing_else_does() {
        server.otherwise(Script.answer(503));
        port(policy().chain(CHAIN).build()).send(get().header(TIME, "8000"));
        seenFalling(8_000);
    }

    @Test
    void if_it_says_that_the_time_is_over_nothing_is_sent() {
        Result result = port(policy().chain(CHAIN).build()).send(get().header(TIME, "0"));
        assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void a_marker_that_the_application_wrote_is_replaced() {
        port(policy().chain(CHAIN).build()).send(get().header(MARKER, "0"));
        assertThat(server.requests()).hasSize(1).allMatch(request -> request.headers(MARKER)
                .equals(List.of("1")));
    }

    // ---- what is kept to

    private static IncomingCall marked() {
        return CHAIN.read(name -> name.equals(MARKER) ? "1" : null);
    }

    private static IncomingCall within(String millis) {
        return CHAIN.read(name -> name.equals(TIME) ? millis : null);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @SuppressWarnings("try") // the scope does its work by being open
    void inside_a_marked_call_every_scope_makes_one_attempt(boolean marked) {
        server.otherwise(Script.answer(503));
        RetryPolicy policy = policy().scope(request -> request.path()).build();
        Port port = port(policy);
        IncomingCall incoming = CHAIN.read(name -> name.equals(MARKER) && marked ? "1" : null);
        Result first;
        try (IncomingCall.Scope scope = incoming.enter()) {
            first = port.send(Call.get(server.uri("/orders")));
            port.send(Call.get(server.uri("/stock")));
        }
        assertThat(server.requests()).hasSize(marked ? 2 : 6);
        assertThat(first.ending()).isEqualTo(marked ? Ending.NESTED : Ending.ATTEMPTS);
        server.otherwise(Script.answer(503));
        assertThat(port.send(get()).attempts()).as("outside").isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST", "bound"})
    @SuppressWarnings("try") // the scope does its work by being open
    void behind_an_expired_deadline_no_attempt_begins(String kind) {
        BusinessAction action = payment();
        Call call = kind.equals("GET") ? get() : Call.post(server.uri("/pay"));
        Port port = port(policy().build());
        Result result;
        try (IncomingCall.Scope scope = within("0").enter()) {
            result = port.send(kind.equals("bound") ? call.bound(action) : call);
        }
        assertThat(result.failure())
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("the deadline leaves no time for an attempt")
                .hasMessageNotContaining("next attempt");
        assertThat(result.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(result.attempts()).isZero();
        assertThat(server.accepted()).isZero();
        assertThat(action.state()).isEqualTo(ActionState.OPEN);
    }

    // ---- from service to service

    /** The service in front of the server, which calls it for each request and hands on what it answers. */
    private FaultServer front(Port inside) {
        return front(inside, get());
    }

    private FaultServer front(Port inside, Call call) {
        FaultServer front = FaultServer.start();
        front.otherwise(Script.answering(request -> handle(request, inside, call)));
        return front;
    }

    @SuppressWarnings("try") // the scope does its work by being open
    private Answer handle(ReceivedRequest request, Port inside, Call call) {
        IncomingCall incoming = CHAIN.read(request::header);
        try (IncomingCall.Scope scope = incoming.enter()) {
            Result result = inside.send(call);
            return Answer.of(result.status() == 0 ? 504 : result.status());
        }
    }

    @ParameterizedTest
    @CsvSource({"true, 3", "false, 9"})
    void C58_across_services_only_marked_requests_are_retried_by_one_layer_alone(boolean marks, int requests) {
        server.otherwise(Script.answer(503));
        try (FaultServer front = front(port(policy().chain(CHAIN).build()))) {
            RetryPolicy.Builder outer = policy();
            if (marks) {
                outer.chain(CHAIN);
            }
            Result result = port(outer.build()).send(Call.get(front.uri("/")));
            assertThat(result.status()).isEqualTo(503);
            assertThat(result.attempts()).isEqualTo(3);
            assertThat(front.takeProblems()).isEmpty();
        }
        assertThat(server.requests()).hasSize(requests);
    }

    @Test
    void the_deadline_goes_from_service_to_service() {
        server.otherwise(Script.answer(503));
        try (FaultServer front = front(port(policy().chain(CHAIN).build()))) {
            port(policy().chain(CHAIN).deadline(Duration.ofSeconds(20)).build()).send(Call.get(front.uri("/")));
        }
        seenFalling(20_000);
    }

    @Test
    void C58_an_attempt_header_in_an_answer_has_no_effect() {
        server.otherwise(Script.answer(Answer.of(503)
                .header(HeaderNames.X_RETRY_ATTEMPT, "7")
                .header(MARKER, "1")
                .header(TIME, "0")));
        assertThat(port(policy().chain(CHAIN).build()).send(get()).attempts()).isEqualTo(3);
        assertThat(server.requests())
                .extracting(request -> String.valueOf(request.header(HeaderNames.X_RETRY_ATTEMPT)))
                .containsExactly("null", "2", "3");
    }
}
