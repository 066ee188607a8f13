package dev.reprise.internal;

import dev.reprise.AttemptSummary;
import dev.reprise.Outcome;
import dev.reprise.RetryPolicy;
import dev.reprise.action.ActionState;
import dev.reprise.action.Meaning;
import dev.reprise.action.StatusAnswer;
import dev.reprise.action.StatusQuestion;
import dev.reprise.event.AttemptFinished;
import dev.reprise.event.AttemptStarted;
import dev.reprise.event.CallEnded;
import dev.reprise.event.CallLabel;
import dev.reprise.event.QueryAnswered;
import dev.reprise.event.QueryAsked;
import dev.reprise.event.RedactedFailure;
import dev.reprise.event.RetryListener;
import dev.reprise.event.RetryScheduled;
import dev.reprise.event.RetryStarted;
import dev.reprise.http.HttpAnswer;
import dev.reprise.internal.action.ActionSend;
import dev.reprise.internal.action.Admission;
import dev.reprise.internal.action.SendEnd;
import dev.reprise.internal.action.Turn;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Evidence;
import dev.reprise.outcome.Repeatability;
import dev.reprise.outcome.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One logical call: the decision machine. It does no input or output, starts no thread, never sleeps, and reads no clock but the
 * policy's ticker (and, through its action, the wall clock that a key's age needs). A driver asks it for the next {@link Step}, does what the
 * step says, and reports back. Every rule about what happens next is here, so that all drivers decide alike.
 *
 * <p>Not safe for use by many threads at once; a driver may hand it from thread to thread.
 */
public final class LogicalCall {

    private final RetryPolicy policy;
    private final CallFacts facts;
    private final @Nullable ActionSend send;
    private final Repeatability repeatability;
    private final TimeLimit limit;
    private final PausePlan pauses;
    private final List<RetryListener> listeners;
    private final boolean attemptsWanted;

    private Step step = Step.FINISH;
    private int attempts;
    private int sends;
    private int polls;
    private int queries;
    private boolean bodyBegun;
    private boolean resentFree;
    private boolean freshConnection;
    private boolean queryNext;
    private long pauseNanos;

    private Effect effect = Effect.NOT_APPLIED;
    private boolean doubtBefore;
    private int sendsBefore;
    private @Nullable Turn turn;
    private boolean inFlight;
    private boolean admitting;
    private boolean readmit;

    private @Nullable Judgement last;
    private @Nullable StatusAnswer found;
    private @Nullable Admission admission;
    private @Nullable Ending ending;
    private @Nullable ActionState actionState;
    private @Nullable Throwable problem;
    private @Nullable List<AttemptSummary> history;

    /**
     * Prepares a call; its time starts now.
     *
     * @param policy the settings
     * @param facts what is known of the call
     */
    public LogicalCall(RetryPolicy policy, CallFacts facts) {
        this.policy = policy;
        this.facts = facts;
        this.send = facts.send();
        this.repeatability = send == null ? facts.repeatability() : send.repeatability();
        this.limit = new TimeLimit(policy, facts);
        this.pauses = new PausePlan(policy);
        this.listeners = policy.listeners();
        this.attemptsWanted = Events.attemptsWanted(listeners);
    }

    // ---- what the driver reports
    // -------------------------------------------------------------------------------------

    /**
     * Starts the call.
     *
     * @return the first step
     */
    public Step start() {
        long now = limit.now();
        if (limit.hardLeft(now) <= 0) {
            return finish(Ending.DEADLINE);
        }
        if (send == null) {
            return attempt(now, false);
        }
        return next(Step.TURN);
    }

    /**
     * The turn to send the action has come.
     *
     * @param mine the turn; it is passed on when the call ends
     * @return the next step
     */
    public Step turnTaken(Turn mine) {
        turn = mine;
        return admit();
    }

    /**
     * The store's work ended.
     *
     * @param result what {@link #recording()} returned, or a failure of the driver's own
     * @return the next step
     */
    public Step recorded(Recorded result) {
        if (admitting) {
            admitting = false;
            admission = result.admission();
            if (admission == null) {
                problem = result.failure();
                // If the store answered at the last moment, the flight that it wrote has to be ended.
                inFlight = !required().abandon();
                // Whether earlier sends were applied stands in the store, which did not answer.
                doubtBefore = true;
                return finish(Ending.STORE_FAILED);
            }
            return admitted(admission);
        }
        inFlight = false;
        boolean again = readmit;
        readmit = false;
        if (result.failure() != null) {
            problem = result.failure();
            ending = again ? Ending.STORE_FAILED : ending;
            return done();
        }
        actionState = result.state();
        found = again ? null : found;
        return again ? admit() : done();
    }

