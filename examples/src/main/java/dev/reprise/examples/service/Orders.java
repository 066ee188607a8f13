package dev.reprise.examples.service;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The records of orders. Nothing in the table keeps an order from being recorded twice, so that what only a key can
 * prevent can be seen.
 */
public final class Orders {

    static final List<String> SCHEMA = List.of(
            """
            CREATE TABLE IF NOT EXISTS orders (
                id         INTEGER PRIMARY KEY,
                order_id   TEXT    NOT NULL,
                item       TEXT    NOT NULL,
                request_id TEXT,
                created_at INTEGER NOT NULL
            )""",
            "CREATE INDEX IF NOT EXISTS orders_by_number ON orders (order_id)");

    /** The query that finds what was recorded more than once. */
    public static final String DUPLICATES_SQL = "SELECT order_id, count(*) FROM orders GROUP BY 1 HAVING count(*) > 1";

    private final Database database;

    /**
     * An order with more than one record.
     *
     * @param orderNo the number of the order
     * @param records how many records it has
     */
    public record Duplicate(String orderNo, int records) {}

    Orders(Database database) {
        this.database = database;
    }

    /** Records an order and returns how many records it has now. */
    static int add(Connection connection, Order order, Caller caller) throws SQLException {
        Sql.update(
                connection,
                "INSERT INTO orders (order_id, item, request_id, created_at) VALUES (?, ?, ?, ?)",
                order.orderNo(),
                order.item(),
                caller.requestId(),
                caller.nowMillis());
        return Sql.count(connection, "SELECT COUNT(*) FROM orders WHERE order_id = ?", order.orderNo());
    }

    /** Returns how many records there are, of all orders. */
    public int count() throws SQLException {
        return database.read(connection -> Sql.count(connection, "SELECT COUNT(*) FROM orders"));
    }

    /** Returns how many records there are of one order. */
    public int count(String orderNo) throws SQLException {
        return createdAt(orderNo).size();
    }

    /** Returns the orders with more than one record, by {@link #DUPLICATES_SQL}, in the order of their numbers. */
    public List<Duplicate> duplicates() throws SQLException {
        return database.read(connection -> Sql.list(
                connection, DUPLICATES_SQL + " ORDER BY 1", row -> new Duplicate(row.getString(1), row.getInt(2))));
    }

    /**
     * Returns the time between each record of an order and the next one, to the millisecond. Where these gaps look like
     * the pauses of a backoff, the records were made by retries.
     */
    public List<Duration> gaps(String orderNo) throws SQLException {
        List<Long> times = createdAt(orderNo);
        List<Duration> gaps = new ArrayList<>();
        for (int i = 1; i < times.size(); i++) {
            gaps.add(Duration.ofMillis(times.get(i) - times.get(i - 1)));
        }
        return gaps;
    }

    private List<Long> createdAt(String orderNo) throws SQLException {
        return database.read(connection -> Sql.list(
                connection,
                "SELECT created_at FROM orders WHERE order_id = ? ORDER BY id",
                row -> row.getLong(1),
                orderNo));
    }
}
