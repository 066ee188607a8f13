package dev.reprise.internal;

import static dev.reprise.testkit.FakeTransport.refused;
import static dev.reprise.testkit.FakeTransport.status;
import static dev.reprise.testkit.FakeTransport.timeout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.ActionSettledException;
import dev.reprise.ResultLostException;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.StatusAnswer;
import dev.reprise.action.StatusQuestion;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.event.QueryAnswered;
import dev.reprise.http.HttpAnswer;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.RecordingListener;
import dev.reprise.testkit.TestActions;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What follows an unknown effect where the server can be asked. */
class StatusQueryPathTest {

    private final FakeTime time = new FakeTime();
    private final TestActions actions = new TestActions(time);

    private RetryPolicy.Builder policy() {
        return Policies.plain(time).backoff(Backoff.fixed(Duration.ofSeconds(1)));
    }

    private FakeTransport.Ended call(FakeTransport transport, RetryPolicy policy) {
        return transport.call(policy, Facts.bound(actions.open("verifiable"), "body"));
    }

    @Test
    void appliedWithAnAnswerGivesThatAnswer() {
        actions.finds(StatusAnswer.applied(HttpAnswer.of(201)));

        FakeTransport.Ended ended = call(new FakeTransport(time, timeout()), policy().build());

        assertThat(ended.answer().status()).isEqualTo(201);
        assertThat(ended.ending()).isEqualTo(Ending.APPLIED_BY_QUERY);
        assertThat(ended.outcome().actionState()).isEqualTo(ActionState.CONFIRMED);
    }

    @Test
    void appliedWithoutAnAnswerIsALostResult() {
        actions.finds(StatusAnswer.applied());

        FakeTransport.Ended ended = call(new FakeTransport(time, timeout()), policy().build());

        assertThat(ended.thrown()).isInstanceOf(ResultLostException.class);
        assertThat(ended.outcome().effect()).isEqualTo(Effect.APPLIED);
    }

    @Test
    void refusedSettlesTheAction() {
        actions.finds(StatusAnswer.refused());

        FakeTransport.Ended ended = call(new FakeTransport(time, timeout()), policy().build());

        assertThat(ended.ending()).isEqualTo(Ending.REFUSED_BY_QUERY);
        assertThat(ended.thrown()).isInstanceOf(ActionSettledException.class);
        assertThat(ended.outcome().effect()).isEqualTo(Effect.NOT_APPLIED);
        assertThat(ended.outcome().actionState()).isEqualTo(ActionState.REJECTED);
    }

    @Test
    void refusedWithAnAnswerGivesThatAnswer() {
        actions.finds(StatusAnswer.refused(HttpAnswer.of(402)));

        FakeTransport.Ended ended = call(new FakeTransport(time, timeout()), policy().build());

        assertThat(ended.answer().status()).isEqualTo(402);
    }

    @Test
    void unknownLeavesTheActionInDoubt() {
        actions.finds(StatusAnswer.unknown());

        FakeTransport.Ended ended = call(new FakeTransport(time, timeout()), policy().build());

        assertThat(actions.questions()).hasSize(1);
        assertThat(ended.ending()).isEqualTo(Ending.UNKNOWN_OUTCOME);
        assertThat(ended.thrown()).isInstanceOf(UnknownOutcomeException.class);
        assertThat(ended.outcome().actionState()).isEqualTo(ActionState.IN_DOUBT);
    }

