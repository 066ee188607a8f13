package dev.reprise.examples.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import mockwebserver3.MockResponse;

/** What became of one {@code POST /pay}. */
sealed interface PaymentResult {

    /** Says it in words, without the key. */
    String description();

    /** Says it over HTTP. */
    MockResponse answer();

    /** Charged now. */
    record Charged(Payment payment, int orderChargeCount, ObjectNode body) implements PaymentResult {

        @Override
        public String description() {
            long cents = payment.amountCents();
            return String.format(
                    Locale.ROOT,
                    "charged %d.%02d, charge %d of %s",
                    cents / 100,
                    cents % 100,
                    orderChargeCount,
                    payment.orderId());
        }

        @Override
        public MockResponse answer() {
            return Answers.json(200, body);
        }
    }

    /** Charged by an earlier request under the same key; this one changed nothing. */
    record Replayed(int status, ObjectNode body) implements PaymentResult {

        static final String MARKER_HEADER = "Idempotent-Replayed";

        @Override
        public String description() {
            return "key seen before, nothing charged, the stored answer is sent again";
        }

        @Override
        public MockResponse answer() {
            return Answers.json(status, body.deepCopy().put("idempotentReplay", true))
                    .newBuilder()
                    .setHeader(MARKER_HEADER, "true")
                    .build();
        }
    }

    /** The key belongs to an earlier request that asked for something else; this one changed nothing. */
    record OtherPayload() implements PaymentResult {

        @Override
        public String description() {
            return "key seen before with another payload, refused";
        }

        @Override
        public MockResponse answer() {
            return Answers.refusal(422, "OTHER_PAYLOAD", "This key was used with another payload");
        }
    }

    /** An earlier request under the same key is still at work; this one changed nothing. */
    record StillRunning() implements PaymentResult {

        @Override
        public String description() {
            return "the first request with this key is still running";
        }

        @Override
        public MockResponse answer() {
            return Answers.refusal(409, "STILL_RUNNING", "The first request with this key is still running");
        }
    }
}