    /**
     * An attempt ended.
     *
     * @param judgement what it tells
     * @return the next step
     */
    public Step ended(Judgement judgement) {
        long now = limit.now();
        last = judgement;
        Verdict verdict = judgement.verdict();
        Evidence evidence = judgement.evidence();
        bodyBegun |= evidence.bodyBegun() || !evidence.watched();
        effect = effect.or(verdict.effect());
        if (send != null) {
            send.attemptEnded(verdict.effect());
        }
        if (attemptsWanted) {
            int number = attempts;
            tell(listener ->
                    listener.attemptFinished(new AttemptFinished(label(), number, verdict, judgement.detail())));
        }
        if (judgement.stop() != null) {
            return finish(judgement.stop());
        }
        if (evidence.cancelled()) {
            return finish(Ending.CANCELLED);
        }
        return switch (verdict.kind()) {
            case SUCCESS -> finish(Ending.SUCCESS);
            case PERMANENT ->
                judgement.meaning() == Meaning.RUNNING && canQuery() ? query(now, true) : finish(Ending.PERMANENT);
            case TRANSIENT -> afterTransient(judgement, now);
        };
    }

    /**
     * The pause is over.
     *
     * @return the next step
     */
    public Step resumed() {
        long now = limit.now();
        if (!limit.allowsAfter(0, now)) {
            return finish(Ending.DEADLINE);
        }
        if (queryNext) {
            return ask();
        }
        Ending refusal = keyRefusal(now);
        if (refusal != null) {
            return canQuery() ? query(now, false) : finish(refusal);
        }
        if (send != null && !send.mayStillSend(limit.attemptNanos(now))) {
            // A process that was frozen during the pause; another one may have gone on with the action.
            return finish(Ending.DEADLINE);
        }
        if (attemptsWanted) {
            int number = attempts + 1;
            tell(listener -> listener.retryStarted(new RetryStarted(label(), number)));
        }
        return attempt(now, freshConnection);
    }

    /**
     * The status query was answered.
     *
     * @param answer what it said; {@link StatusAnswer#running()} if it failed itself
     * @return the next step
     */
    public Step answered(StatusAnswer answer) {
        long now = limit.now();
        if (attemptsWanted) {
            int number = queries;
            tell(listener -> listener.queryAnswered(
                    new QueryAnswered(label(), number, answer.kind().toString())));
        }
        return switch (answer.kind()) {
            case APPLIED -> found(answer, Ending.APPLIED_BY_QUERY);
            case REFUSED -> found(answer, Ending.REFUSED_BY_QUERY);
            case NOT_APPLIED -> required().believesNotApplied() ? resendAfterQuery(answer, now) : query(now, true);
            case RUNNING -> query(now, true);
            case UNKNOWN -> finish(Ending.UNKNOWN_OUTCOME);
        };
    }

    /**
     * The driver was stopped while it waited.
     *
     * @param reason cancelled, interrupted, or the deadline
     * @return the next step
     */
    public Step stopped(Ending reason) {
        if (step == Step.ATTEMPT) {
            // It was about to begin, and did not.
            attempts--;
            sends--;
        }
        if (send != null && admission == null) {
            // While the turn is awaited somebody else sends this action; before, what was last seen of it is all there
            // is.
            doubtBefore = step == Step.TURN || send.seenInDoubt();
        }
        return finish(reason);
    }

    // ---- what the driver reads
    // ---------------------------------------------------------------------------------------

    /** The action's turn, which the driver waits for in {@link Step#TURN}. */
    public CompletableFuture<Turn> turn() {
        return required().turn();
    }

    /**
     * The work of {@link Step#RECORD}. It may block and runs without touching this call; its result goes to {@link
     * #recorded(Recorded)}.
     */
    public Recording recording() {
        ActionSend mine = required();
        if (admitting) {
            Duration mayTake = Duration.ofNanos(limit.hardLeft(limit.now()));
            return () -> Recorded.admitted(mine.admit(mayTake));
        }
        SendEnd end = sendEnd();
        return () -> Recorded.ended(mine.end(end));
    }

    /** What to ask in {@link Step#QUERY}. */
    public StatusQuestion question() {
        return required().question(Duration.ofNanos(Math.max(1, waitNanos())));
    }

