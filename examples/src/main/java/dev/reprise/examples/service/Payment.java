package dev.reprise.examples.service;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * What a client asks to be charged.
 *
 * @param orderId the order to charge, 1 to {@value #MAX_ORDER_ID} characters
 * @param amountCents the amount in cents, at least 1
 */
record Payment(String orderId, long amountCents) {

    static final int MAX_ORDER_ID = 64;

    Payment {
        if (orderId.isBlank() || orderId.length() > MAX_ORDER_ID) {
            throw new IllegalArgumentException("orderId must have 1 to " + MAX_ORDER_ID + " characters");
        }
        if (amountCents < 1) {
            throw new IllegalArgumentException("amountCents must be at least 1, was " + amountCents);
        }
    }

    /**
     * Returns the SHA-256 of what is to be paid rather than of the bytes that said so: white space and the order of
     * the fields make no other payment.
     */
    byte[] digest() {
        try {
            // The length in front keeps two different payments from ever reading as the same text.
            String canonical = orderId.length() + ":" + orderId + ":" + amountCents;
            return MessageDigest.getInstance("SHA-256").digest(canonical.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
