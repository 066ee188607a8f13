package dev.reprise.examples.service;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The payments of orders that the server itself has numbered. Each order is paid once, whoever pays it:
 *
 * <ul>
 *   <li>the server hands out one key per order, so that two devices which know nothing of each other send the same one;
 *   <li>where that does not help, since the devices are two clients or one of them sends no key, the unique index on the
 *       order's number does: the second payment finds the first one and is answered with its record.
 * </ul>
 */
public final class Checkouts {

    static final List<String> SCHEMA = List.of(
            """
            CREATE TABLE IF NOT EXISTS checkouts (
                order_no    TEXT PRIMARY KEY,
                payment_key TEXT NOT NULL
            )""",
            """
            CREATE TABLE IF NOT EXISTS checkout_payments (
                id           INTEGER PRIMARY KEY,
                order_no     TEXT    NOT NULL UNIQUE,
                amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
                client_id    TEXT    NOT NULL,
                created_at   INTEGER NOT NULL
            )""");

    private final Database database;

    /** The one payment of an order. */
    record Paid(long paymentId, long amountCents) {}

    Checkouts(Database database) {
        this.database = database;
    }

    /** Returns the key of an order, always the same one. */
    String paymentKey(String orderNo) throws SQLException {
        return database.transaction(connection -> {
            Sql.update(
                    connection,
                    "INSERT INTO checkouts VALUES (?, ?) ON CONFLICT (order_no) DO NOTHING",
                    orderNo,
                    UUID.randomUUID().toString());
            return Sql.list(
                            connection,
                            "SELECT payment_key FROM checkouts WHERE order_no = ?",
                            row -> row.getString(1),
                            orderNo)
                    .get(0);
        });
    }

    /** Records the payment, unless the order has one; returns whether it did. */
    static boolean add(Connection connection, Checkout checkout, Caller caller) throws SQLException {
        return Sql.update(
                        connection,
                        "INSERT INTO checkout_payments (order_no, amount_cents, client_id, created_at)"
                                + " VALUES (?, ?, ?, ?) ON CONFLICT (order_no) DO NOTHING",
                        checkout.orderNo(),
                        checkout.amountCents(),
                        caller.clientId(),
                        caller.nowMillis())
                == 1;
    }

    static Paid find(Connection connection, String orderNo) throws SQLException {
        @Nullable
        Paid paid = Sql.first(
                connection,
                "SELECT id, amount_cents FROM checkout_payments WHERE order_no = ?",
                row -> new Paid(row.getLong(1), row.getLong(2)),
                orderNo);
        return Objects.requireNonNull(paid, "it was just added, or there before");
    }

    /** Returns how many payments an order has. */
    public int count(String orderNo) throws SQLException {
        return database.read(connection ->
                Sql.count(connection, "SELECT COUNT(*) FROM checkout_payments WHERE order_no = ?", orderNo));
    }
}
