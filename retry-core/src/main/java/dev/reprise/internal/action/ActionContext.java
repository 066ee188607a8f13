package dev.reprise.internal.action;

import dev.reprise.action.ActionRecord;
import dev.reprise.action.ActionState;
import dev.reprise.action.ActionStore;
import dev.reprise.action.ActionStoreException;
import dev.reprise.action.Actions;
import dev.reprise.action.SendMark;
import dev.reprise.action.SettlementConflict;
import dev.reprise.action.StatusAnswer;
import dev.reprise.time.Ticker;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the actions of one {@link Actions} share. Safe for use by many threads. */
public final class ActionContext {

    /** How often a compare-and-set is tried before the record is said to keep changing. */
    static final int RACES = 10;

    private static final Logger LOG = LoggerFactory.getLogger(Actions.class);

    private final ActionStore store;
    private final String namespace;
    private final Map<String, ActionType> types;
    private final Clock clock;
    private final Ticker ticker;
    private final String owner;
    private final Consumer<SettlementConflict> conflictListener;
    private final LiveSends liveSends = new LiveSends();
    private final AtomicLong flights = new AtomicLong();

    public ActionContext(
            ActionStore store,
            String namespace,
            Map<String, ActionType> types,
            Clock clock,
            Ticker ticker,
            String owner,
            Consumer<SettlementConflict> conflictListener) {
        this.store = store;
        this.namespace = namespace;
        this.types = types;
        this.clock = clock;
        this.ticker = ticker;
        this.owner = owner;
        this.conflictListener = conflictListener;
    }

    public ActionStore store() {
        return store;
    }

    public String namespace() {
        return namespace;
    }

    public @Nullable ActionType type(String name) {
        return types.get(name);
    }

    public Set<String> typeNames() {
        return types.keySet();
    }

    public Ticker ticker() {
        return ticker;
    }

    public LiveSends liveSends() {
        return liveSends;
    }

    public Instant now() {
        return clock.instant();
    }

    SendMark mark() {
        return new SendMark(clock.instant(), ticker.nanos(), owner);
    }

    /** A name for one flight; no other flight of any process has it. */
    String newFlight() {
        return owner + "/" + flights.incrementAndGet();
    }

    boolean ownsFlight(@Nullable String flight) {
        return flight != null && flight.startsWith(owner + "/");
    }

    boolean ownsMark(SendMark mark) {
        return mark.owner().equals(owner);
    }

    public @Nullable ActionRecord find(String id) {
        return ActionContext.<@Nullable ActionRecord>guard("read", () -> store.find(id));
    }

    boolean replace(ActionRecord expected, ActionRecord next) {
        return guard("write", () -> store.replace(expected, next));
    }

    /**
     * Records what a status query found.
     *
     * @param seen the record as it was before the question was asked
     * @param believed whether "not applied" could be believed when the question was asked
     * @return the record that holds afterwards
     */
    ActionRecord recordQuery(ActionRecord seen, StatusAnswer answer, boolean believed) {
        ActionRecord record = seen;
        for (int i = 0; i < RACES; i++) {
            ActionState claimed = Transitions.claim(answer.kind());
            if (Transitions.contradicts(record, claimed)) {
                conflict(record, claimed);
                return record;
            }
            // Whatever was written since may stand for a send that the query knew nothing of.
            boolean current = record.version() == seen.version();
            ActionRecord next = Transitions.queried(record, answer, believed && current, now());
            if (next == null) {
                return record;
            }
            if (replace(record, next)) {
                return next;
            }
            record = existing(seen.id());
        }
        throw keptChanging(seen.id());
    }

    ActionRecord existing(String id) {
        ActionRecord record = find(id);
        if (record == null) {
            throw new ActionStoreException("action " + id + " is no longer in its store");
        }
        return record;
    }

    static ActionStoreException keptChanging(String id) {
        return new ActionStoreException("action " + id + " could not be written: it kept changing");
    }

    /** Tells of a settlement that met a different one. */
    public void conflict(ActionRecord record, ActionState refused) {
        LOG.warn(
                "action {} of type {} is settled as {}, but was now said to be {}; the first settlement stays",
                record.id(),
                record.type(),
                record.state(),
                refused);
        try {
            conflictListener.accept(new SettlementConflict(record.id(), record.type(), record.state(), refused));
        } catch (Exception e) {
            LOG.warn("the conflict listener threw {}", e.getClass().getName());
        }
    }

    /** Calls the store, so that whatever it throws becomes an {@link ActionStoreException}. */
    public static <T extends @Nullable Object> T guard(String doing, Supplier<T> call) {
        try {
            return call.get();
        } catch (ActionStoreException e) {
            throw e;
        } catch (Exception e) {
            // Stores written in Kotlin or Scala throw checked exceptions here as well.
            throw new ActionStoreException("the action store failed when asked to " + doing, e);
        }
    }
}
