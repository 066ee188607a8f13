package dev.reprise.action;

import dev.reprise.internal.action.ActionContext;
import dev.reprise.internal.action.ActionType;
import dev.reprise.internal.action.RequestTarget;
import dev.reprise.internal.action.StoredAction;
import dev.reprise.internal.action.Transitions;
import dev.reprise.time.Ticker;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The business actions of one namespace. An action is found, or made with a fresh key, by its type and reference, so that a
 * second press of the same button, another thread or a restarted process meets the same action and the same key.
 *
 * <p>Use one instance per store and namespace in a process: it is what lets one send at a time leave. Immutable but for the
 * sends under way; safe for use by many threads.
 */
public final class Actions {

    /** How long settled actions and their answers are kept by default: 7 days, which outlives the key at most APIs. */
    public static final Duration DEFAULT_RETENTION = Duration.ofDays(7);

    /** The namespace unless another one is set. */
    public static final String DEFAULT_NAMESPACE = "default";

    /** The most characters of a namespace or the name of a type: 100. */
    public static final int MAX_NAME = 100;

    /** The most characters of a reference: 255. */
    public static final int MAX_REFERENCE = 255;

    /** How often, at most, settled actions past their retention are looked for: old answers need no prompt removal. */
    private static final long PURGE_EVERY_NANOS = 3_600_000_000_000L;

    private static final int RACES = 10;

    private static final Logger LOG = LoggerFactory.getLogger(Actions.class);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final ActionContext context;
    private final Duration retention;
    private final AtomicLong lastPurge;

    private Actions(Builder builder) {
        Consumer<SettlementConflict> listener = builder.conflictListener;
        context = new ActionContext(
                builder.store,
                builder.namespace,
                new LinkedHashMap<>(builder.types),
                builder.clock,
                builder.ticker,
                newId(),
                listener);
        retention = builder.retention;
        lastPurge = new AtomicLong(builder.ticker.nanos());
    }

    /**
     * Starts a set of actions.
     *
     * @param store where they are kept
     * @return a builder
     */
    public static Builder builder(ActionStore store) {
        return new Builder(store);
    }

    /**
     * The namespace of these actions.
     *
     * @return the namespace
     */
    public String namespace() {
        return context.namespace();
    }

    /**
     * Finds the action of a type and reference, or makes it, with a new key. The action found may be settled: then it is
     * never sent again. Best called when the user opens the page, not when they press the button.
     *
     * @param type a declared type
     * @param reference what the action is about, for example an order number: 1 to {@value #MAX_REFERENCE} characters, not
     *     blank, without control characters; compared exactly
     * @return the action
     * @throws IllegalArgumentException if the type is not declared or the reference is unusable
     * @throws ActionStoreException if the store cannot be read or written, or is full
     */
    public BusinessAction open(String type, String reference) {
        ActionType known = declared(type);
        return findOrCreate(known, reference, known.newKey());
    }

    /**
     * Like {@link #open(String, String)}, but an action that has to be made gets a key that exists already. For a key that the
     * server gave, with an order for instance: all devices of a user then send the same one, though they share no store. The key
     * must stand for this one thing and no other, and must not be guessable unless the server looks keys up per authenticated client.
     *
     * @param type a declared type; the shape that its profile gives to new keys does not bind this one
     * @param reference what the action is about
     * @param key the key of the action
     * @return the action
     * @throws IllegalArgumentException if the type is not declared or the reference is unusable
     * @throws IllegalStateException if the action is there and has another key; that one has perhaps been sent
     * @throws ActionStoreException if the store cannot be read or written, or is full
     */
    public BusinessAction open(String type, String reference, IdempotencyKey key) {
        BusinessAction action = findOrCreate(declared(type), reference, Objects.requireNonNull(key, "key"));
        if (!action.key().equals(key)) {
            throw new IllegalStateException("action " + action.id() + " of type " + type
                    + " is there already and has another key, which it keeps");
        }
        return action;
    }

