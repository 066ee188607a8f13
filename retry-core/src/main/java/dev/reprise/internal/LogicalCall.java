package dev.reprise.internal;

import dev.reprise.Outcome;
import dev.reprise.RetryPolicy;
import dev.reprise.action.Meaning;
import dev.reprise.action.StatusAnswer;
import dev.reprise.action.StatusQuestion;
import dev.reprise.http.HttpAnswer;
import dev.reprise.internal.action.ActionSend;
import dev.reprise.internal.action.Admission;
import dev.reprise.internal.action.Turn;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Evidence;
import dev.reprise.outcome.Repeatability;
import dev.reprise.outcome.Verdict;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One logical call: the decision machine. It does no input or output, starts no thread, never sleeps, and reads no clock but the
 * policy's ticker (and, through its action, the wall clock that a key's age needs). A driver asks it for the next {@link Step}, does what the
 * step says, and reports back; every report is answered with the next step. Every rule about what happens next is here or in the
 * parts it asks: {@link RetryChecks} for what a retry needs, {@link PausePlan} for how long to wait, {@link KnownEffect} for what is
 * known of the server's side, {@link Attempts} for what was sent, {@link ActionPart} for what has to be done with the business action.
 *
 * <p>Not safe for use by many threads at once; a driver may hand it from thread to thread.
 */
public final class LogicalCall {

    private final RetryPolicy policy;
    private final CallFacts facts;
    private final Repeatability repeatability;
    private final TimeLimit limit;
    private final RetryChecks checks;
    private final Protection protection;
    private final PausePlan pauses;
    private final KnownEffect effect = new KnownEffect();
    private final Attempts attempts = new Attempts();
    private final CallEvents events;

    /** Whether a call around this one makes it again; read only where a request says so. */
    private final boolean repeatedAround;

    /** Null for an unbound call. */
    private final @Nullable ActionPart action;

