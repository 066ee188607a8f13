package dev.reprise.action;

import dev.reprise.http.HttpAnswer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a status query found out about an action. Immutable and safe for use by many threads. */
public final class StatusAnswer {

    /** The possible findings. */
    public enum Kind {
        /** The action was applied. */
        APPLIED,
        /** The action was definitely refused. */
        REFUSED,
        /** The server still works on it. */
        RUNNING,
        /** The server knows nothing of it. Believed only when the settle time has passed since the last send ended. */
        NOT_APPLIED,
        /** The query could not tell. */
        UNKNOWN
    }

    private final Kind kind;
    private final @Nullable HttpAnswer answer;

    private StatusAnswer(Kind kind, @Nullable HttpAnswer answer) {
        this.kind = kind;
        this.answer = answer;
    }

    /**
     * The action was applied, and its answer cannot be had.
     *
     * @return the finding
     */
    public static StatusAnswer applied() {
        return new StatusAnswer(Kind.APPLIED, null);
    }

    /**
     * The action was applied.
     *
     * @param answer the answer to give to the caller and to keep, in the form that the action's own request would have had
     * @return the finding
     */
    public static StatusAnswer applied(HttpAnswer answer) {
        return new StatusAnswer(Kind.APPLIED, Objects.requireNonNull(answer, "answer"));
    }

    /**
     * The action was definitely refused.
     *
     * @return the finding
     */
    public static StatusAnswer refused() {
        return new StatusAnswer(Kind.REFUSED, null);
    }

    /**
     * The action was definitely refused.
     *
     * @param answer the answer to give to the caller and to keep, in the form that the action's own request would have had
     * @return the finding
     */
    public static StatusAnswer refused(HttpAnswer answer) {
        return new StatusAnswer(Kind.REFUSED, Objects.requireNonNull(answer, "answer"));
    }

    /**
     * The server still works on the action.
     *
     * @return the finding
     */
    public static StatusAnswer running() {
        return new StatusAnswer(Kind.RUNNING, null);
    }

    /**
     * The server knows nothing of the action.
     *
     * @return the finding
     */
    public static StatusAnswer notApplied() {
        return new StatusAnswer(Kind.NOT_APPLIED, null);
    }

    /**
     * The query could not tell.
     *
     * @return the finding
     */
    public static StatusAnswer unknown() {
        return new StatusAnswer(Kind.UNKNOWN, null);
    }

    /**
     * What was found.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }

    /**
     * The answer that the query brought.
     *
     * @return the answer, or null if there is none
     */
    public @Nullable HttpAnswer answer() {
        return answer;
    }

    @Override
    public String toString() {
        return kind + (answer == null ? "" : " (" + answer + ")");
    }
}