    private BusinessAction findOrCreate(ActionType type, String reference, IdempotencyKey key) {
        purgeNowAndThen();
        try {
            return findOrCreate(type, reference, key, context.store());
        } catch (ActionStoreException e) {
            if (purge() == 0) {
                throw e;
            }
            return findOrCreate(type, reference, key, context.store());
        }
    }

    /**
     * Like {@link #open(String, String)}, but finds or makes the action through a view of the same store that takes part in
     * the caller's transaction. Until the transaction has been committed, the action is refused when sent.
     *
     * @param type a declared type
     * @param reference what the action is about
     * @param transactionView the store as the caller's transaction sees it
     * @return the action
     * @throws IllegalArgumentException if the type is not declared or the reference is unusable
     * @throws ActionStoreException if the store cannot be read or written, or is full
     */
    public BusinessAction open(String type, String reference, ActionStore transactionView) {
        ActionType known = declared(type);
        Objects.requireNonNull(transactionView, "transactionView");
        return findOrCreate(known, reference, known.newKey(), transactionView);
    }

    private BusinessAction findOrCreate(ActionType type, String reference, IdempotencyKey key, ActionStore store) {
        checkText("reference", reference, MAX_REFERENCE);
        ActionRecord candidate = fresh(type, reference, key, 1);
        return action(type, ActionContext.guard("open", () -> store.findOrCreate(candidate)));
    }

    /**
     * Finds an action by its public id.
     *
     * @param id the id
     * @return the action, or null if this namespace has none with that id
     * @throws IllegalStateException if the action is of a type that is not declared here
     * @throws ActionStoreException if the store cannot be read
     */
    public @Nullable BusinessAction find(String id) {
        ActionRecord record = findRecord(id);
        if (record == null) {
            return null;
        }
        ActionType type = context.type(record.type());
        if (type == null) {
            throw new IllegalStateException(
                    "action " + id + " is of type " + record.type() + ", which is not declared");
        }
        return action(type, record);
    }

    /**
     * Does a settled thing once more: makes the next action of the same type and reference, with a new key. If that has been
     * made already, by another thread or process, returns it; so two presses of "buy again" are one purchase.
     *
     * @param settled an action that is confirmed or rejected
     * @return the newest action of the same type and reference
     * @throws IllegalStateException if the action is not settled: an open one can be sent, and one that is in doubt or expired
     *     may have been applied
     * @throws IllegalArgumentException if the action belongs to another namespace, or is no longer kept
     * @throws ActionStoreException if the store cannot be read or written, or is full
     */
    public BusinessAction renew(BusinessAction settled) {
        ActionType type = declared(Objects.requireNonNull(settled, "settled").type());
        for (int i = 0; i < RACES; i++) {
            ActionRecord record = findRecord(settled.id());
            if (record == null) {
                throw new IllegalArgumentException("action " + settled.id() + " is not in the store of namespace "
                        + namespace() + ", so it cannot be renewed");
            }
            if (!record.state().isSettled()) {
                throw new IllegalStateException("action " + settled.id() + " is "
                        + Transitions.stateAt(record, context.now()) + ", and only a settled action can be renewed");
            }
            ActionRecord next = fresh(type, record.reference(), type.newKey(), record.generation() + 1);
            if (ActionContext.guard("renew", () -> context.store().addGeneration(record, next))) {
                return action(type, next);
            }
            ActionRecord newest =
                    ActionContext.guard("renew", () -> context.store().findOrCreate(next));
            if (newest.generation() > record.generation()) {
                return action(type, newest);
            }
        }
        throw new ActionStoreException("action " + settled.id() + " could not be renewed: it kept changing");
    }

