package dev.reprise.internal;

import static dev.reprise.testkit.FakeTransport.refused;
import static dev.reprise.testkit.FakeTransport.status;
import static dev.reprise.testkit.FakeTransport.timeout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.CallRefusedException;
import dev.reprise.RetryPolicy;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.backoff.Backoff;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.StubbornStore;
import dev.reprise.testkit.TestActions;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store that fails or hangs never hangs a call, sends nothing that is not written down, and never changes the result. */
@Timeout(60)
class StoreTroubleTest {

    private final FakeTime time = new FakeTime();
    private StubbornStore store = new StubbornStore(true);

    @AfterEach
    void letGo() {
        store.release();
    }

    private BusinessAction open(boolean mayBlock) {
        store = new StubbornStore(mayBlock);
        return new TestActions(time, store).open("keyed");
    }

    /** The waiting is real where a store hangs. */
    private RetryPolicy.Builder hasty() {
        return RetryPolicy.builder("hasty").deadline(Duration.ofMillis(300)).backoff(Backoff.none());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothingIsSentIfTheBeginningCannotBeRead(boolean mayBlock) {
        BusinessAction action = open(mayBlock);
        store.failAt(access -> access == 1);
        FakeTransport transport = new FakeTransport(time, status(200));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(action, "body"));

        assertThat(transport.requests()).isZero();
        assertThat(ended.ending()).isEqualTo(Ending.STORE_FAILED);
        assertThat(ended.thrown()).isInstanceOf(CallRefusedException.class).hasMessageContaining(action.id());
        assertThat(ended.thrown().getCause()).hasRootCauseMessage("disk full");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothingIsSentIfTheBeginningCannotBeWritten(boolean mayBlock) {
        BusinessAction action = open(mayBlock);
        store.failAt(access -> access == 2);
        FakeTransport transport = new FakeTransport(time, status(200));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(action, "body"));

        assertThat(transport.requests()).isZero();
        assertThat(ended.ending()).isEqualTo(Ending.STORE_FAILED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anErrorInTheStoreIsATroubleLikeAnyOther(boolean mayBlock) {
        BusinessAction action = open(mayBlock);
        store.failWith(new NoClassDefFoundError("driver"));
        store.failAt(access -> access == 1);
        FakeTransport transport = new FakeTransport(time, status(200));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(action, "body"));

        assertThat(transport.requests()).isZero();
        assertThat(ended.ending()).isEqualTo(Ending.STORE_FAILED);
        store.recover();
        assertThat(transport
                        .call(Policies.plain(time).build(), Facts.bound(action, "body"))
                        .ending())
                .as("the turn was passed on")
                .isEqualTo(Ending.SUCCESS);
    }

    @Test
    void aDoubtThatWasSeenIsNotForgottenWhenTheStoreFails() {
        BusinessAction action = open(false);
        new FakeTransport(time, timeout())
                .call(Policies.plain(time).maxAttempts(1).build(), Facts.bound(action, "body"));
        store.failAt(access -> true);

        FakeTransport.Ended ended =
                new FakeTransport(time, status(200)).call(Policies.plain(time).build(), Facts.bound(action, "body"));

        assertThat(ended.ending()).isEqualTo(Ending.STORE_FAILED);
        assertThat(ended.outcome().effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(ended.thrown()).isInstanceOf(UnknownOutcomeException.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aConfirmedResultReachesTheCallerThoughItCannotBeWrittenDown(boolean mayBlock) {
        BusinessAction action = open(mayBlock);
        store.failAt(access -> access >= 3);
        FakeTransport transport = new FakeTransport(time, status(201));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(action, "body"));

        assertThat(ended.answer().status()).isEqualTo(201);
        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(ended.outcome().effect()).isEqualTo(Effect.APPLIED);
        assertThat(ended.outcome().actionState())
                .as("nobody knows what is written")
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFailureIsNotHiddenByAStoreThatFailsAtTheEnd(boolean mayBlock) {
        BusinessAction action = open(mayBlock);
        store.failAt(access -> access >= 3);
        FakeTransport transport = new FakeTransport(time, timeout());

        FakeTransport.Ended ended =
                transport.call(Policies.plain(time).maxAttempts(1).build(), Facts.bound(action, "body"));

        assertThat(ended.thrown()).isInstanceOf(UnknownOutcomeException.class).hasCauseInstanceOf(IOException.class);
        assertThat(ended.thrown().getSuppressed()).anyMatch(s -> s.getMessage().contains("store"));
    }

    @Test
    void whatIsProvedNotAppliedStaysSoThoughTheEndCannotBeWritten() {
        BusinessAction action = open(false);
        store.failAt(access -> access >= 3);

        FakeTransport.Ended ended =
                new FakeTransport(time, refused()).call(Policies.plain(time).build(), Facts.bound(action, "body"));

        assertThat(ended.outcome().effect()).isEqualTo(Effect.NOT_APPLIED);
        assertThat(ended.thrown()).hasMessage("connection refused");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aStoreThatHangsAtTheBeginningIsAbandonedAtTheDeadline(int access) throws Exception {
        BusinessAction action = open(true);
        store.hangAt(n -> n == access);
        FakeTransport transport = new FakeTransport(time, status(200));

        long start = System.nanoTime();
        FakeTransport.Ended ended = transport.call(hasty().build(), Facts.bound(action, "body"));
        Duration took = Duration.ofNanos(System.nanoTime() - start);

        assertThat(took).isBetween(Duration.ofMillis(250), Duration.ofSeconds(20));
        assertThat(transport.requests()).isZero();
        assertThat(ended.ending()).isEqualTo(Ending.STORE_FAILED);
        assertThat(ended.thrown()).isInstanceOf(CallRefusedException.class);
    }

    @Test
    void aBeginningThatIsWrittenTooLateIsTakenBack() throws Exception {
        BusinessAction action = open(true);
        store.hangAt(n -> n == 2);
        FakeTransport transport = new FakeTransport(time, status(200));
        transport.call(hasty().build(), Facts.bound(action, "body"));

        store.release();

        while (store.peek(action.id()).version() < 3) {
            Thread.onSpinWait();
        }
        assertThat(action.state()).isEqualTo(ActionState.OPEN);
    }

    @Test
    void aStoreThatHangsAtTheEndDoesNotKeepTheAnswerFromTheCaller() {
        BusinessAction action = open(true);
        store.hangAt(n -> n >= 3);
        FakeTransport transport = new FakeTransport(time, status(201));

        FakeTransport.Ended ended = transport.call(hasty().build(), Facts.bound(action, "body"));

        assertThat(ended.answer().status()).isEqualTo(201);
        assertThat(ended.outcome().effect()).isEqualTo(Effect.APPLIED);
        store.release();
        while (action.state() != ActionState.CONFIRMED) {
            Thread.onSpinWait();
        }
    }

    @Test
    void theNextCallIsNotHeldUpByTheOneThatWasAbandoned() {
        BusinessAction action = open(true);
        store.hangAt(n -> n == 1);
        FakeTransport transport = new FakeTransport(time, status(201));
        transport.call(hasty().build(), Facts.bound(action, "body"));

        FakeTransport.Ended second =
                transport.call(hasty().deadline(Duration.ofSeconds(20)).build(), Facts.bound(action, "body"));

        assertThat(second.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(transport.requests()).isEqualTo(1);
    }

    @Test
    void anInterruptDoesNotLeaveTheEndHalfWritten() {
        BusinessAction action = open(true);
        FakeTransport transport = new FakeTransport(
                time, FakeTransport.doing(() -> Thread.currentThread().interrupt(), status(201)));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(action, "body"));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
    }
}
