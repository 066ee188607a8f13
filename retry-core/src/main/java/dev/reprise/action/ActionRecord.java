package dev.reprise.action;

import dev.reprise.http.HttpAnswer;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One row of an action store: everything that is kept of an action. For implementers of {@link ActionStore};
 * applications use
 * {@link BusinessAction}. Immutable and safe for use by many threads. Its {@code toString} shows neither key nor
 * reference.
 */
public final class ActionRecord {
    private final String id;
    private final String namespace;
    private final String type;
    private final String reference;
    private final int generation;
    private final IdempotencyKey key;
    private final Instant createdAt;
    private final long version;
    private final ActionState state;
    private final int sends;
    private final boolean doubt;
    private final boolean queryOnly;
    private final @Nullable SendMark firstSend;
    private final @Nullable Instant lastSendEnded;
    private final @Nullable String owner;
    private final @Nullable Instant sendingUntil;
    private final byte @Nullable [] fingerprint;
    private final @Nullable Instant settledAt;
    private final @Nullable String reason;
    private final @Nullable HttpAnswer answer;

    private ActionRecord(Builder builder) {
        id = builder.id;
        namespace = builder.namespace;
        type = builder.type;
        reference = builder.reference;
        generation = builder.generation;
        key = builder.key;
        createdAt = builder.createdAt;
        version = builder.version;
        state = builder.state;
        sends = builder.sends;
        doubt = builder.doubt;
        queryOnly = builder.queryOnly;
        firstSend = builder.firstSend;
        lastSendEnded = builder.lastSendEnded;
        owner = builder.owner;
        sendingUntil = builder.sendingUntil;
        fingerprint = builder.fingerprint;
        settledAt = builder.settledAt;
        reason = builder.reason;
        answer = builder.answer;
    }

    /**
     * Starts a record of an open action, generation 1 and version 1.
     *
     * @param id the public random id
     * @param namespace the namespace
     * @param type the type
     * @param reference the caller's reference
     * @param key the key
     * @param createdAt when the action was made
     * @return a builder
     */
    public static Builder builder(
            String id, String namespace, String type, String reference, IdempotencyKey key, Instant createdAt) {
        return new Builder(id, namespace, type, reference, key, createdAt);
    }

    /**
     * Starts the next version of this record.
     *
     * @return a builder that holds this record's values and a version that is one higher
     */
    public Builder next() {
        return new Builder(this);
    }

    /**
     * The public random id.
     *
     * @return the value
     */
    public String id() {
        return id;
    }

    /**
     * The namespace of the {@link Actions} that made the action.
     *
     * @return the value
     */
    public String namespace() {
        return namespace;
    }

    /**
     * The action's type.
     *
     * @return the value
     */
    public String type() {
        return type;
    }

    /**
     * The caller's reference. It may be personal data.
     *
     * @return the value
     */
    public String reference() {
        return reference;
    }

    /**
     * Which action of this reference it is.
     *
     * @return 1 or more
     */
    public int generation() {
        return generation;
    }

    /**
     * The idempotency key, a secret.
     *
     * @return the value
     */
    public IdempotencyKey key() {
        return key;
    }

    /**
     * When the action was made.
     *
     * @return the value
     */
    public Instant createdAt() {
        return createdAt;
    }

    /**
     * Counts the writes of this record.
     *
     * @return 1 or more
     */
    public long version() {
        return version;
    }

    /**
     * The state as written. Readers must take into account that a send may be over without anyone having recorded it.
     *
     * @return the value
     */
    public ActionState state() {
        return state;
    }

    /**
     * How many sends of this action may have left.
     *
     * @return 0 or more
     */
    public int sends() {
        return sends;
    }

    /**
     * Whether a send that is over may have been applied.
     *
     * @return the value
     */
    public boolean doubt() {
        return doubt;
    }

    /**
     * Whether the doubt came from an answer after which the server would carry out a resend anew, so that only a
     * status query may decide.
     *
     * @return the value
     */
    public boolean queryOnly() {
        return queryOnly;
    }