    /**
     * Records what a person or a webhook knows about an action. Saying again what is recorded changes nothing.
     *
     * @param id the action's public id
     * @param known what is known
     * @param reason why, for the record; not blank
     * @return the state afterwards
     * @throws IllegalArgumentException if this namespace has no such action, or the reason is blank
     * @throws IllegalStateException if the action is settled otherwise, which is also reported as a conflict, or if "not
     *     applied" is said of an action that is being sent right now
     * @throws ActionStoreException if the store cannot be read or written
     */
    public ActionState settle(String id, Known known, String reason) {
        Objects.requireNonNull(known, "known");
        checkText("reason", reason, MAX_REFERENCE);
        for (int i = 0; i < RACES; i++) {
            ActionRecord record = findRecord(id);
            if (record == null) {
                throw new IllegalArgumentException("namespace " + namespace() + " has no action " + id);
            }
            Instant now = context.now();
            ActionState state = Transitions.stateAt(record, now);
            if (Transitions.contradicts(record, known)) {
                if (known != Known.NOT_APPLIED) {
                    context.conflict(record, ActionState.valueOf(known.name()));
                }
                throw new IllegalStateException(
                        "action " + id + " is settled as " + state + ", so " + known + " was not recorded");
            }
            if (state == ActionState.IN_FLIGHT && known == Known.NOT_APPLIED) {
                throw new IllegalStateException(
                        "action " + id + " is being sent right now, so " + known + " was not recorded");
            }
            ActionRecord next = Transitions.known(record, known, reason, now);
            if (next == null) {
                return state;
            }
            if (ActionContext.guard("settle", () -> context.store().replace(record, next))) {
                return next.state();
            }
        }
        throw new ActionStoreException("action " + id + " could not be settled: it kept changing");
    }

