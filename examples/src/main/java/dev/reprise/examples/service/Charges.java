package dev.reprise.examples.service;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The ledger of charges. Nothing in it keeps an order from being charged twice: without a key each request counts. */
final class Charges {

    static final List<String> SCHEMA = List.of(
            """
            CREATE TABLE IF NOT EXISTS charges (
                id           INTEGER PRIMARY KEY,
                order_id     TEXT    NOT NULL,
                amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
                request_id   TEXT,
                created_at   INTEGER NOT NULL
            )""",
            "CREATE INDEX IF NOT EXISTS charges_by_order ON charges (order_id)");

    private final Database database;

    Charges(Database database) {
        this.database = database;
    }

    /** Charges an order and returns how often it has been charged now. */
    static int add(Connection connection, Payment payment, Caller caller) throws SQLException {
        Sql.update(
                connection,
                "INSERT INTO charges (order_id, amount_cents, request_id, created_at) VALUES (?, ?, ?, ?)",
                payment.orderId(),
                payment.amountCents(),
                caller.requestId(),
                caller.nowMillis());
        return count(connection, payment.orderId());
    }

    int count(String orderId) throws SQLException {
        return database.read(connection -> count(connection, orderId));
    }

    private static int count(Connection connection, String orderId) throws SQLException {
        return Sql.count(connection, "SELECT COUNT(*) FROM charges WHERE order_id = ?", orderId);
    }
}