    /**
     * The first send that was not proved to be without effect; the age of the key counts from it.
     *
     * @return null if there is none
     */
    public @Nullable SendMark firstSend() {
        return firstSend;
    }

    /**
     * When the last send ended, by the wall clock.
     *
     * @return null if none ended
     */
    public @Nullable Instant lastSendEnded() {
        return lastSendEnded;
    }

    /**
     * Who sends right now.
     *
     * @return null unless in flight
     */
    public @Nullable String owner() {
        return owner;
    }

    /**
     * When the current send is over at the latest, by the wall clock.
     *
     * @return null unless in flight
     */
    public @Nullable Instant sendingUntil() {
        return sendingUntil;
    }

    /**
     * The keyed fingerprint (HMAC-SHA-256) of the payload first sent, 32 bytes.
     *
     * @return null if none is pinned
     */
    public byte @Nullable [] fingerprint() {
        return fingerprint == null ? null : fingerprint.clone();
    }

    /**
     * When the action was settled.
     *
     * @return null unless settled
     */
    public @Nullable Instant settledAt() {
        return settledAt;
    }

    /**
     * Why someone settled the action by hand, in that person's words.
     *
     * @return null if nobody did
     */
    public @Nullable String reason() {
        return reason;
    }

    /**
     * The answer that settled the action.
     *
     * @return null if there is none
     */
    public @Nullable HttpAnswer answer() {
        return answer;
    }

    @Override
    public String toString() {
        return type + " " + id + " (" + state + ", generation " + generation + ", version " + version + ")";
    }

    /** Builds a record. Not safe for use by many threads. */
    public static final class Builder {
        private final String id;
        private final String namespace;
        private final String type;
        private final String reference;
        private int generation = 1;
        private final IdempotencyKey key;
        private final Instant createdAt;
        private long version = 1;
        private ActionState state = ActionState.OPEN;
        private int sends;
        private boolean doubt;
        private boolean queryOnly;
        private @Nullable SendMark firstSend;
        private @Nullable Instant lastSendEnded;
        private @Nullable String owner;
        private @Nullable Instant sendingUntil;
        private byte @Nullable [] fingerprint;
        private @Nullable Instant settledAt;
        private @Nullable String reason;
        private @Nullable HttpAnswer answer;

        private Builder(
                String id, String namespace, String type, String reference, IdempotencyKey key, Instant createdAt) {
            this.id = Objects.requireNonNull(id, "id");
            this.namespace = Objects.requireNonNull(namespace, "namespace");
            this.type = Objects.requireNonNull(type, "type");
            this.reference = Objects.requireNonNull(reference, "reference");
            this.key = Objects.requireNonNull(key, "key");
            this.createdAt = Objects.requireNonNull(createdAt, "createdAt");
        }

        private Builder(ActionRecord from) {
            id = from.id;
            namespace = from.namespace;
            type = from.type;
            reference = from.reference;
            generation = from.generation;
            key = from.key;
            createdAt = from.createdAt;
            version = from.version + 1;
            state = from.state;
            sends = from.sends;
            doubt = from.doubt;
            queryOnly = from.queryOnly;
            firstSend = from.firstSend;
            lastSendEnded = from.lastSendEnded;
            owner = from.owner;
            sendingUntil = from.sendingUntil;
            fingerprint = from.fingerprint;
            settledAt = from.settledAt;
            reason = from.reason;
            answer = from.answer;
        }

        /**
         * Sets which action of this reference it is.
         *
         * @param generation 1 or more
         * @return this builder
         */
        public Builder generation(int generation) {
            this.generation = generation;
            return this;
        }

        /**
         * Sets the count of writes of this record.
         *
         * @param version 1 or more
         * @return this builder
         */
        public Builder version(long version) {
            this.version = version;
            return this;
        }

