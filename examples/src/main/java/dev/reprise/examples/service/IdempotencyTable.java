package dev.reprise.examples.service;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * The table of keys. A row is written in the transaction of the effect that it records. In two, a crash between them
 * would leave an effect that the next request with the same key repeats, or a key whose effect never happened.
 *
 * <p>An answer is kept for a time. What is left then is a tombstone, two short texts and no payload, which says "no
 * longer kept" instead of letting the key start over. Tombstones live for ever: whoever deletes one lets its request be
 * executed again, however late it comes. A service that cannot afford that needs keys that tell their age, so that it
 * can refuse the old ones without a row.
 */
final class IdempotencyTable {

    static final List<String> SCHEMA = List.of(
            """
            CREATE TABLE IF NOT EXISTS idempotency (
                client_id      TEXT    NOT NULL,
                request_id     TEXT    NOT NULL,
                payload_digest BLOB    NOT NULL,
                state          TEXT    NOT NULL,
                status         INTEGER,
                response       BLOB,
                kept_until     INTEGER,
                PRIMARY KEY (client_id, request_id)
            )""");

    private static final ByteString NO_DIGEST = ByteString.EMPTY;

    private final Duration keep;

    /**
     * What is known of a key.
     *
     * @param digest the digest of the first payload, empty in a tombstone
     * @param state how its request stands
     * @param answer the answer to it, or null if there is none yet or no more
     */
    record Entry(ByteString digest, State state, @Nullable Answer answer) {}

    IdempotencyTable(Duration keep) {
        this.keep = keep;
    }

    @Nullable
    Entry find(Connection connection, ScopedKey key, long nowMillis) throws SQLException {
        String sql = "SELECT payload_digest, state, status, response, kept_until FROM idempotency"
                + " WHERE client_id = ? AND request_id = ?";
        return Sql.first(connection, sql, row -> entry(row, nowMillis), key.clientId(), key.requestId());
    }

    private static Entry entry(ResultSet row, long nowMillis) throws SQLException {
        State state = State.of(row.getString("state"));
        byte[] response = row.getBytes("response");
        if (response == null) {
            return new Entry(ByteString.of(row.getBytes("payload_digest")), state, null);
        }
        // Decided by the clock alone: whether somebody has swept yet makes no difference to a client.
        if (row.getLong("kept_until") <= nowMillis) {
            return new Entry(NO_DIGEST, State.NO_LONGER_KEPT, null);
        }
        Answer answer = new Answer(row.getInt("status"), ByteString.of(response));
        return new Entry(ByteString.of(row.getBytes("payload_digest")), state, answer);
    }

    /** Records what the first request of a key came to. */
    void record(Connection connection, ScopedKey key, ByteString digest, Done done, long nowMillis)
            throws SQLException {
        Answer answer = done.answer();
        Sql.update(
                connection,
                "INSERT INTO idempotency VALUES (?, ?, ?, ?, ?, ?, ?)",
                key.clientId(),
                key.requestId(),
                digest.toByteArray(),
                done.state().word(),
                answer == null ? null : answer.status(),
                answer == null ? null : answer.body().toByteArray(),
                answer == null ? null : keptUntil(nowMillis));
    }

    /** Records how a request that was accepted earlier stands now. */
    void advance(Connection connection, ScopedKey key, State state, @Nullable Answer answer, long nowMillis)
            throws SQLException {
        Sql.update(
                connection,
                "UPDATE idempotency SET state = ?, status = ?, response = ?, kept_until = ?"
                        + " WHERE client_id = ? AND request_id = ?",
                state.word(),
                answer == null ? null : answer.status(),
                answer == null ? null : answer.body().toByteArray(),
                answer == null ? null : keptUntil(nowMillis),
                key.clientId(),
                key.requestId());
    }

    /** Turns the rows whose time is over into tombstones and returns how many. */
    int sweep(Connection connection, long nowMillis) throws SQLException {
        return Sql.update(
                connection,
                "UPDATE idempotency SET state = ?, payload_digest = ?, status = NULL, response = NULL,"
                        + " kept_until = NULL WHERE kept_until <= ?",
                State.NO_LONGER_KEPT.word(),
                NO_DIGEST.toByteArray(),
                nowMillis);
    }

    private long keptUntil(long nowMillis) {
        return nowMillis + keep.toMillis();
    }
}
