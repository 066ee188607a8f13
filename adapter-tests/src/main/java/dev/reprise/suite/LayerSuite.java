package dev.reprise.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.CallSpec;
import dev.reprise.Outcome;
import dev.reprise.Retrier;
import dev.reprise.ScopeSnapshot;
import dev.reprise.breaker.BreakerSettings;
import dev.reprise.breaker.BreakerSnapshot;
import dev.reprise.breaker.CircuitBreaker;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.http.HeaderNames;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.outcome.Verdict;
import dev.reprise.testing.Break;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That only one layer retries, with every wrapped client. */
@SuppressWarnings("MemberName") // tests of a case begin with its number
public abstract class LayerSuite extends HttpSuite {

    @Test
    void P06_a_retry_is_marked_with_its_number() {
        server.enqueue(Script.answer(503), Script.answer(503), Script.answer(200));
        port().send(get());
        assertThat(keys(HeaderNames.X_RETRY_ATTEMPT)).containsExactly("null", "2", "3");
    }

    /**
     * How many requests reach the server for each attempt of a GET whose connection is closed unanswered.
     *
     * @return 1, unless the client sends it again by itself, unseen
     */
    protected int requestsPerLostGet() {
        return 1;
    }

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
        assertThat(server.requests()).hasSize(3 * requestsPerLostGet());
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
    void C51_an_answer_that_tells_a_breaker_nothing_tells_the_one_around_it_nothing_either() throws Exception {
        server.otherwise(Script.answer(429));
        Retrier outer = Retrier.of(
                policy().breaker(BreakerSettings.consecutiveFailures(100)).build());
        Port port = port(policy().build());
        close(outer.call(around(Repeatability.IDEMPOTENT), attempt -> port.exchange(get())));
        assertThat(server.requests()).hasSize(3);
        assertThat(breaker(onlyScope(outer)).failures()).isZero();
        server.otherwise(Script.answer(503));
        close(outer.call(around(Repeatability.IDEMPOTENT), attempt -> port.exchange(get())));
        assertThat(breaker(onlyScope(outer)).failures()).isEqualTo(3);
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

    /** A probe whose answer breaks off, so that whoever reads the body gets an exception, must not keep its place for ever. */
    @ParameterizedTest
    @ValueSource(ints = {200, 404, 503})
    void C49_a_probe_whose_body_cannot_be_read_gives_its_place_back(int status) {
        server.enqueue(
                Script.answer(503),
                Script.answer(status, "half of it").breakingAt(Point.BODY_PARTLY_SENT, Break.CLOSE));
        server.otherwise(Script.answer(200, "back"));
        AtomicLong passed = new AtomicLong();
        Retrier retrier = Retrier.of(policy().maxAttempts(1)
                .ticker(() -> System.nanoTime() + passed.get())
                .breaker(BreakerSettings.consecutiveFailures(1)
                        .halfOpenProbes(1)
                        .probeLimit(BreakerSettings.LONGEST_TIME))
                .build());
        Port port = port(retrier);
        port.send(get());
        assertThat(breaker(onlyScope(retrier)).state()).isEqualTo(CircuitBreaker.State.OPEN);
        passed.addAndGet(Duration.ofMinutes(1).toNanos());
        Result probe = port.send(get());
        assertThat(server.requests()).hasSize(2);
        assertThat(probe.body()).isNotEqualTo("half of it");
        // Where the broken answer opened it again.
        passed.addAndGet(Duration.ofMinutes(1).toNanos());
        assertThat(port.send(get()).body()).isEqualTo("back");
        assertThat(breaker(onlyScope(retrier)).state()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    private static void close(Object answer) throws Exception {
        if (answer instanceof AutoCloseable open) {
            open.close();
        }
    }
}
