package dev.reprise.action;

/** What one answer means for the business action it answers. */
public enum Meaning {
    /** The action was applied. */
    CONFIRMED,
    /** The action was definitely refused; no send of it was or will be applied. */
    REJECTED,
    /** The server still works on it. */
    RUNNING,
    /** The answer settles nothing. */
    NOTHING
}
