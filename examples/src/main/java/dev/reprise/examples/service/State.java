package dev.reprise.examples.service;

import java.util.Locale;

/** How the request of a key stands. */
enum State {
    /** Written down, to be done later. */
    ACCEPTED,
    /** Being done. */
    RUNNING,
    /** Done. */
    COMMITTED,
    /** Refused for good; nothing was done. */
    FAILED,
    /** It was settled once, but the answer is gone. */
    NO_LONGER_KEPT;

    /** The word for it, in answers and in the database. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static State of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
