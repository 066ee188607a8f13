package dev.reprise.action;

/** Where a business action stands. State only moves forward: nothing overwrites a settlement. */
public enum ActionState {
    /** Nothing of it was applied: it was never sent, or what was sent is proved not to have been applied. */
    OPEN,
    /** It is being sent right now, by this process or another one. */
    IN_FLIGHT,
    /** It was sent and nobody on this side can tell whether it was applied. */
    IN_DOUBT,
    /** It was applied. */
    CONFIRMED,
    /** It was definitely refused and not applied. */
    REJECTED,
    /**
     * It is in doubt, and the server no longer recognises its key, so it is never sent again. Only a status query or {@link
     * Actions#settle} can still tell what became of it.
     */
    EXPIRED;

    /**
     * Whether it is known for good what became of the action.
     *
     * @return true for {@link #CONFIRMED} and {@link #REJECTED}
     */
    public boolean isSettled() {
        return this == CONFIRMED || this == REJECTED;
    }
}
