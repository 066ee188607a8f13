package dev.reprise.examples.service;

import org.jspecify.annotations.Nullable;

/**
 * Who asks, under which key, and when.
 *
 * @param clientId the authenticated client
 * @param requestId the key that this client sent, or null if it sent none
 * @param nowMillis the time of the request, in milliseconds since 1970
 */
record Caller(String clientId, @Nullable String requestId, long nowMillis) {

    /** Returns the key within the client's own, or null if there is none. */
    @Nullable
    ScopedKey key() {
        return requestId == null ? null : new ScopedKey(clientId, requestId);
    }

    /** Leaves the key out: it is a secret. */
    @Override
    public String toString() {
        return "Caller[clientId=" + clientId + "]";
    }
}
