package dev.reprise.action;

import java.time.Duration;
import java.util.Objects;

/**
 * What a status query is asked.
 *
 * @param actionId the public id of the action
 * @param type the action's type
 * @param reference the caller's reference, for example an order number
 * @param key the action's key, a secret
 * @param remaining how long the answer is of use; zero or more. An asker that talks to a server should not wait longer
 */
public record StatusQuestion(String actionId, String type, String reference, IdempotencyKey key, Duration remaining) {

    /**
     * Checks the components.
     *
     * @param actionId the public id of the action
     * @param type the action's type
     * @param reference the caller's reference, for example an order number
     * @param key the action's key, a secret
     * @param remaining how long the answer is of use
     */
    public StatusQuestion {
        Objects.requireNonNull(actionId, "actionId");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(reference, "reference");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(remaining, "remaining");
    }

    @Override
    public String toString() {
        return "status of " + type + " " + actionId + " (" + key + "), asked for within " + remaining;
    }
}
