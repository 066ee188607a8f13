package dev.reprise.internal;

import dev.reprise.AttemptSummary;
import dev.reprise.Outcome;
import dev.reprise.RetryPolicy;
import dev.reprise.action.ActionState;
import dev.reprise.action.Meaning;
import dev.reprise.action.StatusAnswer;
import dev.reprise.action.StatusQuestion;
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
import org.jspecify.annotations.Nullable;

/**
 * One logical call: the decision machine. It does no input or output, starts no thread, never sleeps, and reads no clock but the
 * policy's ticker (and, through its action, the wall clock that a key's age needs). A driver asks it for the next {@link Step}, does what the
 * step says, and reports back. Every rule about what happens next is here or in the parts it asks: {@link RetryChecks} for
 * what a retry needs, {@link PausePlan} for how long to wait, {@link KnownEffect} for what is known of the server's side.
 *
 * <p>Not safe for use by many threads at once; a driver may hand it from thread to thread.
 */
public final class LogicalCall {

    private final RetryPolicy policy;
    private final CallFacts facts;
    private final @Nullable ActionSend send;
    private final Repeatability repeatability;
    private final TimeLimit limit;
    private final RetryChecks checks;
    private final Protection protection;
    private final PausePlan pauses;
    private final KnownEffect effect = new KnownEffect();
    private final CallEvents events;

