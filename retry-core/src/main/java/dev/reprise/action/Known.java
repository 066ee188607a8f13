package dev.reprise.action;

/** What a person or a webhook knows about an action, for {@link Actions#settle}. */
public enum Known {
    /** The action was applied. */
    CONFIRMED,
    /** The action was definitely refused. */
    REJECTED,
    /** Nothing of the action was applied, nor is anything of it still on its way: it may be sent again with the same key. */
    NOT_APPLIED
}