    /** The driver no longer waits for the turn. */
    public static void giveUp(CompletableFuture<Turn> waiting) {
        // A turn that came at the very moment of giving up is passed on.
        if (!waiting.cancel(false)) {
            waiting.join().close();
        }
    }

    /** Why an action was not admitted, in one sentence; null if that was not asked or it was. */
    public @Nullable String refusal() {
        return admission == null || admission.maySend() ? null : admission.why();
    }

    /** The send of a bound call. */
    public @Nullable ActionSend send() {
        return send;
    }

    /** The number of the current attempt, from 1; 0 before the first. */
    public int attemptNumber() {
        return attempts;
    }

    /** The number of the current send among all sends of the action, or of the call if it is unbound. */
    public int sendNumber() {
        return sendsBefore + sends;
    }

    /** Whether the current attempt must not use a pooled connection. */
    public boolean freshConnection() {
        return freshConnection;
    }

    /** How long the current attempt may take, in nanoseconds; {@link Long#MAX_VALUE} if only the transport limits it. */
    public long attemptNanos() {
        return limit.attemptNanos(limit.now());
    }

    /** How long the pause is, in nanoseconds. */
    public long pauseNanos() {
        return pauseNanos;
    }

    /** How long the driver may wait in {@link Step#TURN}, {@link Step#RECORD} and {@link Step#QUERY}, in nanoseconds. */
    public long waitNanos() {
        return limit.softLeft(limit.now());
    }

    /** How long is left of the limits that also cut a running attempt or a body, in nanoseconds. */
    public long hardNanosLeft() {
        return limit.hardLeft(limit.now());
    }

    /** Whether an earlier send, of this call or of the action before it, may have been applied. */
    public boolean inDoubt() {
        return doubtBefore || effect != Effect.NOT_APPLIED;
    }

    /** The policy of the call. */
    public RetryPolicy policy() {
        return policy;
    }

    /** What was known of the call before it started. */
    public CallFacts facts() {
        return facts;
    }

    /** The repeatability that holds for the call. */
    public Repeatability repeatability() {
        return repeatability;
    }

    /** What the last attempt told, or null if none was made. */
    public @Nullable Judgement lastJudgement() {
        return last;
    }

    /** The answer that the caller gets from elsewhere than the last attempt: kept with the action or brought by a query. */
    public @Nullable HttpAnswer foundAnswer() {
        if (found != null) {
            return found.answer();
        }
        return admission == null ? null : admission.keptAnswer();
    }

    /** Something that went wrong besides the attempts: a store, a delay function. */
    public @Nullable Throwable problem() {
        return problem;
    }

    /** What the call learned; complete from {@link Step#FINISH} on. */
    public Outcome outcome() {
        Judgement judgement = last;
        return new Outcome(
                attempts,
                ending == null ? Ending.UNKNOWN_OUTCOME : ending,
                finalEffect(),
                send == null ? null : send.action(),
                actionState,
                judgement == null ? null : judgement.verdict().retryAfter(),
                history == null ? Collections.emptyList() : history);
    }

    // ---- the decision
    // ------------------------------------------------------------------------------------------------

    private Step afterTransient(Judgement judgement, long now) {
        Verdict verdict = judgement.verdict();
        if (resendsFree(judgement, now)) {
            resentFree = true;
            return send(now, true);
        }
        if (facts.single()) {
            return finish(Ending.NESTED);
        }
        boolean mayHaveActed = verdict.effect() != Effect.NOT_APPLIED;
        if (repeatability == Repeatability.ONCE) {
            if (mayHaveActed) {
                return finish(Ending.UNKNOWN_OUTCOME);
            }
            if (policy.strictOnce()) {
                return finish(Ending.ATTEMPTS);
            }
        }
        if (mayHaveActed && (judgement.askFirst() || repeatability == Repeatability.VERIFIABLE)) {
            return canQuery() ? query(now, false) : finish(Ending.UNKNOWN_OUTCOME);
        }
        return retry(verdict, now);
    }

    private Step retry(Verdict verdict, long now) {
        Ending refusal = refusal(verdict, now);
        if (refusal == Ending.KEY_EXPIRED && canQuery()) {
            return query(now, false);
        }
        if (refusal == null) {
            refusal = planPause(verdict, now);
        }
        if (refusal != null) {
            return finish(refusal);
        }
        if (verdict.stillRunning()) {
            polls++;
        }
        freshConnection = verdict.freshConnectionNeeded();
        queryNext = false;
        remember();
        if (attemptsWanted) {
            int number = attempts + 1;
            tell(listener -> listener.retryScheduled(new RetryScheduled(label(), number, pauseNanos)));
        }
        return next(Step.PAUSE);
    }

