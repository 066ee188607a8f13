package dev.reprise.internal.action;

import dev.reprise.action.ActionRecord;
import dev.reprise.action.ActionState;
import dev.reprise.action.ActionStoreException;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyKey;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.PayloadMode;
import dev.reprise.action.SendMark;
import dev.reprise.action.Settlement;
import dev.reprise.action.StatusQuery;
import dev.reprise.action.StatusQuestion;
import dev.reprise.http.HttpAnswer;
import dev.reprise.internal.math.Nanos;
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
 * the turn. Around a status query: {@link #question} before, {@link #believesNotApplied()} after.
 *
 * <p>{@code admit} and {@code end} read and write the store and may block; nothing else here does. The two may run on another
 * thread than the rest, one at a time; only {@link #abandon} may come while one of them runs.
 */
public final class ActionSend {

    /** How much the wall clock may run ahead of the monotonic one within a call before the call counts as frozen. */
    private static final Duration CLOCK_SLACK = Duration.ofSeconds(1);

    /** The longest a send is written as in flight, so that the sum of a time and a duration stays a time. */
    private static final Duration LONGEST_FLIGHT = Duration.ofDays(3650);

    /** How much later than the settle time allows a question is put, as the wall clock may lag the pause by a little. */
    private static final Duration BELIEF_MARGIN = Duration.ofMillis(10);

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
    private boolean doubtCleared;
    private boolean believedWhenAsked;
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
     * @param action the action
     * @param payload what its sends carry, or {@link Payload#none()}
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

    /** The state last seen, without reading the store; it may be out of date. */
    public ActionState seenState() {
        return action.seen().state();
    }

    /** What the record last seen says of the effect. */
    public Effect effectSeen() {
        return action.effectSeen();
    }

    /** Whether {@link #admit} and {@link #end} may block. */
    public boolean storeMayBlock() {
        return action.storeMayBlock();
    }

    /** Asks for the turn of this action in this process; see {@link LiveSends#turn}. */
    public CompletableFuture<Turn> turn() {
        return context.liveSends().turn(actionId());
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
            return new Admission(
                    Admission.Kind.STORE_FAILED,
                    action.seen().state(),
                    false,
                    0,
                    null,
                    e,
                    describe() + " could not be read from or written to its store, so nothing was sent");
        }
    }

    private @Nullable Admission tryToAdmit(Duration mayTake) {
        ActionRecord current = context.find(actionId());
        if (current == null) {
            return new Admission(
                    Admission.Kind.NOT_STORED,
                    action.seen().state(),
                    false,
                    0,
                    null,
                    null,
                    describe() + " is not in its store; was the transaction that opened it committed?");
        }
        SendMark now = context.mark();
        synchronized (lock) {
            remember(current);
        }
        boolean doubt = current.doubt()
                || current.state() == ActionState.IN_FLIGHT
                || current.state() == ActionState.IN_DOUBT
                || current.state() == ActionState.EXPIRED;
        byte[] pinned = current.fingerprint();
        if (pinned != null
                && !MessageDigest.isEqual(pinned, fingerprint)
                && (fingerprint != null || !settled(current))) {
            return refusal(
                    Admission.Kind.MISMATCH,
                    current,
                    doubt,
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
            boolean outlived = type.profile() != null
                    && !KeyAge.lives(
                            oldest,
                            now,
                            context.ownsMark(oldest),
                            type.profile().keyLifetime(),
                            Duration.ZERO);
            // A clock that jumped back may be set right again, so only a key known to be too old is written off.
            if (outlived
                    && current.state() != ActionState.EXPIRED
                    && !now.wall().isBefore(oldest.wall())) {
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
            return refusal(
                    Admission.Kind.QUERY_FIRST,
                    current,
                    true,
                    " is in doubt, so its status is asked for before anything is sent");
        }
        if (expired || current.state() == ActionState.EXPIRED) {
            return refusal(
                    Admission.Kind.EXPIRED,
                    current,
                    true,
                    " is in doubt and its key is past its lifetime: reconcile it first");
        }
        return refusal(
                Admission.Kind.UNKNOWN_ONCE,
                current,
                true,
                " is in doubt and " + whyOnce() + ": settle it with Actions.settle");
    }

    private String whyOnce() {
        if (type.profile() == null) {
            return "type " + type.name() + " has neither a profile nor a status query, so nothing would recognise a"
                    + " second send";
        }
        return fingerprint == null
                ? "its payload has no fingerprint, so a second send might not be the same"
                : "a second send would be carried out anew";
    }

    private @Nullable Admission write(ActionRecord current, SendMark now, boolean doubt, Duration mayTake) {
        String name = context.newFlight();
        Instant until = now.wall().plus(bounded(mayTake));
        byte[] pinned = current.fingerprint();
        ActionRecord next = current.next()
                .state(ActionState.IN_FLIGHT)
                .owner(name)
                .sendingUntil(until)
                .sends(current.sends() + 1)
                .doubt(doubt)
                .lastSendEnded(Transitions.sendEnded(current))
                .firstSend(doubt ? oldestSend(current) : now)
                .fingerprint(pinned == null ? fingerprint : pinned)
                .build();
        if (!context.replace(current, next)) {
            return null;
        }
        int sendsBefore;
        synchronized (lock) {
            sendsBefore = Math.max(0, current.sends() - counted);
            counted++;
            flight = name;
            flightUntil = until;
            pinnedHere = pinned == null && fingerprint != null;
            doubtCleared = false;
            firstSend = doubt ? next.firstSend() : null;
            nextSend = now;
            remember(next);
            if (!abandoned) {
                return new Admission(
                        Admission.Kind.SEND, next.state(), doubt, sendsBefore, null, null, describe() + " may be sent");
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
        return new Admission(
                kind,
                Transitions.stateAt(current, context.now()),
                doubt,
                sendsBefore,
                kind == Admission.Kind.SETTLED ? current.answer() : null,
                null,
                describe() + why);
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
        return profile == null
                || first == null
                || KeyAge.lives(
                        first,
                        context.mark(),
                        context.ownsMark(first),
                        profile.keyLifetime(),
                        Duration.ofNanos(Math.max(0, attemptNanos)));
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
        return until != null
                && Duration.ofNanos(Math.max(0, attemptNanos))
                                .compareTo(
                                        Duration.between(context.now(), until).plus(CLOCK_SLACK))
                        <= 0;
    }

    /**
     * Notes that an attempt of this call ended, for the age of the key and for the settle time.
     *
     * @param of what is known of that attempt's effect
     */
    public void attemptEnded(Effect of) {
        SendMark now = context.mark();
        synchronized (lock) {
            ended = true;
            endedTicks = now.ticks();
            believedWhenAsked = false;
            if (firstSend == null && of != Effect.NOT_APPLIED) {
                firstSend = nextSend;
            }
            // A send proved to be without effect does not count; the next one begins after it.
            nextSend = now;
        }
    }

    /**
     * What to ask the status query. Whether a "not applied" can be believed is decided now, since a request may still arrive
     * between the question and its answer.
     *
     * @param remaining how long the answer is of use
     */
    public StatusQuestion question(Duration remaining) {
        StatusQuery query = type.query();
        long ticks = context.ticker().nanos();
        Instant now = context.now();
        synchronized (lock) {
            if (query == null) {
                believedWhenAsked = false;
            } else if (ended) {
                believedWhenAsked = Duration.ofNanos(ticks - endedTicks).compareTo(query.settleTime()) >= 0;
            } else {
                believedWhenAsked = record != null
                        && Transitions.hasSettled(Transitions.sendEnded(record), now, query.settleTime());
            }
        }
        return action.question(remaining);
    }

    /**
     * How long it takes until a question can be answered with a "not applied" that is believed.
     *
     * @return nanoseconds, a little more than the rest of the settle time; zero or less if it is over, or nobody knows when it is
     */
    public long nanosToBelieve() {
        StatusQuery query = type.query();
        long ticks = context.ticker().nanos();
        Instant now = context.now();
        synchronized (lock) {
            if (query == null) {
                return 0;
            }
            Duration since;
            if (ended) {
                since = Duration.ofNanos(ticks - endedTicks);
            } else {
                Instant sendEnded = record == null ? null : Transitions.sendEnded(record);
                if (sendEnded == null) {
                    return 0;
                }
                since = Duration.between(sendEnded, now);
            }
            Duration left = query.settleTime().minus(since);
            return left.isNegative() || left.isZero() ? 0 : Nanos.saturated(left.plus(BELIEF_MARGIN));
        }
    }

    /**
     * Whether "not applied" can be believed as the answer to the last question.
     *
     * @return true if the settle time had passed since the last send ended when {@link #question} was called
     */
    public boolean believesNotApplied() {
        synchronized (lock) {
            return believedWhenAsked;
        }
    }

    /**
     * A believed "not applied" cleared all doubt while the action is in flight, so that the next send counts as the first. It
     * is written down at the {@link #end}.
     */
    public void doubtCleared() {
        synchronized (lock) {
            doubtCleared = true;
            firstSend = null;
            nextSend = context.mark();
        }
    }

    /**
     * Records the end of this logical call, or what a status query found before anything was sent, by one write if nobody else
     * touched the action. After a believed "not applied" the action is open: to send, ask for admission again.
     *
     * @param end what the call learned
     * @return the state that holds, which is not this call's if someone settled the action meanwhile
     * @throws ActionStoreException if the store cannot be read or written
     */
    public ActionState end(SendEnd end) {
        ActionRecord current;
        Flight mine;
        synchronized (lock) {
            current = record;
            mine = new Flight(
                    flight,
                    counted,
                    pinnedHere,
                    doubtCleared,
                    firstSend == null ? nextSend : firstSend,
                    reexecuted(end.answer()),
                    current == null ? 0 : current.version(),
                    context.now());
        }
        for (int i = 0; i < ActionContext.RACES; i++) {
            if (current == null) {
                current = context.existing(actionId());
            }
            ActionRecord next = Transitions.next(current, end, mine);
            if (next == null) {
                return ended(current, end);
            }
            if (context.replace(current, next)) {
                return ended(next, end);
            }
            current = null;
        }
        throw ActionContext.keptChanging(actionId());
    }

    private ActionState ended(ActionRecord holds, SendEnd end) {
        synchronized (lock) {
            remember(holds);
            counted = flight == null ? counted : end.sends();
            flight = null;
            flightUntil = null;
        }
        ActionState claimed = Transitions.claim(end);
        if (Transitions.contradicts(holds, claimed)) {
            context.conflict(holds, claimed);
        }
        return Transitions.stateAt(holds, context.now());
    }

    private boolean reexecuted(@Nullable HttpAnswer answer) {
        IdempotencyProfile profile = type.profile();
        return profile != null && profile.reexecutes() && answer != null && answer.status() >= 500;
    }

    @Override
    public String toString() {
        return "send of " + action;
    }
}