    /**
     * Lists the actions that are in doubt or expired, for reconciliation. Actions of types that are not declared here are left
     * out.
     *
     * @param limit the most actions to return, 1 or more
     * @return the actions, those opened first coming first
     * @throws IllegalArgumentException if the limit is less than 1
     * @throws ActionStoreException if the store cannot be read
     */
    public List<BusinessAction> inDoubt(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be 1 or more, but is " + limit);
        }
        List<BusinessAction> found = new ArrayList<>();
        List<ActionRecord> records =
                ActionContext.guard("list", () -> context.store().inDoubt(namespace(), context.now(), limit));
        for (ActionRecord record : records) {
            ActionType type = context.type(record.type());
            if (type != null) {
                found.add(action(type, record));
            }
        }
        return found;
    }

    /**
     * Counts the actions of this namespace by state, those of types that are not declared here included. The store does the counting
     * and loads no action.
     *
     * @return the number of actions in each state, 0 where there is none; unmodifiable
     * @throws ActionStoreException if the store cannot be read or does not count
     */
    public Map<ActionState, Long> countByState() {
        Map<ActionState, Long> counted =
                ActionContext.guard("count", () -> context.store().countByState(namespace(), context.now()));
        Map<ActionState, Long> all = new EnumMap<>(ActionState.class);
        for (ActionState state : ActionState.values()) {
            Long count = counted.get(state);
            all.put(state, count == null ? 0 : count);
        }
        return Collections.unmodifiableMap(all);
    }

    @Override
    public String toString() {
        return "actions of namespace " + namespace();
    }

    private BusinessAction action(ActionType type, ActionRecord record) {
        return new StoredAction(context, type, record);
    }

    private @Nullable ActionRecord findRecord(String id) {
        Objects.requireNonNull(id, "id");
        ActionRecord record = context.find(id);
        return record == null || !record.namespace().equals(namespace()) ? null : record;
    }

    private ActionRecord fresh(ActionType type, String reference, IdempotencyKey key, int generation) {
        return ActionRecord.builder(newId(), namespace(), type.name(), reference, key, context.now())
                .generation(generation)
                .build();
    }

    private ActionType declared(String name) {
        ActionType type = context.type(Objects.requireNonNull(name, "type"));
        if (type == null) {
            throw new IllegalArgumentException(
                    "there is no action type " + name + "; declared are " + context.typeNames());
        }
        return type;
    }

    private void purgeNowAndThen() {
        long now = context.ticker().nanos();
        long last = lastPurge.get();
        if (now - last >= PURGE_EVERY_NANOS && lastPurge.compareAndSet(last, now)) {
            purge();
        }
    }

    private int purge() {
        try {
            return context.store()
                    .removeSettledBefore(namespace(), context.now().minus(retention));
        } catch (Exception e) {
            // What could not be removed now is removed later; opening an action must not fail for it.
            LOG.debug(
                    "settled actions of namespace {} could not be removed: {}",
                    namespace(),
                    e.getClass().getName());
            return 0;
        }
    }

    private static String newId() {
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String checkText(String what, String text, int max) {
        Objects.requireNonNull(text, what);
        if (text.trim().isEmpty()) {
            throw new IllegalArgumentException(what + " must not be blank");
        }
        if (text.length() > max) {
            throw new IllegalArgumentException(
                    what + " must have at most " + max + " characters, but has " + text.length());
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                throw new IllegalArgumentException(
                        what + " must not hold control characters, but has one at position " + i);
            }
        }
        return text;
    }

    /** Collects the settings of an {@link Actions}. Not safe for use by many threads. */
    public static final class Builder {

        private final ActionStore store;
        private final Map<String, ActionType> types = new LinkedHashMap<>();
        private String namespace = DEFAULT_NAMESPACE;
        private Clock clock = Clock.systemUTC();
        private Ticker ticker = Ticker.system();
        private Duration retention = DEFAULT_RETENTION;
        private Consumer<SettlementConflict> conflictListener = conflict -> {};

        private Builder(ActionStore store) {
            this.store = Objects.requireNonNull(store, "store");
        }

        /**
         * Sets the namespace: actions of one namespace, for example a tenant or an application, are not seen by another.
         *
         * @param namespace 1 to {@value Actions#MAX_NAME} characters, not blank, without control characters; {@value
         *     Actions#DEFAULT_NAMESPACE} unless set
         * @return this builder
         * @throws IllegalArgumentException if the namespace is unusable
         */
        public Builder namespace(String namespace) {
            this.namespace = checkText("namespace", namespace, MAX_NAME);
            return this;
        }

        /**
         * Declares a type of action and how its API deals with second sends.
         *
         * @param name 1 to {@value Actions#MAX_NAME} characters, not blank, without control characters; shown in logs
         * @param settings sets what is known of the API
         * @return this builder
         * @throws IllegalArgumentException if the name is unusable or declared before
         */
        public Builder type(String name, Consumer<TypeBuilder> settings) {
            checkText("the name of an action type", name, MAX_NAME);
            if (types.containsKey(name)) {
                throw new IllegalArgumentException("action type " + name + " is declared twice");
            }
            TypeBuilder type = new TypeBuilder();
            Objects.requireNonNull(settings, "settings").accept(type);
            types.put(name, type.build(name));
            return this;
        }

        /**
         * Sets the wall clock, for key age, "sending until" and retention.
         *
         * @param clock the clock; the system's unless set
         * @return this builder
         */
        public Builder clock(Clock clock) {
            this.clock = Objects.requireNonNull(clock, "clock");
            return this;
        }

        /**
         * Sets the monotonic time, for key age and settle times.
         *
         * @param ticker the ticker; the system's unless set
         * @return this builder
         */
        public Builder ticker(Ticker ticker) {
            this.ticker = Objects.requireNonNull(ticker, "ticker");
            return this;
        }

        /**
         * Sets how long settled actions and their answers are kept. Afterwards the same type and reference is a new action. Old
         * ones are removed when an action is opened, once an hour at most.
         *
         * @param retention more than zero; 7 days unless set
         * @return this builder
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder retention(Duration retention) {
            Objects.requireNonNull(retention, "retention");
            if (retention.isNegative() || retention.isZero()) {
                throw new IllegalArgumentException("retention must be more than zero, but is " + retention);
            }
            this.retention = retention;
            return this;
        }

        /**
         * Sets who is told when a settlement meets a different one. A conflict is logged as a warning in any case. What the
         * listener throws is logged and goes no further.
         *
         * @param listener runs on the thread that found the conflict and must not block
         * @return this builder
         */
        public Builder onConflict(Consumer<SettlementConflict> listener) {
            this.conflictListener = Objects.requireNonNull(listener, "listener");
            return this;
        }

        /**
         * Builds the actions.
         *
         * @return the actions
         * @throws IllegalStateException if no type is declared
         */
        public Actions build() {
            if (types.isEmpty()) {
                throw new IllegalStateException("actions need a type: declare one with type(name, settings)");
            }
            return new Actions(this);
        }
    }

    /**
     * Collects what is known of one type of action. With a profile its actions are sent again under the same key; with a
     * status query alone they are queried first; with neither they are sent once. Not safe for use by many threads.
     */
    public static final class TypeBuilder {

        private @Nullable IdempotencyProfile profile;
        private @Nullable StatusQuery query;
        private @Nullable Settlement settlement;
        private @Nullable Duration keyLifetime;
        private PayloadMode fingerprint = PayloadMode.REQUEST;
        private @Nullable RequestTarget target;

        private TypeBuilder() {}

        /**
         * Declares that the server honours a key, and how.
         *
         * @param profile the API's profile
         * @return this builder
         */
        public TypeBuilder profile(IdempotencyProfile profile) {
            this.profile = Objects.requireNonNull(profile, "profile");
            return this;
        }

        /**
         * Sets how to ask what became of an action.
         *
         * @param query the query
         * @return this builder
         */
        public TypeBuilder statusQuery(StatusQuery query) {
            this.query = Objects.requireNonNull(query, "query");
            return this;
        }

        /**
         * Sets what an answer means for an action of this type.
         *
         * @param settlement the settlement; unless set the profile's, else {@link Settlement#byStatus()}
         * @return this builder
         */
        public TypeBuilder settlement(Settlement settlement) {
            this.settlement = Objects.requireNonNull(settlement, "settlement");
            return this;
        }

        /**
         * Sets how long the server remembers a key of this type of action. It needs a profile.
         *
         * @param lifetime more than zero; the profile's unless set
         * @return this builder
         * @throws IllegalArgumentException if the lifetime is not positive
         */
        public TypeBuilder keyLifetime(Duration lifetime) {
            this.keyLifetime = IdempotencyProfile.positive(lifetime);
            return this;
        }

        /**
         * Sets what the fingerprint of the payload covers.
         *
         * @param mode {@link PayloadMode#REQUEST} unless set
         * @return this builder
         */
        public TypeBuilder fingerprint(PayloadMode mode) {
            this.fingerprint = Objects.requireNonNull(mode, "mode");
            return this;
        }

        /**
         * Sets which requests send actions of this type while one is {@linkplain BusinessAction#activate() active}. It concerns no others.
         *
         * @param method the method as it is sent, for example {@code POST}
         * @param pathPattern the encoded path without the query; {@code *} stands for one segment, {@code **} at the end for any
         *     number of them: {@code /payments/*}{@code /capture}
         * @return this builder
         * @throws IllegalArgumentException if the method is blank, or the pattern does not begin with a slash, has a query or uses a
         *     star otherwise
         */
        public TypeBuilder target(String method, String pathPattern) {
            this.target = new RequestTarget(method, pathPattern);
            return this;
        }

        private ActionType build(String name) {
            IdempotencyProfile used = profile;
            if (keyLifetime != null) {
                if (used == null) {
                    throw new IllegalArgumentException(
                            "action type " + name + " has a keyLifetime of " + keyLifetime + " but no profile");
                }
                used = used.keyLifetime(keyLifetime);
            }
            return new ActionType(name, used, query, settlement, fingerprint, target);
        }
    }
}
