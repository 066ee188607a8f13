package dev.reprise.examples.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.SQLException;
import okio.ByteString;

/**
 * An order that a client places.
 *
 * @param orderNo the number of the order, 1 to 64 characters
 * @param item what is ordered, 1 to 128 characters
 */
record Order(String orderNo, String item) implements Command {

    private static final int MAX_ORDER_NO = 64;
    private static final int MAX_ITEM = 128;

    Order {
        Fields.requireText("orderNo", orderNo, MAX_ORDER_NO);
        Fields.requireText("item", item, MAX_ITEM);
    }

    static Order read(ObjectNode json) {
        return new Order(Fields.text(json, "orderNo"), Fields.text(json, "item"));
    }

    @Override
    public ByteString digest() {
        return Digest.of("order", orderNo, item);
    }

    @Override
    public String orderId() {
        return orderNo;
    }

    @Override
    public Done execute(Connection connection, Caller caller) throws SQLException {
        int records = Orders.add(connection, this, caller);
        ObjectNode body = Json.object()
                .put("code", "OK")
                .put("orderNo", orderNo)
                .put("requestId", caller.requestId())
                .put("records", records);
        return Done.committed(Answer.json(201, body), "recorded, record " + records + " of " + orderNo);
    }
}
