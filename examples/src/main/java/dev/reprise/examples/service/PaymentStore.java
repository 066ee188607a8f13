package dev.reprise.examples.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * The service's database: a ledger of charges and the table of keys, in a SQLite file of a temporary folder that is
 * deleted on close.
 *
 * <p>A charge and the record of its key are written in one transaction. In two, a crash between them would leave a
 * charge that the next request with the same key repeats, or a key whose charge never happened.
 *
 * <p>Thread-safe: each operation has its own connection, and SQLite lets one of them write at a time.
 */
final class PaymentStore implements Closeable {

    private static final int BUSY_TIMEOUT_MILLIS = 10_000;

    private static final List<String> SCHEMA = List.of(
            """
            CREATE TABLE charges (
                id           INTEGER PRIMARY KEY,
                order_id     TEXT    NOT NULL,
                amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
                request_id   TEXT,
                created_at   INTEGER NOT NULL
            )""",
            "CREATE INDEX charges_by_order ON charges (order_id)",
            """
            CREATE TABLE idempotency (
                client_id      TEXT    NOT NULL,
                request_id     TEXT    NOT NULL,
                payload_digest BLOB    NOT NULL,
                status         INTEGER NOT NULL,
                response       TEXT    NOT NULL,
                PRIMARY KEY (client_id, request_id)
            )""");

    private final Path folder;
    private final SQLiteDataSource database;

    /** Never used: while one connection is open SQLite keeps its write-ahead log, instead of folding it in each time. */
    private final Connection keeper;

    private PaymentStore(Path folder, SQLiteDataSource database, Connection keeper) {
        this.folder = folder;
        this.database = database;
        this.keeper = keeper;
    }

    /** Creates an empty database. */
    static PaymentStore create() throws IOException, SQLException {
        Path folder = Files.createTempDirectory("reprise-payments");
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
        config.setBusyTimeout(BUSY_TIMEOUT_MILLIS);
        // BEGIN IMMEDIATE: the write lock is taken before the key is looked up, so that of two requests with the
        // same key the second one reads what the first one wrote.
        config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
        SQLiteDataSource database = new SQLiteDataSource(config);
        database.setUrl("jdbc:sqlite:" + folder.resolve("payments.db"));
        Connection keeper = database.getConnection();
        try (Statement statement = keeper.createStatement()) {
            for (String ddl : SCHEMA) {
                statement.executeUpdate(ddl);
            }
        }
        return new PaymentStore(folder, database, keeper);
    }

    /**
     * Charges the order, unless the key has been seen before. Without a key nothing tells a request that was sent
     * again from one that was meant, so it charges every time.
     */
    PaymentResult pay(Payment payment, @Nullable ScopedKey key) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            try {
                PaymentResult earlier = key == null ? null : findAnswer(connection, key, payment);
                PaymentResult result = earlier == null ? charge(connection, payment, key) : earlier;
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            }
        }
    }

    int chargeCount(String orderId) throws SQLException {
        try (Connection connection = database.getConnection()) {
            return chargeCount(connection, orderId);
        }
    }

    private static @Nullable PaymentResult findAnswer(Connection connection, ScopedKey key, Payment payment)
            throws SQLException {
        String sql = "SELECT payload_digest, status, response FROM idempotency WHERE client_id = ? AND request_id = ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, key.clientId());
            select.setString(2, key.requestId());
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return null;
                }
                // In constant time, so that nobody can feel their way to the payload of a key that is not theirs.
                if (!MessageDigest.isEqual(row.getBytes(1), payment.digest())) {
                    return new PaymentResult.OtherPayload();
                }
                return new PaymentResult.Replayed(row.getInt(2), Json.parseObject(row.getString(3)));
            }
        }
    }

    private static PaymentResult charge(Connection connection, Payment payment, @Nullable ScopedKey key)
            throws SQLException {
        String requestId = key == null ? null : key.requestId();
        String sql = "INSERT INTO charges (order_id, amount_cents, request_id, created_at) VALUES (?, ?, ?, ?)";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, payment.orderId());
            insert.setLong(2, payment.amountCents());
            insert.setString(3, requestId);
            insert.setLong(4, System.currentTimeMillis());
            insert.executeUpdate();
        }
        int count = chargeCount(connection, payment.orderId());
        ObjectNode body = Json.object()
                .put("code", "OK")
                .put("orderId", payment.orderId())
                .put("amountCents", payment.amountCents())
                .put("requestId", requestId)
                .put("orderChargeCount", count);
        if (key != null) {
            remember(connection, key, payment, body);
        }
        return new PaymentResult.Charged(payment, count, body);
    }

    private static void remember(Connection connection, ScopedKey key, Payment payment, ObjectNode body)
            throws SQLException {
        String sql = "INSERT INTO idempotency VALUES (?, ?, ?, ?, ?)";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, key.clientId());
            insert.setString(2, key.requestId());
            insert.setBytes(3, payment.digest());
            insert.setInt(4, 200);
            insert.setString(5, body.toString());
            insert.executeUpdate();
        }
    }

    private static int chargeCount(Connection connection, String orderId) throws SQLException {
        String sql = "SELECT COUNT(*) FROM charges WHERE order_id = ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, orderId);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    Path folder() {
        return folder;
    }

    @Override
    public void close() throws IOException {
        try {
            keeper.close();
        } catch (SQLException e) {
            throw new IOException("The database cannot be closed", e);
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(PaymentStore::delete);
        }
    }

    private static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
