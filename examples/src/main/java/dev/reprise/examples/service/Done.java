package dev.reprise.examples.service;

import org.jspecify.annotations.Nullable;

/**
 * What became of a command.
 *
 * @param state how it stands now
 * @param answer the answer that says so, or null as long as there is more to come
 * @param description the same in words, without the key
 */
record Done(State state, @Nullable Answer answer, String description) {

    static Done committed(Answer answer, String description) {
        return new Done(State.COMMITTED, answer, description);
    }

    static Done failed(Answer answer, String description) {
        return new Done(State.FAILED, answer, description);
    }

    static Done accepted(String description) {
        return new Done(State.ACCEPTED, null, description);
    }
}