    /** The checks that a retry must pass before its pause is planned, in the order in which they are reported. */
    private @Nullable Ending refusal(Verdict verdict, long now) {
        if (verdict.retryForbidden()) {
            return Ending.SERVER_FORBADE;
        }
        boolean left = verdict.stillRunning() ? polls < policy.maxPolls() : attempts - polls < policy.maxAttempts();
        if (!left) {
            return Ending.ATTEMPTS;
        }
        if (bodyBegun && !facts.bodyReplayable()) {
            return Ending.BODY_NOT_REPLAYABLE;
        }
        return keyRefusal(now);
    }

    private @Nullable Ending keyRefusal(long now) {
        return send == null || send.keyLives(limit.attemptNanos(now)) ? null : Ending.KEY_EXPIRED;
    }

    private @Nullable Ending planPause(Verdict verdict, long now) {
        try {
            Ending refusal = verdict.stillRunning()
                    ? pauses.planPoll(polls + 1, verdict.retryAfter(), limit, now)
                    : pauses.planRetry(verdict.retryAfter(), limit, now);
            pauseNanos = pauses.nanos();
            return refusal;
        } catch (RuntimeException broken) {
            // A delay function of the user's own; the attempt's failure must not be hidden by it.
            problem = broken;
            return Ending.PERMANENT;
        }
    }

    /**
     * Once per call a request goes out again at once and free of charge, when the transport proves that the peer did not process
     * it (RFC 9113 §8.7), or when an idempotent one met a reused connection that was dead.
     */
    private boolean resendsFree(Judgement judgement, long now) {
        if (resentFree || judgement.verdict().retryForbidden()) {
            return false;
        }
        Evidence evidence = judgement.evidence();
        boolean proved = judgement.verdict().effect() == Effect.NOT_APPLIED
                && (evidence.refusedByPeer() || evidence.staleConnection());
        boolean dead = repeatability == Repeatability.IDEMPOTENT
                && judgement.connectionLost()
                && evidence.reusedConnection()
                && evidence.exchanges() == 1
                && !evidence.answerBegun();
        return ((proved && !(policy.strictOnce() && repeatability == Repeatability.ONCE)) || dead)
                && !(bodyBegun && !facts.bodyReplayable())
                && limit.allowsAfter(0, now)
                && keyRefusal(now) == null;
    }

    private Step attempt(long now, boolean fresh) {
        attempts++;
        return send(now, fresh);
    }

    private Step send(long now, boolean fresh) {
        sends++;
        freshConnection = fresh;
        if (attemptsWanted) {
            int number = attempts;
            int sendNumber = sendNumber();
            long nanos = limit.attemptNanos(now);
            tell(listener -> listener.attemptStarted(new AttemptStarted(label(), number, sendNumber, nanos)));
        }
        return next(Step.ATTEMPT);
    }

    // ---- status queries
    // ----------------------------------------------------------------------------------------------

    private boolean canQuery() {
        return send != null && send.query() != null;
    }

    private Step query(long now, boolean afterPause) {
        if (queries >= policy.maxPolls()) {
            return finish(Ending.ATTEMPTS);
        }
        if (!afterPause) {
            return limit.allowsAfter(0, now) ? ask() : finish(Ending.DEADLINE);
        }
        queryNext = true;
        Ending refusal;
        try {
            refusal = pauses.planPoll(Math.max(1, queries), null, limit, now);
        } catch (RuntimeException broken) {
            problem = broken;
            refusal = Ending.PERMANENT;
        }
        pauseNanos = pauses.nanos();
        return refusal == null ? next(Step.PAUSE) : finish(refusal);
    }

    private Step ask() {
        queries++;
        if (attemptsWanted) {
            int number = queries;
            tell(listener -> listener.queryAsked(new QueryAsked(label(), number)));
        }
        return next(Step.QUERY);
    }

    private Step found(StatusAnswer answer, Ending why) {
        found = answer;
        return finish(why);
    }

    /** Doubt is cleared. What was asked before anything was sent is written down before the first send. */
    private Step resendAfterQuery(StatusAnswer answer, long now) {
        effect = Effect.NOT_APPLIED;
        doubtBefore = false;
        Judgement judgement = last;
        if (inFlight && judgement != null) {
            required().doubtCleared();
            return retry(judgement.verdict(), now);
        }
        found = answer;
        readmit = true;
        return next(Step.RECORD);
    }

