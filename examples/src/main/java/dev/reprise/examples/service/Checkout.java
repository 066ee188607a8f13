package dev.reprise.examples.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.SQLException;
import okio.ByteString;

/**
 * An order of the server's own that a client pays.
 *
 * @param orderNo the number of the order, 1 to 64 characters
 * @param amountCents the amount in cents, at least 1
 */
record Checkout(String orderNo, long amountCents) implements Command {

    private static final int MAX_ORDER_NO = 64;

    Checkout {
        Fields.requireText("orderNo", orderNo, MAX_ORDER_NO);
        if (amountCents < 1) {
            throw new IllegalArgumentException("amountCents must be at least 1, was " + amountCents);
        }
    }

    static Checkout read(ObjectNode json) {
        return new Checkout(Fields.text(json, "orderNo"), Fields.number(json, "amountCents"));
    }

    @Override
    public ByteString digest() {
        return Digest.of("checkout", orderNo, Long.toString(amountCents));
    }

    @Override
    public String orderId() {
        return orderNo;
    }

    @Override
    public Done execute(Connection connection, Caller caller) throws SQLException {
        boolean mine = Checkouts.add(connection, this, caller);
        Checkouts.Paid paid = Checkouts.find(connection, orderNo);
        if (paid.amountCents() != amountCents) {
            return Done.failed(
                    Answer.refusal(
                            422,
                            "PAID_WITH_OTHER_AMOUNT",
                            "This order was paid with another amount",
                            caller.requestId()),
                    orderNo + " was paid with another amount, refused");
        }
        ObjectNode body = Json.object()
                .put("code", mine ? "OK" : "ALREADY_PAID")
                .put("orderNo", orderNo)
                .put("paymentId", paid.paymentId())
                .put("amountCents", amountCents)
                .put("requestId", caller.requestId());
        // 200 for the second one too: what it wants, a paid order, is the case.
        return Done.committed(
                Answer.json(200, body),
                mine
                        ? orderNo + " paid, " + Fields.money(amountCents)
                        : orderNo + " was paid already, nothing charged");
    }
}
