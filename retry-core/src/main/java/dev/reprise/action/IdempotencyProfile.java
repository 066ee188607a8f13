package dev.reprise.action;

import dev.reprise.http.HttpAnswer;
import dev.reprise.internal.FieldNames;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How one API recognises a second send: where the key goes, what it looks like, how long it is remembered, and which answers
 * speak of the first request with the key. To give a type a profile is to declare that the server honours the key; a header
 * that merely looks like a key proves nothing. Immutable and safe for use by many threads: each setting returns a new profile.
 *
 * <p>Unless set otherwise:
 *
 * <ul>
 *   <li>keys are {@linkplain KeyShape#UUID UUIDs} and live {@linkplain #DEFAULT_KEY_LIFETIME one hour};
 *   <li>with the header forms, a 409 means "the first request still runs" if its body is empty or speaks of a key in use or a
 *       request in progress, being processed or outstanding; a 409 with any other body is a conflict of the API's own domain.
 *       With a payload field no answer means that;
 *   <li>a 400, 409 or 422 that says that the key was used with another payload means so, and so does any 422 that mentions
 *       idempotency; another 422 is a validation failure of the API's own;
 *   <li>an answer with {@code Idempotent-Replayed: true} is the stored answer to the first request;
 *   <li>no answer means that the result is no longer kept;
 *   <li>the server stores every answer and repeats it, and no header of it overrides the status.
 * </ul>
 */
public final class IdempotencyProfile {

    /** How long a key is taken to be remembered unless the profile knows: one hour, the shortest that a large API documents. */
    public static final Duration DEFAULT_KEY_LIFETIME = Duration.ofHours(1);

    private final @Nullable String headerName;
    private final boolean quoted;
    private final KeyShape keyShape;
    private final Duration keyLifetime;
    private final AnswerMatcher running;
    private final AnswerMatcher payloadMismatch;
    private final AnswerMatcher replayed;
    private final AnswerMatcher noLongerKept;
    private final boolean reexecutesAfter5xx;
    private final boolean storedAnswers;
    private final @Nullable Settlement settlement;
    private final @Nullable String verdictHeader;

    private IdempotencyProfile(Draft draft) {
        headerName = draft.headerName;
        quoted = draft.quoted;
        keyShape = draft.keyShape;
        keyLifetime = draft.keyLifetime;
        running = draft.running;
        payloadMismatch = draft.payloadMismatch;
        replayed = draft.replayed;
        noLongerKept = draft.noLongerKept;
        reexecutesAfter5xx = draft.reexecutesAfter5xx;
        storedAnswers = draft.storedAnswers;
        settlement = draft.settlement;
        verdictHeader = draft.verdictHeader;
    }

    /**
     * The form of the IETF draft (draft-ietf-httpapi-idempotency-key-header §2.1): the header {@code Idempotency-Key} with the
     * key as a quoted string. Most APIs that use this name document it without the quotes: see {@link #bareHeader}.
     *
     * @return the profile
     */
    public static IdempotencyProfile ietfDraft() {
        return quotedHeader("Idempotency-Key");
    }

    /**
     * A header with the key as it is.
     *
     * @param name the header field's name
     * @return the profile
     * @throws IllegalArgumentException if the name is not a field name (RFC 9110 §5.1)
     */
    public static IdempotencyProfile bareHeader(String name) {
        return new IdempotencyProfile(new Draft(fieldName(name), false, DefaultSigns::running));
    }

    /**
     * A header with the key as a quoted string (RFC 9651 §3.3.3).
     *
     * @param name the header field's name
     * @return the profile
     * @throws IllegalArgumentException if the name is not a field name (RFC 9110 §5.1)
     */
    public static IdempotencyProfile quotedHeader(String name) {
        return new IdempotencyProfile(new Draft(fieldName(name), true, DefaultSigns::running));
    }

    /**
     * The key is a field of the payload, into which the caller puts {@link BusinessAction#key()}. A body that does not contain
     * the key is refused before anything is sent.
     *
     * @return the profile
     */
    public static IdempotencyProfile payloadField() {
        return new IdempotencyProfile(new Draft(null, false, AnswerMatcher.never()));
    }

    /**
     * Sets what new keys look like.
     *
     * @param shape the shape
     * @return the profile with it
     */
    public IdempotencyProfile keyShape(KeyShape shape) {
        Draft draft = new Draft(this);
        draft.keyShape = Objects.requireNonNull(shape, "shape");
        return new IdempotencyProfile(draft);
    }

    /**
     * Sets how long the server remembers a key, counted from the first send. Past it an action in doubt is never sent again.
     *
     * @param lifetime more than zero
     * @return the profile with it
     * @throws IllegalArgumentException if the lifetime is not positive
     */
    public IdempotencyProfile keyLifetime(Duration lifetime) {
        Draft draft = new Draft(this);
        draft.keyLifetime = positive(lifetime);
        return new IdempotencyProfile(draft);
    }

    /**
     * Sets which answer means that the first request with the key still runs, so that asking again with the same key is right.
     *
     * @param matcher recognises it; it takes precedence over {@link #payloadMismatch}
     * @return the profile with it
     */
    public IdempotencyProfile running(AnswerMatcher matcher) {
        Draft draft = new Draft(this);
        draft.running = Objects.requireNonNull(matcher, "matcher");
        return new IdempotencyProfile(draft);
    }

    /**
     * Sets which answer means that the key was used before with another payload. It is never retried and never permits a new
     * key for the same thing, since it says that an earlier request with the key was seen.
     *
     * @param matcher recognises it
     * @return the profile with it
     */
    public IdempotencyProfile payloadMismatch(AnswerMatcher matcher) {
        Draft draft = new Draft(this);
        draft.payloadMismatch = Objects.requireNonNull(matcher, "matcher");
        return new IdempotencyProfile(draft);
    }

    /**
     * Sets which answer is the stored answer to the first request with the key.
     *
     * @param matcher recognises it
     * @return the profile with it
     */
    public IdempotencyProfile replayed(AnswerMatcher matcher) {
        Draft draft = new Draft(this);
        draft.replayed = Objects.requireNonNull(matcher, "matcher");
        return new IdempotencyProfile(draft);
    }

    /**
     * Sets which answer means that the key was used before and its result is no longer kept. The action is then expired.
     *
     * @param matcher recognises it
     * @return the profile with it
     */
    public IdempotencyProfile noLongerKept(AnswerMatcher matcher) {
        Draft draft = new Draft(this);
        draft.noLongerKept = Objects.requireNonNull(matcher, "matcher");
        return new IdempotencyProfile(draft);
    }

    /**
     * Declares that the server stores no 5xx, so that a request resent after one is carried out anew. After a 5xx the action is
     * then queried instead of resent, or left in doubt if its type has no status query.
     *
     * @return the profile with it
     */
    public IdempotencyProfile reexecutesAfter5xx() {
        Draft draft = new Draft(this);
        draft.reexecutesAfter5xx = true;
        return new IdempotencyProfile(draft);
    }

    /**
     * Declares that, once the server has seen a key, every later answer to it is about the first request: it stores refusals
     * as well as successes. A refusal then settles the action even after a doubt. Without this declaration it does so only if
     * the answer is marked as {@linkplain #replayed replayed}.
     *
     * @return the profile with it
     */
    public IdempotencyProfile storedAnswers() {
        Draft draft = new Draft(this);
        draft.storedAnswers = true;
        return new IdempotencyProfile(draft);
    }

    /**
     * Sets what an answer of this API means. A settlement of the action's type takes precedence.
     *
     * @param settlement the settlement
     * @return the profile with it
     */
    public IdempotencyProfile settlement(Settlement settlement) {
        Draft draft = new Draft(this);
        draft.settlement = Objects.requireNonNull(settlement, "settlement");
        return new IdempotencyProfile(draft);
    }

    /**
     * Trusts a header in which the server says whether to retry, such as {@code x-should-retry} with {@code true} or {@code
     * false}. It overrides what the status says, never whether the request may be repeated.
     *
     * @param headerName the header field's name
     * @return the profile with it
     * @throws IllegalArgumentException if the name is not a field name (RFC 9110 §5.1)
     */
    public IdempotencyProfile trustServerVerdict(String headerName) {
        Draft draft = new Draft(this);
        draft.verdictHeader = fieldName(headerName);
        return new IdempotencyProfile(draft);
    }

    /**
     * The header field that carries the key.
     *
     * @return the name, or null if the key is a field of the payload
     */
    public @Nullable String headerName() {
        return headerName;
    }

    /**
     * What the header field holds for a key.
     *
     * @param key the key
     * @return the field value, a secret
     */
    public String headerValue(IdempotencyKey key) {
        if (!quoted) {
            return key.value();
        }
        // RFC 9651 §4.1.6: only the quote and the backslash are escaped; a key has no character outside visible ASCII.
        return '"' + key.value().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /**
     * What new keys look like.
     *
     * @return the shape
     */
    public KeyShape keyShape() {
        return keyShape;
    }

    /**
     * How long the server remembers a key.
     *
     * @return more than zero
     */
    public Duration keyLifetime() {
        return keyLifetime;
    }

    /**
     * Whether an answer says that the first request with the key still runs.
     *
     * @param answer the answer
     * @return true if so
     */
    public boolean isRunning(HttpAnswer answer) {
        return running.matches(answer);
    }

    /**
     * Whether an answer says that the key was used before with another payload.
     *
     * @param answer the answer
     * @return true if so
     */
    public boolean isPayloadMismatch(HttpAnswer answer) {
        return !running.matches(answer) && payloadMismatch.matches(answer);
    }

    /**
     * Whether an answer is the stored answer to the first request with the key.
     *
     * @param answer the answer
     * @return true if it is known to be
     */
    public boolean isReplayed(HttpAnswer answer) {
        return replayed.matches(answer);
    }

    /**
     * Whether an answer says that the result of the first request is no longer kept.
     *
     * @param answer the answer
     * @return true if so
     */
    public boolean isNoLongerKept(HttpAnswer answer) {
        return noLongerKept.matches(answer);
    }

    /**
     * Whether a request resent after a 5xx is carried out anew.
     *
     * @return true if {@link #reexecutesAfter5xx()} was declared
     */
    public boolean reexecutes() {
        return reexecutesAfter5xx;
    }

    /**
     * Whether every answer to a key that was seen is about the first request.
     *
     * @return true if {@link #storedAnswers()} was declared
     */
    public boolean storesAnswers() {
        return storedAnswers;
    }

    /**
     * What an answer of this API means.
     *
     * @return the settlement, or null for the default
     */
    public @Nullable Settlement settlement() {
        return settlement;
    }

    /**
     * The header in which the server is trusted to say whether to retry.
     *
     * @return the name, or null if there is none
     */
    public @Nullable String serverVerdictHeader() {
        return verdictHeader;
    }

    @Override
    public String toString() {
        String place = headerName == null ? "payload field" : (quoted ? "quoted header " : "bare header ") + headerName;
        return place + ", key " + keyShape + " for " + keyLifetime;
    }

    static Duration positive(Duration lifetime) {
        Objects.requireNonNull(lifetime, "keyLifetime");
        if (lifetime.isNegative() || lifetime.isZero()) {
            throw new IllegalArgumentException("keyLifetime must be more than zero, but is " + lifetime);
        }
        return lifetime;
    }

    private static String fieldName(String name) {
        return FieldNames.checked("a header name", name);
    }

    /** A profile that is still being changed. */
    private static final class Draft {

        private final @Nullable String headerName;
        private final boolean quoted;
        private KeyShape keyShape = KeyShape.UUID;
        private Duration keyLifetime = DEFAULT_KEY_LIFETIME;
        private AnswerMatcher running;
        private AnswerMatcher payloadMismatch = DefaultSigns::payloadMismatch;
        private AnswerMatcher replayed = AnswerMatcher.header("Idempotent-Replayed", "true");
        private AnswerMatcher noLongerKept = AnswerMatcher.never();
        private boolean reexecutesAfter5xx;
        private boolean storedAnswers;
        private @Nullable Settlement settlement;
        private @Nullable String verdictHeader;

        Draft(@Nullable String headerName, boolean quoted, AnswerMatcher running) {
            this.headerName = headerName;
            this.quoted = quoted;
            this.running = running;
        }

        Draft(IdempotencyProfile from) {
            headerName = from.headerName;
            quoted = from.quoted;
            keyShape = from.keyShape;
            keyLifetime = from.keyLifetime;
            running = from.running;
            payloadMismatch = from.payloadMismatch;
            replayed = from.replayed;
            noLongerKept = from.noLongerKept;
            reexecutesAfter5xx = from.reexecutesAfter5xx;
            storedAnswers = from.storedAnswers;
            settlement = from.settlement;
            verdictHeader = from.verdictHeader;
        }
    }
}