    // ---- the business action
    // -----------------------------------------------------------------------------------------

    private Step admit() {
        admitting = true;
        return next(Step.RECORD);
    }

    private Step admitted(Admission answer) {
        long now = limit.now();
        doubtBefore = answer.doubtBefore();
        sendsBefore = answer.sendsBefore();
        actionState = answer.state();
        problem = answer.cause();
        return switch (answer.kind()) {
            case SEND -> admittedToSend(now);
            case QUERY_FIRST -> canQuery() ? query(now, false) : finish(Ending.UNKNOWN_OUTCOME);
            case SETTLED -> finish(Ending.ALREADY_SETTLED);
            case ELSEWHERE -> finish(Ending.IN_FLIGHT_ELSEWHERE);
            case MISMATCH -> finish(Ending.PAYLOAD_MISMATCH);
            case EXPIRED -> canQuery() ? query(now, false) : finish(Ending.KEY_EXPIRED);
            case UNKNOWN_ONCE -> finish(Ending.UNKNOWN_OUTCOME);
            case NOT_STORED, STORE_FAILED -> finish(Ending.STORE_FAILED);
        };
    }

    private Step admittedToSend(long now) {
        inFlight = true;
        Ending refusal = keyRefusal(now);
        if (refusal != null) {
            return canQuery() ? query(now, false) : finish(refusal);
        }
        return limit.allowsAfter(0, now) ? attempt(now, false) : finish(Ending.DEADLINE);
    }

    private SendEnd sendEnd() {
        Judgement judgement = found == null ? last : null;
        return judgement == null
                ? new SendEnd(sends, effect, Meaning.NOTHING, null, false, found)
                : new SendEnd(sends, effect, judgement.meaning(), judgement.answer(), judgement.noLongerKept(), null);
    }

    private ActionSend required() {
        if (send == null) {
            throw new IllegalStateException("the call is not bound to a business action");
        }
        return send;
    }

    // ---- the end
    // -----------------------------------------------------------------------------------------------------

    private Step finish(Ending why) {
        ending = why;
        if (inFlight || (found != null && send != null)) {
            return next(Step.RECORD);
        }
        return done();
    }

    private Step done() {
        if (turn != null) {
            turn.close();
            turn = null;
        }
        if (!listeners.isEmpty()) {
            Ending why = ending == null ? Ending.UNKNOWN_OUTCOME : ending;
            Throwable failure = last == null || last.failure() == null ? problem : last.failure();
            tell(listener -> listener.ended(new CallEnded(
                    label(),
                    why,
                    finalEffect(),
                    attempts,
                    limit.elapsed(),
                    failure == null ? null : RedactedFailure.of(failure))));
        }
        return next(Step.FINISH);
    }

    private Effect finalEffect() {
        // A settlement and a believed query clear doubt; nothing else does. What the store holds comes first, since
        // somebody else
        // may have settled the action meanwhile.
        if (actionState == ActionState.CONFIRMED) {
            return Effect.APPLIED;
        }
        if (actionState == ActionState.REJECTED || actionState == ActionState.OPEN) {
            return Effect.NOT_APPLIED;
        }
        if (ending == Ending.APPLIED_BY_QUERY || meansOfLast() == Meaning.CONFIRMED) {
            return Effect.APPLIED;
        }
        if (ending == Ending.REFUSED_BY_QUERY || meansOfLast() == Meaning.REJECTED) {
            return Effect.NOT_APPLIED;
        }
        return doubtBefore ? effect.or(Effect.UNKNOWN) : effect;
    }

    private Meaning meansOfLast() {
        return last == null ? Meaning.NOTHING : last.meaning();
    }

    private Step next(Step wanted) {
        step = wanted;
        return wanted;
    }

    private void remember() {
        if (history == null) {
            history = new ArrayList<>(4);
        }
        if (last != null && history.size() < Outcome.HISTORY_LIMIT) {
            history.add(
                    new AttemptSummary(attempts, last.detail(), last.verdict().effect()));
        }
    }

    private CallLabel label() {
        return new CallLabel(policy.name(), facts.scope(), facts.method(), send == null ? null : send.actionId());
    }

    private void tell(Consumer<RetryListener> event) {
        Events.tell(listeners, event);
    }
}
