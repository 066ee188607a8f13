package dev.reprise.examples.service;

import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import mockwebserver3.MockResponse;
import org.jspecify.annotations.Nullable;

/** Who may ask the service for something, known by a bearer token. Thread-safe. */
final class Clients {

    private static final String BEARER = "Bearer ";
    private static final String ANONYMOUS = "anonymous";

    private final ConcurrentMap<String, String> clientByToken = new ConcurrentHashMap<>();

    /** Returns a new token for the client. */
    String register(String clientId) {
        String token = UUID.randomUUID().toString();
        clientByToken.put(token, clientId);
        return token;
    }

    /** Returns the client that an {@code Authorization} header proves, or null if it proves none. */
    @Nullable
    String authenticate(@Nullable String authorization) {
        if (authorization == null) {
            return ANONYMOUS;
        }
        return authorization.startsWith(BEARER) ? clientByToken.get(authorization.substring(BEARER.length())) : null;
    }

    /** Returns what is said to whoever proves to be nobody. */
    static MockResponse refusal() {
        return Answer.refusal(401, "UNAUTHENTICATED", "Unknown token")
                .response()
                .build();
    }
}