    private Step step = Step.FINISH;
    private boolean queryNext;
    private @Nullable Ending ending;
    private @Nullable Throwable problem;

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
        ActionSend send = facts.send();
        this.repeatability = send == null ? facts.repeatability() : send.repeatability();
        this.limit = new TimeLimit(policy, facts);
        this.checks = new RetryChecks(policy, facts, repeatability, limit);
        this.pauses = new PausePlan(policy, limit);
        this.events = new CallEvents(policy, facts);
        this.repeatedAround = facts.single() || (policy.chain() != null && CallContext.covers(facts.scope()));
        this.action = send == null ? null : new ActionPart(send, limit, attempts, effect);
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
        return action == null ? attempt() : next(Step.TURN);
    }

    /**
     * The turn to send the action has come.
     *
     * @param mine the turn; it is passed on when the call ends
     */
    public Step turnTaken(Turn mine) {
        ActionPart part = required();
        part.turnTaken(mine);
        return admit(part);
    }

    /**
     * The store's work ended.
     *
     * @param result what {@link #recording()} returned, or a failure of the driver's own
     */
    public Step recorded(Recorded result) {
        ActionPart mine = required();
        return mine.isAdmitting() ? admissionRecorded(mine, result) : endRecorded(mine, result);
    }

    /** The attempt of {@link Step#ATTEMPT} begins now; one that the driver was stopped before does not count. */
    public void begin() {
        protection.spend();
        boolean retry = attempts.retries();
        boolean resend = attempts.resendsFree();
        attempts.begin();
        protection.attemptStarted(retry, resend);
        if (retry) {
            events.retryStarted(attempts.number());
        }
        events.attemptStarted(attempts.number(), attempts.sendNumber(), resend, limit.attemptNanos(limit.now()));
    }

    /**
     * An attempt ended.
     *
     * @param judgement what it tells
     */
    public Step ended(Judgement judgement) {
        long now = limit.now();
        attempts.ended(judgement);
        Verdict verdict = judgement.verdict();
        checks.saw(judgement.evidence());
        effect.sent(verdict.effect());
        if (action != null) {
            action.send().attemptEnded(verdict.effect());
        }
        protection.attempted(judgement);
        events.attemptFinished(attempts.number(), judgement);
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

    /** The pause is over. */
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
            return queryOr(refusal, now);
        }
        if (action != null && !action.send().mayStillSend(limit.attemptNanos(now))) {
            // A process that was frozen during the pause; another one may have gone on with the action.
            return finish(Ending.DEADLINE);
        }
        attempts.retryDue();
        return attempt();
    }

    /**
     * The status query was answered.
     *
     * @param answer what it said
     */
    public Step answered(StatusAnswer answer) {
        long now = limit.now();
        ActionPart mine = required();
        events.queryAnswered(mine.queries(), answer);
        return switch (answer.kind()) {
            case APPLIED -> found(mine, answer, Ending.APPLIED_BY_QUERY);
            case REFUSED -> found(mine, answer, Ending.REFUSED_BY_QUERY);
            case NOT_APPLIED ->
                mine.send().believesNotApplied() ? notApplied(mine, answer, now) : queryBelievably(mine, now);
            case RUNNING -> queryLater(null, now);
            case UNKNOWN -> finish(Ending.UNKNOWN_OUTCOME);
        };
    }

    /**
     * The status query failed itself, which says nothing of the action; it is asked again after a pause.
     *
     * @param failure what it threw
     */
    public Step queryFailed(Throwable failure) {
        ActionPart mine = required();
        problem = failure;
        events.queryFailed(mine.queries(), failure);
        return queryBelievably(mine, limit.now());
    }

    /**
     * The driver was stopped while it waited.
     *
     * @param reason cancelled, interrupted, or the deadline
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
     */
    public Step broke(Throwable failure) {
        problem = failure;
        try {
            return switch (step) {
                case ATTEMPT -> ended(Judgement.of(Verdict.permanent(Effect.UNKNOWN), Evidence.UNWATCHED, failure));
                case RECORD -> recorded(Recorded.failed(failure));
                case FINISH -> ending == null ? finish(Ending.PERMANENT) : letGo();
                default -> stopped(Ending.PERMANENT);
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
        return required().recording();
    }

    /** What to ask in {@link Step#QUERY}. */
    public StatusQuestion question() {
        return required().question(waitNanos());
    }

    /** Why nothing was sent, in one sentence; null if the ending says it all. */
    public @Nullable String refusal() {
        String refusal = action == null ? null : action.refusal();
        return refusal == null && ending == Ending.BREAKER ? protection.refusal() : refusal;
    }

    /** The send of a bound call. */
    public @Nullable ActionSend send() {
        return facts.send();
    }

    /** The attempts so far. */
    public Attempts attempts() {
        return attempts;
    }

    /** Whether a status query follows the pause. */
    boolean queriesNext() {
        return queryNext;
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

    /** Whether a call around this one makes it again, this one's own retries aside; known only if the policy has a chain. */
    boolean isRepeatedAround() {
        return repeatedAround;
    }

    /** The repeatability that holds for the call. */
    public Repeatability repeatability() {
        return repeatability;
    }

    /** The answer that the caller gets from elsewhere than the last attempt: kept with the action or brought by a query. */
    public @Nullable HttpAnswer foundAnswer() {
        return action == null ? null : action.answer();
    }

    /** Something that went wrong besides the attempts: a store, a delay function. */
    public @Nullable Throwable problem() {
        return problem == null ? pauses.problem() : problem;
    }

    /** What the call learned; complete from {@link Step#FINISH} on. */
    public Outcome outcome() {
        ActionSend send = facts.send();
        Judgement last = attempts.last();
        return new Outcome(
                attempts.number(),
                why(),
                effect(),
                send == null ? null : send.action(),
                action == null ? null : action.state(),
                last == null ? null : last.verdict().retryAfter(),
                attempts.earlier());
    }

    // ---- the decision

    /** An answer such as a 202 is no failure, and still leaves the action in doubt. */
    private boolean settlesNothing(Judgement judgement) {
        return action != null
                && judgement.answer() != null
                && judgement.failure() == null
                && judgement.verdict().effect() == Effect.UNKNOWN;
    }

    private Step afterTransient(Judgement judgement, long now) {
        Verdict verdict = judgement.verdict();
        if (checks.resendsFree(judgement, now)) {
            attempts.resendFree();
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
        Ending refusal = checks.refusal(verdict, attempts.number(), now);
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
        queryNext = false;
        attempts.retryScheduled(verdict);
        events.retryScheduled(attempts.number() + 1, pauses.nanos());
        return next(Step.PAUSE);
    }

    // ---- status queries

    private boolean canQuery() {
        return action != null && action.canQuery();
    }

    private Step queryOr(Ending otherwise, long now) {
        return canQuery() ? query(now) : finish(otherwise);
    }

    /** Asks at once, unless the answer that left the doubt asked to be left alone for a while. */
    private Step queryAfter(Verdict verdict, long now) {
        Duration wish = verdict.retryAfter();
        return wish == null || wish.isZero() ? query(now) : queryLater(wish, now);
    }

    private Step query(long now) {
        if (required().queries() >= policy.maxPolls()) {
            return finish(Ending.POLLS);
        }
        if (!limit.allowsAfter(0, now)) {
            return finish(Ending.DEADLINE);
        }
        return protection.reserve(true) ? ask() : finish(Ending.BUDGET);
    }

    /**
     * The last question waits for the settle time, since before that it could not learn that nothing was applied. The ones before it
     * keep the pace of the backoff, so that what was applied is found early.
     */
    private Step queryBelievably(ActionPart mine, long now) {
        boolean last = mine.queries() == policy.maxPolls() - 1;
        return queryLater(null, last ? mine.send().nanosToBelieve() : 0, now);
    }

    private Step queryLater(@Nullable Duration wish, long now) {
        return queryLater(wish, 0, now);
    }

    private Step queryLater(@Nullable Duration wish, long better, long now) {
        int queries = required().queries();
        if (queries >= policy.maxPolls()) {
            return finish(Ending.POLLS);
        }
        queryNext = true;
        Ending refusal = pauses.query(Math.max(1, queries), wish, better, now);
        if (refusal == null && !protection.reserve(true)) {
            refusal = Ending.BUDGET;
        }
        return refusal == null ? next(Step.PAUSE) : finish(refusal);
    }

    private Step ask() {
        ActionPart mine = required();
        protection.spend();
        mine.queryAsked();
        protection.queryAsked();
        events.queryAsked(mine.queries());
        return next(Step.QUERY);
    }

    private Step found(ActionPart mine, StatusAnswer answer, Ending why) {
        mine.found(answer);
        return finish(why);
    }

    /** Doubt is cleared. What was asked before anything was sent is written down before the first send. */
    private Step notApplied(ActionPart mine, StatusAnswer answer, long now) {
        effect.doubtCleared();
        Judgement last = attempts.last();
        if (mine.isInFlight() && last != null) {
            mine.send().doubtCleared();
            return retry(last.verdict(), now);
        }
        mine.foundOpen(answer);
        return next(Step.RECORD);
    }

    // ---- the business action

    private Step admit(ActionPart mine) {
        mine.admit();
        return next(Step.RECORD);
    }

    private Step admissionRecorded(ActionPart mine, Recorded result) {
        Admission answer = mine.admissionRecorded(result);
        if (answer == null) {
            problem = result.failure();
            return finish(Ending.STORE_FAILED);
        }
        long now = limit.now();
        problem = answer.cause();
        return switch (answer.kind()) {
            case SEND -> admittedToSend(now);
            case QUERY_FIRST -> queryOr(Ending.UNKNOWN_OUTCOME, now);
            case SETTLED -> finish(Ending.ALREADY_SETTLED);
            case ELSEWHERE -> finish(Ending.IN_FLIGHT_ELSEWHERE);
            case MISMATCH -> finish(Ending.PAYLOAD_MISMATCH);
            case EXPIRED -> queryOr(Ending.KEY_EXPIRED, now);
            case UNKNOWN_ONCE -> finish(Ending.UNKNOWN_OUTCOME);
            case NOT_STORED, STORE_FAILED -> finish(Ending.STORE_FAILED);
        };
    }

    private Step admittedToSend(long now) {
        Ending refusal = checks.keyRefusal(now);
        if (refusal != null) {
            return queryOr(refusal, now);
        }
        return limit.allowsAfter(0, now) ? attempt() : finish(Ending.DEADLINE);
    }

    private Step endRecorded(ActionPart mine, Recorded result) {
        boolean again = mine.endRecorded(result);
        if (result.failure() != null) {
            problem = result.failure();
            ending = again ? Ending.STORE_FAILED : ending;
            return done();
        }
        return again ? admit(mine) : done();
    }

    private ActionPart required() {
        if (action == null) {
            throw new IllegalStateException("the call is not bound to a business action");
        }
        return action;
    }

    // ---- the end

    private Step finish(Ending why) {
        ending = why;
        return action != null && action.hasToRecord() ? next(Step.RECORD) : done();
    }

    private Step done() {
        letGo();
        Judgement last = attempts.last();
        Throwable failure = last == null || last.failure() == null ? problem() : last.failure();
        events.ended(why(), effect(), attempts.number(), limit.elapsed(), failure);
        return step;
    }

    private Ending why() {
        return ending == null ? Ending.UNKNOWN_OUTCOME : ending;
    }

    /** The end, as far as others wait for it. */
    private Step letGo() {
        protection.end(why());
        if (action != null) {
            action.passTurnOn();
        }
        return next(Step.FINISH);
    }

    private Effect effect() {
        Judgement last = attempts.last();
        return effect.overall(
                action == null ? null : action.state(), last == null ? Meaning.NOTHING : last.meaning(), ending);
    }

    private Step next(Step wanted) {
        step = wanted;
        return wanted;
    }
}
