package dev.reprise.internal.action;

import dev.reprise.action.ActionState;
import dev.reprise.http.HttpAnswer;
import org.jspecify.annotations.Nullable;

/**
 * Whether a send of an action may begin.
 *
 * @param kind the decision
 * @param state the action's state: after the write for {@link Kind#SEND}, else as it stands; the last one seen if the action is
 *     not in its store or the store failed
 * @param doubtBefore whether an earlier send may have been applied
 * @param sendsBefore how many sends of earlier logical calls may have left
 * @param keptAnswer the answer that settled the action, for {@link Kind#SETTLED}
 * @param cause what the store threw, for {@link Kind#STORE_FAILED}
 * @param why the decision in one sentence, without secrets
 */
public record Admission(
        Kind kind,
        ActionState state,
        boolean doubtBefore,
        int sendsBefore,
        @Nullable HttpAnswer keptAnswer,
        @Nullable Throwable cause,
        String why) {

    /** What may happen. */
    public enum Kind {
        /** The action is written as in flight; a send may leave. */
        SEND,
        /** The status query comes first. Nothing was written as in flight; to send afterwards, ask for admission again. */
        QUERY_FIRST,
        /** The action is settled and never sent again. */
        SETTLED,
        /** Another process sends it right now. */
        ELSEWHERE,
        /** The payload is not the one that the action was first sent with. */
        MISMATCH,
        /** The action is in doubt and its key past its lifetime, and there is no query. */
        EXPIRED,
        /** The action is not in its store. */
        NOT_STORED,
        /** The store could not be read or written. */
        STORE_FAILED,
        /** The action is in doubt and nothing would recognise a second send or tell what became of the first. */
        UNKNOWN_ONCE
    }

    /** Whether a send may begin. */
    public boolean maySend() {
        return kind == Kind.SEND;
    }
}
