package dev.reprise.internal.action;

import dev.reprise.action.ActionRecord;
import dev.reprise.action.ActionState;
import dev.reprise.action.ActionStoreException;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyKey;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.Meaning;
import dev.reprise.action.PayloadMode;
import dev.reprise.action.SendMark;
import dev.reprise.action.Settlement;
import dev.reprise.action.SettlementContext;
import dev.reprise.action.StatusAnswer;
import dev.reprise.action.StatusQuery;
import dev.reprise.action.StatusQuestion;
import dev.reprise.http.HttpAnswer;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Repeatability;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What one logical call does with its business action, in this order: wait for the {@link #turn()}, {@link #admit}, before
 * each attempt {@link #keyLives} and {@link #mayStillSend}, after it {@link #attemptEnded}, at the end {@link #end}; then close
 * the turn. Around a status query: {@link #believesNotApplied()} and {@link #question} before, {@link #resolved} after.
 *
 * <p>{@code admit}, {@code end} and {@code resolved} read and write the store and may block; nothing else here does. The three
 * may run on another thread than the rest, one at a time; only {@link #abandon} may come while one of them runs.
 */
public final class ActionSend {

    /** How much the wall clock may run ahead of the monotonic one within a call before the call counts as frozen. */
    private static final Duration CLOCK_SLACK = Duration.ofSeconds(1);

    /** The longest a send is written as in flight, so that the sum of a time and a duration stays a time. */
    private static final Duration LONGEST_FLIGHT = Duration.ofDays(3650);

    private final StoredAction action;
    private final ActionContext context;
    private final ActionType type;
    private final byte @Nullable [] fingerprint;

    private final Object lock = new Object();
    private @Nullable ActionRecord record;
    private @Nullable String flight;
    private @Nullable Instant flightUntil;
    private int counted;
    private boolean pinnedHere;
    private @Nullable SendMark firstSend;
    private @Nullable SendMark nextSend;
    private Effect effect = Effect.NOT_APPLIED;
    private boolean doubtBeforeLast;
    private boolean ended;
    private long endedTicks;
    private boolean abandoned;

    private ActionSend(StoredAction action, Payload payload) {
        this.action = action;
        this.context = action.context();
        this.type = action.declared();
        this.fingerprint = type.payloadMode() == PayloadMode.NONE ? null : payload.fingerprint(action.key());
    }

    /**
     * Prepares a logical call of an action.
     *
     * @param action an action made by {@link dev.reprise.action.Actions}
     * @param payload what its sends carry, or {@link Payload#none()}
     * @throws IllegalArgumentException if the action was made by anything else
     */
    public static ActionSend of(BusinessAction action, Payload payload) {
        return new ActionSend(StoredAction.of(action), payload);
    }

    public BusinessAction action() {
        return action;
    }

    public String actionId() {
        return action.id();
    }

    public IdempotencyKey key() {
        return action.key();
    }

    public @Nullable IdempotencyProfile profile() {
        return type.profile();
    }

    public Settlement settlement() {
        return type.settlement();
    }

    public @Nullable StatusQuery query() {
        return type.query();
    }

    /** Whether it may be sent again after a doubt; a payload without a fingerprint is never {@link Repeatability#KEYED}. */
    public Repeatability repeatability() {
        return type.repeatability(fingerprint != null);
    }

    /** Whether {@link #admit}, {@link #end} and {@link #resolved} may block. */
    public boolean storeMayBlock() {
        return action.storeMayBlock();
    }

    /** Asks for the turn of this action in this process; see {@link LiveSends#turn}. */
    public CompletableFuture<Turn> turn() {
        return context.liveSends().turn(actionId());
    }

    /** Stops waiting for a turn, and passes it on if it has just come. */
    public void giveUp(CompletableFuture<Turn> turn) {
        context.liveSends().giveUp(actionId(), turn);
    }

    /**
     * Reads the action, and writes it as in flight if a send may begin. The caller holds the turn, so a flight of this process
     * that is still written down is one whose end could not be.
     *
     * @param mayTake how long this logical call may still send; what it means to others is "sending until"
     * @return the decision; this method does not throw
     */
    public Admission admit(Duration mayTake) {
        try {
            for (int i = 0; i < ActionContext.RACES; i++) {
                Admission admission = tryToAdmit(mayTake);
                if (admission != null) {
                    return admission;
                }
            }
            throw ActionContext.keptChanging(actionId());
        } catch (Exception e) {
            return new Admission(Admission.Kind.STORE_FAILED, action.seen().state(), false, 0, null, e,
                    describe() + " could not be read from or written to its store, so nothing was sent");
        }
    }

    private @Nullable Admission tryToAdmit(Duration mayTake) {
        ActionRecord current = context.find(actionId());
        if (current == null) {
            return new Admission(Admission.Kind.NOT_STORED, action.seen().state(), false, 0, null, null,
                    describe() + " is not in its store; was the transaction that opened it committed?");
        }
        SendMark now = context.mark();
        boolean doubt;
        synchronized (lock) {
            remember(current);
            boolean own = current.state() == ActionState.IN_FLIGHT && flight != null && flight.equals(current.owner());
            doubt = effect != Effect.NOT_APPLIED || current.doubt() || current.state() == ActionState.IN_DOUBT
                    || current.state() == ActionState.EXPIRED || current.state() == ActionState.IN_FLIGHT && !own;
        }
        byte[] pinned = current.fingerprint();
        if (pinned != null && !MessageDigest.isEqual(pinned, fingerprint) && (fingerprint != null || !settled(current))) {
            return refusal(Admission.Kind.MISMATCH, current, doubt,
                    " was first sent with another payload, so nothing was sent");
        }
        if (settled(current)) {
            return refusal(Admission.Kind.SETTLED, current, false, " is " + current.state() + ", so nothing was sent");
        }
        if (Transitions.stateAt(current, now.wall()) == ActionState.IN_FLIGHT && !context.ownsFlight(current.owner())) {
            return refusal(Admission.Kind.ELSEWHERE, current, doubt, " is being sent by another process");
        }
        if (doubt) {
            SendMark oldest = oldestSend(current);
            boolean outlived = type.profile() != null && !KeyAge.lives(oldest, now, context.ownsMark(oldest),
                    type.profile().keyLifetime(), Duration.ZERO);
            // A clock that jumped back may be set right again, so only a key that is known to be too old is written off.
            if (outlived && current.state() != ActionState.EXPIRED && !now.wall().isBefore(oldest.wall())) {
                context.replace(current, Transitions.expired(current));
                return null;
            }
            Admission refused = afterDoubt(current, outlived);
            if (refused != null) {
                return refused;
            }
        }
        return write(current, now, doubt, mayTake);
    }

    private static boolean settled(ActionRecord current) {
        return current.state().isSettled();
    }

    private @Nullable Admission afterDoubt(ActionRecord current, boolean outlived) {
        boolean expired = type.profile() != null && (outlived || current.state() == ActionState.EXPIRED);
        boolean samePayload = fingerprint != null && current.fingerprint() != null;
        if (type.profile() != null && !expired && samePayload && !current.queryOnly()) {
            return null;
        }
        if (type.query() != null) {
            return refusal(Admission.Kind.QUERY_FIRST, current, true,
                    " is in doubt, so its status is asked for before anything is sent");
        }
        if (expired || current.state() == ActionState.EXPIRED) {
            return refusal(Admission.Kind.EXPIRED, current, true,
                    " is in doubt and its key is past its lifetime: reconcile it first");
        }
        return refusal(Admission.Kind.UNKNOWN_ONCE, current, true,
                " is in doubt and a second send would not be recognised: reconcile it first");
    }

    private @Nullable Admission write(ActionRecord current, SendMark now, boolean doubt, Duration mayTake) {
        String name = context.newFlight();
        Instant until = now.wall().plus(bounded(mayTake));
        byte[] pinned = current.fingerprint();
        boolean own;
        synchronized (lock) {
            own = current.state() == ActionState.IN_FLIGHT && flight != null && flight.equals(current.owner());
        }
        ActionRecord next = current.next()
                .state(ActionState.IN_FLIGHT)
                .owner(name)
                .sendingUntil(until)
                .sends(own ? current.sends() : current.sends() + 1)
                .doubt(doubt)
                .lastSendEnded(own ? current.lastSendEnded() : Transitions.sendEnded(current))
                .firstSend(doubt ? oldestSend(current) : now)
                .fingerprint(pinned == null ? fingerprint : pinned)
                .build();
        if (!context.replace(current, next)) {
            return null;
        }
        int sendsBefore;
        synchronized (lock) {
            sendsBefore = Math.max(0, current.sends() - counted);
            counted += own ? 0 : 1;
            flight = name;
            flightUntil = until;
            pinnedHere |= pinned == null && fingerprint != null;
            firstSend = doubt ? next.firstSend() : null;
            nextSend = now;
            remember(next);
            if (!abandoned) {
                return new Admission(Admission.Kind.SEND, next.state(), doubt, sendsBefore, null, null,
                        describe() + " may be sent");
            }
        }
        // Whoever waited for this has gone, so nothing will be sent.
        end(SendEnd.nothingSent());
        return refusal(Admission.Kind.STORE_FAILED, next, doubt, " was written too late, so nothing was sent");
    }

    private static Duration bounded(Duration mayTake) {
        if (mayTake.isNegative()) {
            return Duration.ZERO;
        }
        return mayTake.compareTo(LONGEST_FLIGHT) > 0 ? LONGEST_FLIGHT : mayTake;
    }

    private Admission refusal(Admission.Kind kind, ActionRecord current, boolean doubt, String why) {
        int sendsBefore;
        synchronized (lock) {
            sendsBefore = Math.max(0, current.sends() - counted);
        }
        return new Admission(kind, Transitions.stateAt(current, context.now()), doubt, sendsBefore,
                kind == Admission.Kind.SETTLED ? current.answer() : null, null, describe() + why);
    }

    private String describe() {
        return "action " + actionId() + " of type " + type.name();
    }

    // A doubtful record without a mark was not written by this library; its creation is the oldest time there is.
    private SendMark oldestSend(ActionRecord current) {
        synchronized (lock) {
            if (current.firstSend() != null) {
                return current.firstSend();
            }
            return firstSend != null ? firstSend : new SendMark(current.createdAt(), 0, "");
        }
    }

    private void remember(ActionRecord current) {
        record = current;
        action.saw(current);
    }

    /**
     * Nobody waits for a running {@link #admit} any longer: if it still succeeds, it takes its write back.
     *
     * @return false if it had succeeded before, so that the caller has to {@link #end} the flight
     */
    public boolean abandon() {
        synchronized (lock) {
            abandoned = true;
            return flight == null;
        }
    }

    /**
     * Whether the key is still remembered at the end of an attempt that begins now.
     *
     * @param attemptNanos how long the attempt may take
     * @return false if the first send that may have had an effect is too long ago, or the wall clock was set back behind it
     */
    public boolean keyLives(long attemptNanos) {
        IdempotencyProfile profile = type.profile();
        SendMark first;
        synchronized (lock) {
            first = firstSend;
        }
        return profile == null || first == null || KeyAge.lives(first, context.mark(), context.ownsMark(first),
                profile.keyLifetime(), Duration.ofNanos(Math.max(0, attemptNanos)));
    }

    /**
     * Whether an attempt that begins now ends within the time that was written down for this call. A process that was frozen
     * during a pause must not send late, when another one may have gone on with the action.
     *
     * @param attemptNanos how long the attempt may take
     */
    public boolean mayStillSend(long attemptNanos) {
        Instant until;
        synchronized (lock) {
            until = flightUntil;
        }
        return until != null && Duration.ofNanos(Math.max(0, attemptNanos))
                        .compareTo(Duration.between(context.now(), until).plus(CLOCK_SLACK)) <= 0;
    }

    /**
     * Notes that an attempt of this call ended, for the age of the key and for the settle time.
     *
     * @param of what is known of that attempt's effect
     */
    public void attemptEnded(Effect of) {
        SendMark now = context.mark();
        synchronized (lock) {
            doubtBeforeLast = effect != Effect.NOT_APPLIED;
            effect = effect.or(of);
            ended = true;
            endedTicks = now.ticks();
            if (firstSend == null && of != Effect.NOT_APPLIED) {
                firstSend = nextSend;
            }
            // A send proved to be without effect does not count; the next one begins after it.
            nextSend = now;
        }
    }

    /**
     * Whether "not applied" can be believed if the status is asked for now; to be read before the question is sent.
     *
     * @return true if the settle time has passed since the last send ended; false without a query
     */
    public boolean believesNotApplied() {
        StatusQuery query = type.query();
        if (query == null) {
            return false;
        }
        synchronized (lock) {
            if (ended) {
                return Duration.ofNanos(context.ticker().nanos() - endedTicks).compareTo(query.settleTime()) >= 0;
            }
            return record != null
                    && Transitions.hasSettled(Transitions.sendEnded(record), context.now(), query.settleTime());
        }
    }

    /** What to ask the status query. */
    public StatusQuestion question(Duration remaining) {
        return action.question(remaining);
    }

    /**
     * Records what the status query found. After a believed "not applied" the action is open: to send, ask for admission
     * again.
     *
     * @param answer what was found
     * @param believed what {@link #believesNotApplied()} said before the question was sent
     * @return the state that holds
     * @throws ActionStoreException if the store cannot be read or written
     */
    public ActionState resolved(StatusAnswer answer, boolean believed) {
        ActionRecord seen;
        synchronized (lock) {
            seen = record;
        }
        ActionRecord after = context.recordQuery(seen == null ? context.existing(actionId()) : seen, answer,
                believed && seen != null);
        synchronized (lock) {
            remember(after);
            if (after.state() == ActionState.OPEN) {
                flight = null;
                firstSend = null;
                effect = Effect.NOT_APPLIED;
                doubtBeforeLast = false;
            }
        }
        return Transitions.stateAt(after, context.now());
    }

    /**
     * Reads what an answer to this call says of the action. What a matcher or the settlement throws counts as "nothing".
     *
     * @param answer the answer
     * @param method the method of the request
     * @param redirected whether the answer came after a redirect
     * @param doubtBefore whether a send before the one that was answered, in this call or an earlier one, may have been applied
     */
    public AnswerReading read(HttpAnswer answer, String method, boolean redirected, boolean doubtBefore) {
        IdempotencyProfile profile = type.profile();
        boolean replayed = false;
        try {
            boolean running = profile != null && profile.isRunning(answer);
            boolean mismatch = profile != null && profile.isPayloadMismatch(answer);
            boolean gone = profile != null && profile.isNoLongerKept(answer);
            replayed = profile != null && profile.isReplayed(answer);
            Meaning meaning = Meaning.NOTHING;
            if (running) {
                meaning = Meaning.RUNNING;
            } else if (!mismatch && !gone) {
                boolean stored = replayed || doubtBefore && profile != null && profile.hasStoredAnswers();
                meaning = settlement().read(answer, new SettlementContext(method, redirected, doubtBefore, stored));
            }
            return new AnswerReading(
                    meaning == null ? Meaning.NOTHING : meaning, running, mismatch, gone, replayed, null);
        } catch (Exception e) {
            return new AnswerReading(Meaning.NOTHING, false, false, false, replayed, e);
        }
    }

    /**
     * Records the end of this logical call, by one write if nobody else touched the action.
     *
     * @param end what the call learned
     * @return the state that holds, which is not this call's if someone settled the action meanwhile
     * @throws ActionStoreException if the store cannot be read or written
     */
    public ActionState end(SendEnd end) {
        ActionRecord current;
        Flight mine;
        SendEnd learned;
        synchronized (lock) {
            current = flight == null ? null : record;
            learned = end.effect() == end.effect().or(effect) ? end : stronger(end, effect);
            mine = new Flight(flight, counted, pinnedHere, doubtBeforeLast, firstSend == null ? nextSend : firstSend,
                    reexecuted(end.answer()), context.now());
        }
        for (int i = 0; i < ActionContext.RACES; i++) {
            if (current == null) {
                current = context.existing(actionId());
            }
            ActionState claimed = Transitions.claim(learned);
            ActionRecord next = Transitions.next(current, learned, mine);
            boolean written = next != null && context.replace(current, next);
            if (written || next == null) {
                return ended(written ? next : current, learned, claimed);
            }
            current = null;
        }
        throw ActionContext.keptChanging(actionId());
    }

    private ActionState ended(ActionRecord holds, SendEnd learned, ActionState claimed) {
        synchronized (lock) {
            remember(holds);
            flight = null;
            flightUntil = null;
            counted = learned.sends();
        }
        if (Transitions.contradicts(holds, claimed)) {
            context.conflict(holds, claimed);
        }
        return Transitions.stateAt(holds, context.now());
    }

    private static SendEnd stronger(SendEnd end, Effect effect) {
        return new SendEnd(end.sends(), effect, end.meaning(), end.permanentAnswer(), end.noLongerKept(), end.answer(),
                end.query(), end.believed());
    }

    private boolean reexecuted(@Nullable HttpAnswer answer) {
        IdempotencyProfile profile = type.profile();
        return profile != null && profile.isReexecutedAfter5xx() && answer != null && answer.status() >= 500;
    }

    @Override
    public String toString() {
        return "send of " + action;
    }
}
