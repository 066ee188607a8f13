package dev.reprise.outcome;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one finished attempt tells: whether it succeeded or may be cured by waiting, what it did on the server's side, and
 * what the server wishes. Immutable and safe for use by many threads.
 */
public final class Verdict {

    /** Whether a further attempt could fare better. */
    public enum Kind {
        /** The attempt gave what was asked for. */
        SUCCESS,
        /** The fault may pass. */
        TRANSIENT,
        /** Repeating the request cannot change the result. */
        PERMANENT
    }

    private static final Verdict SUCCESS = new Verdict(Kind.SUCCESS, Effect.APPLIED, null, false, false, false);

    private final Kind kind;
    private final Effect effect;
    private final @Nullable Duration retryAfter;
    private final boolean retryForbidden;
    private final boolean stillRunning;
    private final boolean freshConnectionNeeded;

    private Verdict(
            Kind kind,
            Effect effect,
            @Nullable Duration retryAfter,
            boolean retryForbidden,
            boolean stillRunning,
            boolean freshConnectionNeeded) {
        this.kind = kind;
        this.effect = effect;
        this.retryAfter = retryAfter;
        this.retryForbidden = retryForbidden;
        this.stillRunning = stillRunning;
        this.freshConnectionNeeded = freshConnectionNeeded;
    }

    /**
     * The attempt succeeded, so its effect is {@link Effect#APPLIED}.
     *
     * @return the verdict
     */
    public static Verdict success() {
        return SUCCESS;
    }

    /**
     * The attempt failed by a fault that may pass.
     *
     * @param effect what is known of the server's side
     * @return the verdict
     */
    public static Verdict transientFault(Effect effect) {
        return new Verdict(Kind.TRANSIENT, Objects.requireNonNull(effect, "effect"), null, false, false, false);
    }

    /**
     * The attempt failed, and repeating it cannot change that.
     *
     * @param effect what is known of the server's side
     * @return the verdict
     */
    public static Verdict permanent(Effect effect) {
        return new Verdict(Kind.PERMANENT, Objects.requireNonNull(effect, "effect"), null, false, false, false);
    }

    /**
     * The same verdict with the wait that the server asked for.
     *
     * @param wait zero or more; zero means that the server allows a retry at once; null for no wish
     * @return the verdict
     * @throws IllegalArgumentException if the wait is negative
     */
    public Verdict withRetryAfter(@Nullable Duration wait) {
        if (wait != null && wait.isNegative()) {
            throw new IllegalArgumentException("retryAfter must not be negative, but is " + wait);
        }
        return new Verdict(kind, effect, wait, retryForbidden, stillRunning, freshConnectionNeeded);
    }

    /**
     * The same verdict, with the server's word that the request must not be sent again.
     *
     * @return the verdict
     */
    public Verdict withRetryForbidden() {
        return new Verdict(kind, effect, retryAfter, true, stillRunning, freshConnectionNeeded);
    }

    /**
     * The server says that it still works on the first request with this key: asking again with the same key is a poll and
     * not an attempt.
     *
     * @return the verdict
     */
    public static Verdict running() {
        return new Verdict(Kind.TRANSIENT, Effect.UNKNOWN, null, false, true, false);
    }

    /**
     * The same verdict, where a further attempt makes sense on another connection only (RFC 9110 §15.5.20).
     *
     * @return the verdict
     */
    public Verdict withFreshConnectionNeeded() {
        return new Verdict(kind, effect, retryAfter, retryForbidden, stillRunning, true);
    }

    /**
     * Whether a further attempt could fare better.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }

    /**
     * What is known of the server's side after this attempt, taken alone.
     *
     * @return the effect
     */
    public Effect effect() {
        return effect;
    }

    /**
     * How long the server asked to wait.
     *
     * @return zero or more, or null if the server said nothing usable
     */
    public @Nullable Duration retryAfter() {
        return retryAfter;
    }

    /**
     * Whether the server asked not to send the request again.
     *
     * @return true if so
     */
    public boolean retryForbidden() {
        return retryForbidden;
    }

    /**
     * Whether the server still works on the first request with this key.
     *
     * @return true if so
     */
    public boolean stillRunning() {
        return stillRunning;
    }

    /**
     * Whether a further attempt makes sense on another connection only.
     *
     * @return true if so
     */
    public boolean freshConnectionNeeded() {
        return freshConnectionNeeded;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Verdict that
                && kind == that.kind
                && effect == that.effect
                && Objects.equals(retryAfter, that.retryAfter)
                && retryForbidden == that.retryForbidden
                && stillRunning == that.stillRunning
                && freshConnectionNeeded == that.freshConnectionNeeded;
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, effect, retryAfter, retryForbidden, stillRunning, freshConnectionNeeded);
    }

    @Override
    public String toString() {
        return kind + ", effect " + effect
                + (retryAfter == null ? "" : ", retry after " + retryAfter)
                + (retryForbidden ? ", retry forbidden" : "")
                + (stillRunning ? ", still running" : "")
                + (freshConnectionNeeded ? ", fresh connection needed" : "");
    }
}
