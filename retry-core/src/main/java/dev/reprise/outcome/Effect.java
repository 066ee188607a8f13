package dev.reprise.outcome;

/**
 * What is known of the server's side. The constants are ordered by strength, and the strongest holds: over the sends of
 * an attempt, the attempts of a logical call, and all sends of a business action.
 */
public enum Effect {
    /** It is proved that the request was not applied. */
    NOT_APPLIED,
    /** The request may have been applied; nobody on this side can tell. */
    UNKNOWN,
    /** The request was applied. */
    APPLIED;

    /**
     * The stronger of two effects.
     *
     * @param other the effect to compare with
     * @return whichever of the two comes later in the order of the constants
     */
    public Effect or(Effect other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
