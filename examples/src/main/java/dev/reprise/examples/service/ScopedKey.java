package dev.reprise.examples.service;

/**
 * An idempotency key as the service sees it. A key is unique only within the client that made it, and which client
 * that is comes from its credentials, never from what the request says about itself.
 *
 * @param clientId the authenticated client
 * @param requestId the key that this client sent
 */
record ScopedKey(String clientId, String requestId) {

    /** Leaves the key out: it is a secret. */
    @Override
    public String toString() {
        return "ScopedKey[clientId=" + clientId + "]";
    }
}