    @Test
    void runningIsAskedAgainAfterAPause() {
        actions.finds(StatusAnswer.running(), StatusAnswer.running(), StatusAnswer.applied(HttpAnswer.of(200)));

        FakeTransport.Ended ended = call(new FakeTransport(time, timeout()), policy().build());

        assertThat(actions.questions()).hasSize(3);
        assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(1));
        assertThat(ended.outcome().attempts()).isEqualTo(1);
        assertThat(ended.ending()).isEqualTo(Ending.APPLIED_BY_QUERY);
    }

    @Test
    void queriesAreBounded() {
        actions.finds(StatusAnswer.running());

        FakeTransport.Ended ended =
                call(new FakeTransport(time, timeout()), policy().maxPolls(4).build());

        assertThat(actions.questions()).hasSize(4);
        assertThat(ended.ending()).isEqualTo(Ending.POLLS);
        assertThat(ended.thrown()).isInstanceOf(UnknownOutcomeException.class);
    }

    @Test
    void notAppliedIsBelievedOnlyAfterTheSettleTime() {
        actions.finds(StatusAnswer.notApplied());
        FakeTransport transport = new FakeTransport(time, timeout(), status(200));

        FakeTransport.Ended ended = call(transport, policy().build());

        assertThat(actions.questions()).as("at 0, 1 and 2 s").hasSize(3);
        assertThat(transport.requests()).isEqualTo(2);
        assertThat(transport.seen().get(1).at()).isGreaterThanOrEqualTo(TestActions.SETTLE_TIME);
        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(ended.outcome().attempts()).isEqualTo(2);
    }

    /** The default backoff asks ten times in less than that. */
    @Test
    void theLastQuestionWaitsForTheSettleTimeSoThatItsAnswerCanBeBelieved() {
        TestActions slow = new TestActions(time, Duration.ofSeconds(30)).finds(StatusAnswer.notApplied());
        FakeTransport transport = new FakeTransport(time, timeout(), status(200));

        FakeTransport.Ended ended = transport.call(
                Policies.defaults(time).deadline(Duration.ofSeconds(60)).build(),
                Facts.bound(slow.open("verifiable"), "body"));

        assertThat(slow.questions()).hasSize(RetryPolicy.DEFAULT_MAX_POLLS);
        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(transport.requests()).isEqualTo(2);
        assertThat(transport.seen().get(1).at()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(60));
        assertThat(time.sleeps().subList(0, 8))
                .as("what is applied early is found early")
                .allMatch(pause -> pause.compareTo(Duration.ofSeconds(5)) <= 0);
    }

    @Test
    void soDoesTheOneAfterAQuestionThatFailed() {
        actions.finds(StatusAnswer.notApplied());
        actions.finds(() -> {
            throw new IOException("query failed");
        });
        actions.finds(StatusAnswer.notApplied());
        FakeTransport transport = new FakeTransport(time, timeout(), status(200));

        FakeTransport.Ended ended = call(
                transport,
                policy().backoff(Backoff.fixed(Policies.BASE)).maxPolls(3).build());

        assertThat(actions.questions()).hasSize(3);
        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
    }

    @Test
    void anActionOfAnEarlierCallIsAskedForAfterItsSettleTimeToo() {
        actions.finds(StatusAnswer.unknown(), StatusAnswer.notApplied());
        FakeTransport transport = new FakeTransport(time, timeout(), status(200));
        RetryPolicy policy =
                policy().backoff(Backoff.fixed(Policies.BASE)).maxPolls(3).build();
        call(transport, policy);

        FakeTransport.Ended second = call(transport, policy);

        assertThat(actions.questions()).hasSize(1 + 3);
        assertThat(second.ending()).isEqualTo(Ending.SUCCESS);
    }

    @Test
    void ifTheSettleTimeEndsAfterTheDeadlineTheQuestionsKeepTheirPace() {
        actions.finds(StatusAnswer.notApplied());
        FakeTransport transport = new FakeTransport(time, timeout());

        FakeTransport.Ended ended = call(
                transport,
                policy().backoff(Backoff.fixed(Policies.BASE))
                        .maxPolls(4)
                        .deadline(TestActions.SETTLE_TIME)
                        .build());

        assertThat(time.sleeps()).containsExactly(Policies.BASE, Policies.BASE, Policies.BASE);
        assertThat(ended.thrown()).isInstanceOf(UnknownOutcomeException.class);
        assertThat(ended.outcome().actionState()).isEqualTo(ActionState.IN_DOUBT);
        assertThat(transport.requests()).isEqualTo(1);
    }

    @Test
    void whatIsRunningIsNotWaitedForLonger() {
        actions.finds(StatusAnswer.running());

        call(
                new FakeTransport(time, timeout()),
                policy().backoff(Backoff.fixed(Policies.BASE)).maxPolls(2).build());

        assertThat(time.sleeps()).containsExactly(Policies.BASE);
    }

    @Test
    void eachSendHasItsOwnSettleTime() {
        actions.finds(StatusAnswer.notApplied());
        FakeTransport transport = new FakeTransport(time, timeout(), timeout(), status(200));

        call(transport, policy().build());

        assertThat(transport.requests()).isEqualTo(3);
        assertThat(transport.seen().get(2).at().minus(transport.seen().get(1).at()))
                .isGreaterThanOrEqualTo(TestActions.SETTLE_TIME);
    }

    @Test
    void aBelievedNotAppliedAfterTheLastAttemptLeavesTheActionOpenAndTheFailureAsItWas() {
        actions.finds(StatusAnswer.notApplied());
        FakeTransport transport = new FakeTransport(time, timeout());

        FakeTransport.Ended ended = call(transport, policy().maxAttempts(1).build());

        assertThat(ended.ending()).isEqualTo(Ending.ATTEMPTS);
        assertThat(ended.outcome().effect()).isEqualTo(Effect.NOT_APPLIED);
        assertThat(ended.outcome().actionState()).isEqualTo(ActionState.OPEN);
        assertThat(ended.thrown()).hasMessage("timeout");
    }

    @Test
    void aFailingQueryIsAskedAgain() {
        actions.finds(() -> {
            throw new IOException("query failed");
        });
        actions.finds(() -> {
            throw new LinkageError("query broke");
        });
        actions.finds(StatusAnswer.applied(HttpAnswer.of(200)));

        FakeTransport.Ended ended = call(new FakeTransport(time, timeout()), policy().build());

        assertThat(actions.questions()).hasSize(3);
        assertThat(ended.ending()).isEqualTo(Ending.APPLIED_BY_QUERY);
    }

    @Test
    void aFailingQueryIsToldAsSuch() {
        IOException failure = new IOException("query failed");
        actions.finds(() -> {
            throw failure;
        });
        RecordingListener events = new RecordingListener();

        FakeTransport.Ended ended = call(
                new FakeTransport(time, timeout()),
                policy().maxPolls(2).listener(events).build());

        assertThat(events.events())
                .filteredOn(QueryAnswered.class::isInstance)
                .extracting(event -> ((QueryAnswered) event).answer())
                .containsExactly("FAILED java.io.IOException", "FAILED java.io.IOException");
        assertThat(ended.thrown()).isInstanceOf(UnknownOutcomeException.class).hasSuppressedException(failure);
    }

    @Test
    void aQueryThatAnswersNothingAtAllIsUnknown() {
        actions.finds(() -> null);

        assertThat(call(new FakeTransport(time, timeout()), policy().build()).ending())
                .isEqualTo(Ending.UNKNOWN_OUTCOME);
    }

    @Test
    @Timeout(30)
    void aHangingQueryIsAbandonedAtTheDeadline() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        actions.finds(() -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
            return StatusAnswer.applied();
        });
        RetryPolicy policy = RetryPolicy.builder("real time")
                .deadline(Duration.ofMillis(200))
                .build();

        FakeTransport.Ended ended = call(new FakeTransport(time, timeout()), policy);

        assertThat(ended.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(ended.thrown()).isInstanceOf(UnknownOutcomeException.class);
        interrupted.await();
    }

    @Test
    void theDeadlineEndsTheQueries() {
        actions.finds(StatusAnswer.running());

        FakeTransport.Ended ended = call(
                new FakeTransport(time, timeout()),
                policy().deadline(Duration.ofMillis(3500)).build());

        assertThat(actions.questions()).as("at 0, 1, 2 and 3 s").hasSize(4);
        assertThat(ended.ending()).isEqualTo(Ending.DEADLINE);
    }

    @Test
    void theQuestionNamesTheActionAndTheTimeLeft() {
        actions.finds(StatusAnswer.unknown());
        BusinessAction action = actions.open("verifiable");

        new FakeTransport(time, FakeTransport.after(Duration.ofSeconds(1), timeout()))
                .call(policy().deadline(Duration.ofSeconds(5)).build(), Facts.bound(action, "body"));

        StatusQuestion question = actions.questions().get(0);
        assertThat(question.actionId()).isEqualTo(action.id());
        assertThat(question.reference()).isEqualTo("order-1");
        assertThat(question.remaining()).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void anActionLeftInDoubtIsAskedForBeforeAnythingIsSentAgain() {
        actions.finds(StatusAnswer.unknown(), StatusAnswer.applied(HttpAnswer.of(200)));
        FakeTransport transport = new FakeTransport(time, timeout());
        call(transport, policy().build());

        FakeTransport.Ended second = call(transport, policy().build());

        assertThat(transport.requests()).isEqualTo(1);
        assertThat(second.ending()).isEqualTo(Ending.APPLIED_BY_QUERY);
        assertThat(second.outcome().attempts()).isZero();
        assertThat(second.answer().status()).isEqualTo(200);
    }

    @Test
    void anActionThatTurnsOutNotAppliedIsSentAfterAll() {
        actions.finds(StatusAnswer.unknown(), StatusAnswer.notApplied());
        FakeTransport transport = new FakeTransport(time, timeout(), status(200));
        call(transport, policy().build());
        time.pass(TestActions.SETTLE_TIME);

        FakeTransport.Ended second = call(transport, policy().build());

        assertThat(transport.requests()).isEqualTo(2);
        assertThat(second.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(second.outcome().actionState()).isEqualTo(ActionState.CONFIRMED);
    }

    @Test
    void aSecondCallThatCannotTellStaysInDoubtWithoutSending() {
        actions.finds(StatusAnswer.unknown());
        FakeTransport transport = new FakeTransport(time, timeout());
        call(transport, policy().build());

        FakeTransport.Ended second = call(transport, policy().build());

        assertThat(transport.requests()).isEqualTo(1);
        assertThat(second.thrown()).isInstanceOf(UnknownOutcomeException.class);
        assertThat(second.outcome().effect()).isEqualTo(Effect.UNKNOWN);
    }

    @Test
    void whatIsProvedNotAppliedIsRetriedWithoutAsking() {
        FakeTransport transport = new FakeTransport(time, refused(), status(200));

        FakeTransport.Ended ended = call(transport, policy().build());

        assertThat(actions.questions()).isEmpty();
        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
    }

    @Test
    void aServerThatReexecutesAfter5xxIsAskedFirst() {
        actions.finds(StatusAnswer.applied(HttpAnswer.of(200)));
        FakeTransport transport = new FakeTransport(time, status(500));

        FakeTransport.Ended ended = transport.call(policy().build(), Facts.bound(actions.open("reexecuting"), "body"));

        assertThat(transport.requests()).isEqualTo(1);
        assertThat(ended.ending()).isEqualTo(Ending.APPLIED_BY_QUERY);
    }

    @Test
    void aQueryInPlaceOfAResendCostsOneTokenAndNotTwo() {
        actions.finds(StatusAnswer.applied());
        time.duringSleep(() -> time.jumpWall(TestActions.KEY_LIFETIME));
        Retrier retrier = Retrier.of(
                policy().budget(BudgetSettings.DEFAULT.ratio(0).floor(10)).build());
        FakeTransport transport = new FakeTransport(time, timeout());

        FakeTransport.Ended ended = transport.call(retrier, Facts.bound(actions.open("keyed-query"), "body"));

        assertThat(ended.ending()).isEqualTo(Ending.APPLIED_BY_QUERY);
        assertThat(transport.requests()).isEqualTo(1);
        assertThat(actions.questions()).hasSize(1);
        assertThat(retrier.snapshot().get(Facts.SCOPE).resolvingAvailable()).isEqualTo(9);
    }

    @Test
    void aKeyPastItsLifetimeIsAskedForInsteadOfResent() {
        actions.finds(StatusAnswer.applied(HttpAnswer.of(200)));
        FakeTransport transport = new FakeTransport(time, FakeTransport.after(TestActions.KEY_LIFETIME, timeout()));

        FakeTransport.Ended ended = transport.call(policy().build(), Facts.bound(actions.open("keyed-query"), "body"));

        assertThat(transport.requests()).isEqualTo(1);
        assertThat(ended.ending()).isEqualTo(Ending.APPLIED_BY_QUERY);
    }

    @Test
    void anAcceptedRequestIsAskedForAfterTheWaitThatTheServerNamed() {
        actions.finds(StatusAnswer.applied(HttpAnswer.of(200)));

        FakeTransport.Ended ended = call(new FakeTransport(time, status(202, "Retry-After", "5")), policy().build());

        assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(5));
        assertThat(ended.ending()).isEqualTo(Ending.APPLIED_BY_QUERY);
    }

    @Test
    void anAcceptedRequestWithoutAQueryStaysInDoubt() {
        FakeTransport transport = new FakeTransport(time, status(202));

        FakeTransport.Ended ended = transport.call(policy().build(), Facts.bound(actions.open("keyed"), "body"));

        assertThat(transport.requests()).isEqualTo(1);
        assertThat(ended.thrown()).isInstanceOf(UnknownOutcomeException.class);
        assertThat(((UnknownOutcomeException) ended.thrown()).answer().status()).isEqualTo(202);
    }

    @Test
    void aServerThatAsksToBeLeftAloneIsNotAskedEither() {
        actions.finds(StatusAnswer.applied(HttpAnswer.of(200)));

        call(new FakeTransport(time, status(503, "Retry-After", "7")), policy().build());

        assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(7));
        assertThat(actions.questions()).hasSize(1);
    }

    @Test
    void aNestedCallMayAskSinceAQuestionIsNoRetry() {
        actions.finds(StatusAnswer.applied(HttpAnswer.of(200)));
        FakeTransport transport = new FakeTransport(time, timeout());

        FakeTransport.Ended ended =
                transport.call(policy().build(), Facts.nested(Facts.bound(actions.open("verifiable"), "body")));

        assertThat(ended.ending()).isEqualTo(Ending.APPLIED_BY_QUERY);
    }

    @Test
    void callsMadeByTheQueryKeepToTheDeadlineAndRetryForThemselves() {
        boolean[] covered = new boolean[2];
        Duration[] left = new Duration[1];
        BusinessAction action = actions.open("verifiable");
        actions.finds(() -> {
            covered[0] = CallContext.covers(Facts.SCOPE);
            covered[1] = CallContext.sends(action.id());
            left[0] = dev.reprise.deadline.Deadline.current().remaining();
            return StatusAnswer.unknown();
        });

        call(
                new FakeTransport(time, timeout()),
                policy().deadline(Duration.ofSeconds(5)).build());

        assertThat(covered).containsExactly(false, false);
        assertThat(left[0]).isEqualTo(Duration.ofSeconds(5));
    }
}
