package dev.reprise.examples.service;

import com.fasterxml.jackson.databind.JsonNode;
import mockwebserver3.RecordedRequest;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * A {@code POST /pay} that has been read.
 *
 * @param payment what to charge
 * @param key the idempotency key, or null if the request has none
 */
record PayRequest(Payment payment, @Nullable ScopedKey key) {

    static final String KEY_HEADER = "X-Request-Id";

    private static final int MAX_KEY_LENGTH = 255;

    /**
     * Reads a request.
     *
     * @throws IllegalArgumentException if the request is not a payment, with a message fit for the client
     */
    static PayRequest read(RecordedRequest request, String clientId) {
        return new PayRequest(
                payment(request.getBody()), key(request.getHeaders().get(KEY_HEADER), clientId));
    }

    String description() {
        return "POST /pay, " + (key == null ? "no key" : "key " + key.requestId());
    }

    private static Payment payment(@Nullable ByteString body) {
        JsonNode json = Json.parseObject(body == null ? "" : body.utf8());
        JsonNode orderId = json.path("orderId");
        JsonNode amountCents = json.path("amountCents");
        if (!orderId.isTextual() || !amountCents.isIntegralNumber() || !amountCents.canConvertToLong()) {
            throw new IllegalArgumentException("orderId must be a text and amountCents a whole number");
        }
        return new Payment(orderId.textValue(), amountCents.longValue());
    }

    private static @Nullable ScopedKey key(@Nullable String requestId, String clientId) {
        if (requestId == null) {
            return null;
        }
        if (requestId.isBlank() || requestId.length() > MAX_KEY_LENGTH) {
            throw new IllegalArgumentException(KEY_HEADER + " must have 1 to " + MAX_KEY_LENGTH + " characters");
        }
        return new ScopedKey(clientId, requestId);
    }
}
