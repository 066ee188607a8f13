package dev.reprise.examples.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.SQLException;
import okio.ByteString;

/**
 * What a client asks to be charged.
 *
 * @param orderId the order to charge, 1 to {@value #MAX_ORDER_ID} characters
 * @param amountCents the amount in cents, at least 1
 */
record Payment(String orderId, long amountCents) implements Command {

    static final int MAX_ORDER_ID = 64;

    Payment {
        Fields.requireText("orderId", orderId, MAX_ORDER_ID);
        if (amountCents < 1) {
            throw new IllegalArgumentException("amountCents must be at least 1, was " + amountCents);
        }
    }

    static Payment read(ObjectNode json) {
        return new Payment(Fields.text(json, "orderId"), Fields.number(json, "amountCents"));
    }

    @Override
    public ByteString digest() {
        return Digest.of("payment", orderId, Long.toString(amountCents));
    }

    @Override
    public Done execute(Connection connection, Caller caller) throws SQLException {
        int count = Charges.add(connection, this, caller);
        ObjectNode body = Json.object()
                .put("code", "OK")
                .put("orderId", orderId)
                .put("amountCents", amountCents)
                .put("requestId", caller.requestId())
                .put("orderChargeCount", count);
        return Done.committed(
                Answer.json(200, body),
                "charged " + Fields.money(amountCents) + ", charge " + count + " of " + orderId);
    }

    @Override
    public String participle() {
        return "charged";
    }

    /** Marks the body too, as some APIs do. */
    @Override
    public Answer again(Answer first) {
        return Answer.json(first.status(), first.json().put("idempotentReplay", true));
    }
}
