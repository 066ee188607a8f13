package dev.reprise.internal.action;

import dev.reprise.action.ActionRecord;
import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyKey;
import dev.reprise.action.StatusAnswer;
import dev.reprise.action.StatusQuery;
import dev.reprise.action.StatusQuestion;
import dev.reprise.http.HttpAnswer;
import dev.reprise.outcome.Effect;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An action and where it is kept. Safe for use by many threads. */
public final class StoredAction implements BusinessAction {

    /** How long an answer is of use to a caller who set no time: as long as it takes. */
    private static final Duration UNBOUNDED = Duration.ofDays(1);

    private static final Logger LOG = LoggerFactory.getLogger(Actions.class);

    private final ActionContext context;
    private final ActionType declared;
    private volatile ActionRecord seen;

    @SuppressWarnings("unused") // it is there to be held
    private volatile @Nullable String knownBy;

    public StoredAction(ActionContext context, ActionType declared, ActionRecord record) {
        this.context = context;
        this.declared = declared;
        this.seen = record;
    }

    /** The engine's view of an action. */
    public static StoredAction of(BusinessAction action) {
        return (StoredAction) action;
    }

    /** Another object for the same action. */
    StoredAction twin() {
        return new StoredAction(context, declared, seen);
    }

    /** Keeps the string by which {@link BoundActions} knows this action. */
    void keepKnown(String id) {
        knownBy = id;
    }

    /** What is declared of the action's type. */
    public ActionType declared() {
        return declared;
    }

    /** Whether reading and writing this action may block. */
    public boolean storeMayBlock() {
        return context.store().mayBlock();
    }

    /** What is known of the action's effect from its record as last seen, for a call that is refused before the store is asked. */
    public Effect effectSeen() {
        ActionRecord last = seen;
        return switch (last.state()) {
            case CONFIRMED -> Effect.APPLIED;
            case IN_FLIGHT, IN_DOUBT, EXPIRED -> Effect.UNKNOWN;
            default -> last.doubt() ? Effect.UNKNOWN : Effect.NOT_APPLIED;
        };
    }

    ActionContext context() {
        return context;
    }

    ActionRecord seen() {
        return seen;
    }

    void saw(ActionRecord record) {
        // A late read must not make the action look younger than it was seen before.
        if (record.version() >= seen.version()) {
            seen = record;
        }
    }

    @Override
    public String id() {
        return seen.id();
    }

    @Override
    public String type() {
        return seen.type();
    }

    @Override
    public String reference() {
        return seen.reference();
    }

    @Override
    public IdempotencyKey key() {
        return seen.key();
    }

    @Override
    public ActionState state() {
        return Transitions.stateAt(read(), context.now());
    }

    @Override
    public @Nullable HttpAnswer answer() {
        return read().answer();
    }

    @Override
    public Scope activate() {
        if (declared.target() == null) {
            throw new IllegalStateException(
                    "action type " + type() + " has no target, so nothing tells which requests would send its actions");
        }
        return ActiveActions.open(this);
    }

    @Override
    public ActionState resolve() {
        return resolve(query(), null);
    }

    @Override
    public ActionState resolve(Duration within) {
        if (within.isNegative() || within.isZero()) {
            throw new IllegalArgumentException("within must be more than zero, but is " + within);
        }
        return resolve(query(), within);
    }

    private StatusQuery query() {
        StatusQuery query = declared.query();
        if (query == null) {
            throw new IllegalStateException("action type " + type() + " has no status query");
        }
        return query;
    }

    private ActionState resolve(StatusQuery query, @Nullable Duration within) {
        ActionRecord record = read();
        Instant now = context.now();
        ActionState state = Transitions.stateAt(record, now);
        if (state != ActionState.IN_DOUBT && state != ActionState.EXPIRED) {
            return state;
        }
        boolean believed = Transitions.hasSettled(Transitions.sendEnded(record), now, query.settleTime());
        StatusAnswer answer = within == null ? ask(query, question(UNBOUNDED)) : askWithin(query, within);
        ActionRecord after = context.recordQuery(record, answer, believed);
        saw(after);
        return Transitions.stateAt(after, context.now());
    }

    /** What to ask the status query. */
    StatusQuestion question(Duration remaining) {
        return new StatusQuestion(id(), type(), reference(), key(), remaining);
    }

    private StatusAnswer askWithin(StatusQuery query, Duration within) {
        FutureTask<StatusAnswer> asking = new FutureTask<>(() -> ask(query, question(within)));
        Thread thread = new Thread(asking, "reprise-resolve");
        thread.setDaemon(true);
        thread.start();
        try {
            return asking.get(Math.max(1, saturatedMillis(within)), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return StatusAnswer.unknown();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return StatusAnswer.unknown();
        } catch (ExecutionException e) {
            // Only an Error gets here.
            throw new IllegalStateException("the status query of type " + type() + " broke", e.getCause());
        } finally {
            asking.cancel(true);
        }
    }

    private static long saturatedMillis(Duration duration) {
        try {
            return duration.toMillis();
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }

    @SuppressWarnings("try") // the scope does its work by being open
    private StatusAnswer ask(StatusQuery query, StatusQuestion question) {
        try (Scope ignored = ActiveActions.suspend()) {
            return query.ask(question);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return StatusAnswer.unknown();
        } catch (Exception e) {
            LOG.debug(
                    "the status query for action {} threw {}",
                    id(),
                    e.getClass().getName());
            return StatusAnswer.unknown();
        }
    }

    private ActionRecord read() {
        ActionRecord record = context.find(id());
        if (record != null) {
            saw(record);
            return record;
        }
        return seen;
    }

    @Override
    public String toString() {
        return type() + " " + id() + " (" + seen.state() + ")";
    }
}