    private Step step = Step.FINISH;
    private int attempts;
    private int sends;
    private int sendsBefore;
    private int queries;
    private boolean freshConnection;
    private boolean resending;
    private boolean retrying;
    private boolean queryNext;

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
        this(policy, facts, null);
    }

    /**
     * Prepares a call that shares the live state of its scope; its time starts now.
     *
     * @param policy the settings
     * @param facts what is known of the call
     * @param scope the live state, or null for a call that neither draws on nor feeds any
     */
    LogicalCall(RetryPolicy policy, CallFacts facts, @Nullable ScopeState scope) {
        this.protection = new Protection(scope, facts);
        this.policy = policy;
        this.facts = facts;
        this.send = facts.send();
        this.repeatability = send == null ? facts.repeatability() : send.repeatability();
        this.limit = new TimeLimit(policy, facts);
        this.checks = new RetryChecks(policy, facts, repeatability, limit);
        this.pauses = new PausePlan(policy, limit);
        this.events = new CallEvents(policy, facts);
        if (send != null) {
            // Until the store is read, what was last seen of the action is all that is known of its earlier sends.
            lastSeen(send);
        }
    }

    // ---- what the driver reports

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
        protection.callStarted(now, policy.ticker());
        return send == null ? attempt() : next(Step.TURN);
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
        return admitting ? admissionRecorded(result) : endRecorded(result);
    }

    /** The attempt of {@link Step#ATTEMPT} begins now; one that the driver was stopped before does not count. */
    public void begin() {
        protection.spend();
        boolean resend = resending;
        boolean retry = retrying;
        resending = false;
        retrying = false;
        if (!resend) {
            attempts++;
        }
        sends++;
        protection.attemptStarted(retry, resend);
        if (retry) {
            events.retryStarted(attempts);
        }
        events.attemptStarted(attempts, sendNumber(), resend, limit.attemptNanos(limit.now()));
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
        checks.saw(judgement.evidence());
        effect.sent(verdict.effect());
        if (send != null) {
            send.attemptEnded(verdict.effect());
        }
        protection.attempted(judgement);
        events.attemptFinished(attempts, judgement);
        if (judgement.stop() != null) {
            return finish(judgement.stop());
        }
        if (judgement.evidence().cancelled() && verdict.kind() != Verdict.Kind.SUCCESS) {
            return finish(Ending.CANCELLED);
        }
        return switch (verdict.kind()) {
            case SUCCESS -> finish(Ending.SUCCESS);
            case PERMANENT ->
                judgement.meaning() == Meaning.RUNNING && canQuery()
                        ? queryLater(verdict.retryAfter(), now)
                        : finish(settlesNothing(judgement) ? Ending.UNKNOWN_OUTCOME : Ending.PERMANENT);
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
        Ending refusal = checks.keyRefusal(now);
        if (refusal != null) {
            return canQuery() ? query(now) : finish(refusal);
        }
        if (send != null && !send.mayStillSend(limit.attemptNanos(now))) {
            // A process that was frozen during the pause; another one may have gone on with the action.
            return finish(Ending.DEADLINE);
        }
        retrying = true;
        return attempt();
    }

    /**
     * The status query was answered.
     *
     * @param answer what it said
     * @return the next step
     */
    public Step answered(StatusAnswer answer) {
        long now = limit.now();
        events.queryAnswered(queries, answer);
        return switch (answer.kind()) {
            case APPLIED -> found(answer, Ending.APPLIED_BY_QUERY);
            case REFUSED -> found(answer, Ending.REFUSED_BY_QUERY);
            case NOT_APPLIED -> required().believesNotApplied() ? notApplied(answer, now) : queryLater(null, now);
            case RUNNING -> queryLater(null, now);
            case UNKNOWN -> finish(Ending.UNKNOWN_OUTCOME);
        };
    }

    /**
     * The status query failed itself, which says nothing of the action; it is asked again after a pause.
     *
     * @param failure what it threw
     * @return the next step
     */
    public Step queryFailed(Throwable failure) {
        problem = failure;
        events.queryFailed(queries, failure);
        return queryLater(null, limit.now());
    }

    /**
     * The driver was stopped while it waited.
     *
     * @param reason cancelled, interrupted, or the deadline
     * @return the next step
     */
    public Step stopped(Ending reason) {
        if (step == Step.TURN) {
            // Somebody else sends this action, so its effect is open.
            effect.doubtBefore(true);
        }
        return finish(reason);
    }

    /**
     * Something threw that must not throw: a transport, a sleeper, a ticker. The call ends in good order, and the driver then lets
     * the failure through. This method throws nothing itself.
     *
     * @param failure what was thrown
     * @return the next step
     */
    public Step broke(Throwable failure) {
        problem = failure;
        try {
            return switch (step) {
                case ATTEMPT -> ended(Judgement.of(Verdict.permanent(Effect.UNKNOWN), Evidence.UNWATCHED, failure));
                case RECORD -> recorded(Recorded.failed(failure));
                case FINISH -> ending == null ? finish(Ending.PERMANENT) : letGo();
                default -> finish(Ending.PERMANENT);
            };
        } catch (Throwable again) {
            // It goes on breaking; whatever the end looks like now, nobody must wait for what this call holds.
            return letGo();
        }
    }

    // ---- what the driver reads

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
            return () -> Recorded.of(() -> Recorded.admitted(mine.admit(mayTake)));
        }
        SendEnd end = sendEnd();
        return () -> Recorded.of(() -> Recorded.ended(mine.end(end)));
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
        if (admission != null && !admission.maySend()) {
            return admission.why();
        }
        return ending == Ending.BREAKER ? protection.refusal() : null;
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

    /** Whether the attempt to come is the one that is free of charge. */
    boolean resendsFree() {
        return resending;
    }

    /** Whether a status query follows the pause. */
    boolean queriesNext() {
        return queryNext;
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
        return pauses.nanos();
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
        return effect.inDoubt();
    }

    /** What the call holds of its scope's live state. */
    Protection protection() {
        return protection;
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
        return problem == null ? pauses.problem() : problem;
    }

    /** What the call learned; complete from {@link Step#FINISH} on. */
    public Outcome outcome() {
        Judgement judgement = last;
        return new Outcome(
                attempts,
                ending == null ? Ending.UNKNOWN_OUTCOME : ending,
                effect(),
                send == null ? null : send.action(),
                actionState,
                judgement == null ? null : judgement.verdict().retryAfter(),
                history == null ? Collections.emptyList() : history);
    }

    // ---- the decision

    /** An answer such as a 202 is no failure, and still leaves the action in doubt. */
    private boolean settlesNothing(Judgement judgement) {
        return send != null
                && judgement.answer() != null
                && judgement.failure() == null
                && judgement.verdict().effect() == Effect.UNKNOWN;
    }

    private Step afterTransient(Judgement judgement, long now) {
        Verdict verdict = judgement.verdict();
        if (checks.resendsFree(judgement, now)) {
            resending = true;
            freshConnection = true;
            return attempt();
        }
        boolean mayHaveActed = verdict.effect() != Effect.NOT_APPLIED;
        if (mayHaveActed && repeatability == Repeatability.ONCE) {
            return finish(Ending.UNKNOWN_OUTCOME);
        }
        if (mayHaveActed && (judgement.askFirst() || repeatability == Repeatability.VERIFIABLE)) {
            return canQuery() ? queryAfter(verdict, now) : finish(Ending.UNKNOWN_OUTCOME);
        }
        return retry(verdict, now);
    }

    /** Whether a resend would tell what became of an earlier one; of an idempotent request nobody needs to know that. */
    private boolean resolvesDoubt() {
        return effect.inDoubt() && repeatability != Repeatability.IDEMPOTENT;
    }

    /** The breaker is asked last, so that a probe is not held up by anything before it. */
    private Step attempt() {
        return protection.admit() ? next(Step.ATTEMPT) : finish(Ending.BREAKER);
    }

    private Step retry(Verdict verdict, long now) {
        if (facts.single()) {
            return finish(Ending.NESTED);
        }
        if (checks.forbiddenByStrictMode()) {
            return finish(Ending.ATTEMPTS);
        }
        Ending refusal = checks.refusal(verdict, attempts, now);
        if (refusal == Ending.KEY_EXPIRED && canQuery()) {
            return queryAfter(verdict, now);
        }
        if (refusal == null && protection.isOpen()) {
            refusal = Ending.BREAKER;
        }
        if (refusal == null) {
            refusal = verdict.stillRunning()
                    ? pauses.poll(checks.polls() + 1, verdict.retryAfter(), now)
                    : pauses.retry(verdict.retryAfter(), now);
        }
        if (refusal == null && !protection.reserve(resolvesDoubt())) {
            refusal = Ending.BUDGET;
        }
        if (refusal != null) {
            return finish(refusal);
        }
        if (verdict.stillRunning()) {
            checks.polling();
        }
        freshConnection = verdict.freshConnectionNeeded();
        queryNext = false;
        remember();
        events.retryScheduled(attempts + 1, pauses.nanos());
        return next(Step.PAUSE);
    }

    // ---- status queries

    private boolean canQuery() {
        return send != null && send.query() != null;
    }

    /** Asks at once, unless the answer that left the doubt asked to be left alone for a while. */
    private Step queryAfter(Verdict verdict, long now) {
        Duration wish = verdict.retryAfter();
        return wish == null || wish.isZero() ? query(now) : queryLater(wish, now);
    }

    private Step query(long now) {
        if (queries >= policy.maxPolls()) {
            return finish(Ending.ATTEMPTS);
        }
        if (!limit.allowsAfter(0, now)) {
            return finish(Ending.DEADLINE);
        }
        return protection.reserve(true) ? ask() : finish(Ending.BUDGET);
    }

    private Step queryLater(@Nullable Duration wish, long now) {
        if (queries >= policy.maxPolls()) {
            return finish(Ending.ATTEMPTS);
        }
        queryNext = true;
        Ending refusal = pauses.poll(Math.max(1, queries), wish, now);
        if (refusal == null && !protection.reserve(true)) {
            refusal = Ending.BUDGET;
        }
        return refusal == null ? next(Step.PAUSE) : finish(refusal);
    }

    private Step ask() {
        protection.spend();
        queries++;
        protection.queryAsked();
        events.queryAsked(queries);
        return next(Step.QUERY);
    }

    private Step found(StatusAnswer answer, Ending why) {
        found = answer;
        return finish(why);
    }

    /** Doubt is cleared. What was asked before anything was sent is written down before the first send. */
    private Step notApplied(StatusAnswer answer, long now) {
        effect.doubtCleared();
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

    private Step admit() {
        admitting = true;
        return next(Step.RECORD);
    }

    private Step admissionRecorded(Recorded result) {
        admitting = false;
        admission = result.admission();
        if (admission != null) {
            return admitted(admission);
        }
        problem = result.failure();
        lastSeen(required());
        // If the store answered at the last moment, the flight that it wrote has to be ended.
        inFlight = !required().abandon();
        return finish(Ending.STORE_FAILED);
    }

    private Step admitted(Admission answer) {
        long now = limit.now();
        effect.doubtBefore(answer.doubtBefore());
        sendsBefore = answer.sendsBefore();
        actionState = answer.state();
        problem = answer.cause();
        return switch (answer.kind()) {
            case SEND -> admittedToSend(now);
            case QUERY_FIRST -> canQuery() ? query(now) : finish(Ending.UNKNOWN_OUTCOME);
            case SETTLED -> finish(Ending.ALREADY_SETTLED);
            case ELSEWHERE -> finish(Ending.IN_FLIGHT_ELSEWHERE);
            case MISMATCH -> finish(Ending.PAYLOAD_MISMATCH);
            case EXPIRED -> canQuery() ? query(now) : finish(Ending.KEY_EXPIRED);
            case UNKNOWN_ONCE -> finish(Ending.UNKNOWN_OUTCOME);
            case NOT_STORED, STORE_FAILED -> {
                lastSeen(required());
                yield finish(Ending.STORE_FAILED);
            }
        };
    }

    private Step admittedToSend(long now) {
        inFlight = true;
        Ending refusal = checks.keyRefusal(now);
        if (refusal != null) {
            return canQuery() ? query(now) : finish(refusal);
        }
        return limit.allowsAfter(0, now) ? attempt() : finish(Ending.DEADLINE);
    }

    private Step endRecorded(Recorded result) {
        inFlight = false;
        boolean again = readmit;
        readmit = false;
        if (result.failure() != null) {
            problem = result.failure();
            actionState = null;
            ending = again ? Ending.STORE_FAILED : ending;
            return done();
        }
        actionState = result.state();
        found = again ? null : found;
        return again ? admit() : done();
    }

    /** A state that was seen earlier may be out of date, except that a settlement is never taken back. */
    private void lastSeen(ActionSend mine) {
        ActionState state = mine.seenState();
        effect.doubtBefore(mine.effectSeen() == Effect.UNKNOWN);
        actionState = state.isSettled() ? state : null;
    }

    private SendEnd sendEnd() {
        Judgement judgement = found == null ? last : null;
        Effect ofSends = effect.ofSends();
        return judgement == null
                ? new SendEnd(sends, ofSends, Meaning.NOTHING, null, false, found)
                : new SendEnd(sends, ofSends, judgement.meaning(), judgement.answer(), judgement.noLongerKept(), null);
    }

    private ActionSend required() {
        if (send == null) {
            throw new IllegalStateException("the call is not bound to a business action");
        }
        return send;
    }

    // ---- the end

    private Step finish(Ending why) {
        ending = why;
        if (inFlight || (found != null && send != null)) {
            return next(Step.RECORD);
        }
        return done();
    }

    private Step done() {
        letGo();
        Throwable failure = last == null || last.failure() == null ? problem() : last.failure();
        events.ended(ending == null ? Ending.UNKNOWN_OUTCOME : ending, effect(), attempts, limit.elapsed(), failure);
        return step;
    }

    /** The end, as far as others wait for it. */
    private Step letGo() {
        protection.end(ending == null ? Ending.UNKNOWN_OUTCOME : ending);
        if (turn != null) {
            turn.close();
            turn = null;
        }
        return next(Step.FINISH);
    }

    private Effect effect() {
        return effect.overall(actionState, last == null ? Meaning.NOTHING : last.meaning(), ending);
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
}
