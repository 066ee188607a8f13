package dev.reprise.examples.service;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The messages that wait to be handed to the next channel. The row is part of the transaction that records the key, so
 * that a message is neither lost nor doubled on the way in; whoever hands it on sends the row's id as key in turn.
 */
public final class Outbox {

    static final List<String> SCHEMA = List.of(
            """
            CREATE TABLE IF NOT EXISTS outbox (
                id         INTEGER PRIMARY KEY,
                user_id    TEXT    NOT NULL,
                text       TEXT    NOT NULL,
                created_at INTEGER NOT NULL
            )""");

    private final Database database;

    Outbox(Database database) {
        this.database = database;
    }

    /** Puts a message in and returns how many there are for its user now. */
    static int add(Connection connection, Notification message, Caller caller) throws SQLException {
        Sql.update(
                connection,
                "INSERT INTO outbox (user_id, text, created_at) VALUES (?, ?, ?)",
                message.userId(),
                message.text(),
                caller.nowMillis());
        return Sql.count(connection, "SELECT COUNT(*) FROM outbox WHERE user_id = ?", message.userId());
    }

    /** Returns the messages for a user, the oldest first. */
    public List<String> messages(String userId) throws SQLException {
        return database.read(connection -> Sql.list(
                connection, "SELECT text FROM outbox WHERE user_id = ? ORDER BY id", row -> row.getString(1), userId));
    }
}