        /**
         * Sets the state as written.
         *
         * @param state the value
         * @return this builder
         */
        public Builder state(ActionState state) {
            this.state = Objects.requireNonNull(state, "state");
            return this;
        }

        /**
         * Sets how many sends of this action may have left.
         *
         * @param sends 0 or more
         * @return this builder
         */
        public Builder sends(int sends) {
            this.sends = sends;
            return this;
        }

        /**
         * Sets whether a send that is over may have been applied.
         *
         * @param doubt the value
         * @return this builder
         */
        public Builder doubt(boolean doubt) {
            this.doubt = doubt;
            return this;
        }

        /**
         * Sets whether the doubt came from an answer after which the server would carry out a resend anew, so that
         * only a status query may decide.
         *
         * @param queryOnly the value
         * @return this builder
         */
        public Builder queryOnly(boolean queryOnly) {
            this.queryOnly = queryOnly;
            return this;
        }

        /**
         * Sets the first send that was not proved to be without effect; the age of the key counts from it.
         *
         * @param firstSend null if there is none
         * @return this builder
         */
        public Builder firstSend(@Nullable SendMark firstSend) {
            this.firstSend = firstSend;
            return this;
        }

        /**
         * Sets when the last send ended, by the wall clock.
         *
         * @param lastSendEnded null if none ended
         * @return this builder
         */
        public Builder lastSendEnded(@Nullable Instant lastSendEnded) {
            this.lastSendEnded = lastSendEnded;
            return this;
        }

        /**
         * Sets who sends right now.
         *
         * @param owner null unless in flight
         * @return this builder
         */
        public Builder owner(@Nullable String owner) {
            this.owner = owner;
            return this;
        }

        /**
         * Sets when the current send is over at the latest, by the wall clock.
         *
         * @param sendingUntil null unless in flight
         * @return this builder
         */
        public Builder sendingUntil(@Nullable Instant sendingUntil) {
            this.sendingUntil = sendingUntil;
            return this;
        }

        /**
         * Sets the keyed fingerprint (HMAC-SHA-256) of the payload first sent, 32 bytes.
         *
         * @param fingerprint null if none is pinned
         * @return this builder
         */
        public Builder fingerprint(byte @Nullable [] fingerprint) {
            this.fingerprint = fingerprint == null ? null : fingerprint.clone();
            return this;
        }

        /**
         * Sets when the action was settled.
         *
         * @param settledAt null unless settled
         * @return this builder
         */
        public Builder settledAt(@Nullable Instant settledAt) {
            this.settledAt = settledAt;
            return this;
        }

        /**
         * Sets why someone settled the action by hand, in that person's words.
         *
         * @param reason null if nobody did
         * @return this builder
         */
        public Builder reason(@Nullable String reason) {
            this.reason = reason;
            return this;
        }

        /**
         * Sets the answer that settled the action.
         *
         * @param answer null if there is none
         * @return this builder
         */
        public Builder answer(@Nullable HttpAnswer answer) {
            this.answer = answer;
            return this;
        }

        /**
         * Builds the record.
         *
         * @return the record
         * @throws IllegalArgumentException if generation or version is less than 1, sends is negative, an action in
         * flight has
         *     no owner or no end, or a settled one no time of settlement
         */
        public ActionRecord build() {
            if (generation < 1) {
                throw new IllegalArgumentException("generation must be 1 or more, but is " + generation);
            }
            if (version < 1) {
                throw new IllegalArgumentException("version must be 1 or more, but is " + version);
            }
            if (sends < 0) {
                throw new IllegalArgumentException("sends must not be negative, but is " + sends);
            }
            if (state == ActionState.IN_FLIGHT && (owner == null || sendingUntil == null)) {
                throw new IllegalArgumentException("state is IN_FLIGHT, which needs owner and sendingUntil");
            }
            if (state.isSettled() && settledAt == null) {
                throw new IllegalArgumentException("state is " + state + ", which needs settledAt");
            }
            return new ActionRecord(this);
        }
    }
}
