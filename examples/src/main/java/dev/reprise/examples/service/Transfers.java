package dev.reprise.examples.service;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Accounts, and the ledger of transfers between them. Amounts are whole cents. Whose account it is, and who may debit
 * it, is left out here.
 */
public final class Transfers {

    static final List<String> SCHEMA = List.of(
            """
            CREATE TABLE IF NOT EXISTS accounts (
                id            TEXT    PRIMARY KEY,
                balance_cents INTEGER NOT NULL CHECK (typeof(balance_cents) = 'integer' AND balance_cents >= 0)
            )""",
            """
            CREATE TABLE IF NOT EXISTS transfers (
                id           INTEGER PRIMARY KEY,
                source       TEXT    NOT NULL,
                target       TEXT    NOT NULL,
                amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
                request_id   TEXT,
                created_at   INTEGER NOT NULL
            )""");

    private final Database database;

    Transfers(Database database) {
        this.database = database;
    }

    /** Opens an account with a first balance, or sets the balance of the one there is. */
    public void open(String account, long balanceCents) throws SQLException {
        database.transaction(connection -> Sql.update(
                connection,
                "INSERT INTO accounts VALUES (?, ?)"
                        + " ON CONFLICT (id) DO UPDATE SET balance_cents = excluded.balance_cents",
                account,
                balanceCents));
    }

    /** Returns the balance of an account in cents. */
    public long balance(String account) throws SQLException {
        return database.read(connection -> Optional.ofNullable(balance(connection, account)))
                .orElseThrow(() -> new IllegalArgumentException("there is no account " + account));
    }

    /** Returns how many transfers were made. */
    public int count() throws SQLException {
        return database.read(connection -> Sql.count(connection, "SELECT COUNT(*) FROM transfers"));
    }

    /** Says what the transfer comes to, and changes nothing yet. */
    static Done judge(Connection connection, Transfer transfer, Caller caller) throws SQLException {
        if (transfer.amountCents() < 1) {
            return refuse(400, "AMOUNT_NOT_POSITIVE", "The amount must be at least 1 cent", caller);
        }
        if (transfer.source().equals(transfer.target())) {
            return refuse(400, "SAME_ACCOUNT", "Source and target must differ", caller);
        }
        Long source = balance(connection, transfer.source());
        Long target = balance(connection, transfer.target());
        if (source == null || target == null) {
            return refuse(400, "UNKNOWN_ACCOUNT", "There is no such account", caller);
        }
        if (source < transfer.amountCents()) {
            return refuse(402, "BALANCE_INSUFFICIENT", "The balance of the source is insufficient", caller);
        }
        if (target > Long.MAX_VALUE - transfer.amountCents()) {
            return refuse(400, "BALANCE_OVERFLOW", "The target cannot hold that much", caller);
        }
        return Done.committed(
                Answer.json(
                        200,
                        Json.object()
                                .put("code", "OK")
                                .put("requestId", caller.requestId())
                                .put("source", transfer.source())
                                .put("target", transfer.target())
                                .put("amountCents", transfer.amountCents())
                                .put("sourceBalanceCents", source - transfer.amountCents())),
                Fields.money(transfer.amountCents()) + " moved from " + transfer.source() + " to " + transfer.target());
    }

    /** Moves the money. */
    static void move(Connection connection, Transfer transfer, Caller caller) throws SQLException {
        String debit = "UPDATE accounts SET balance_cents = balance_cents - ? WHERE id = ?";
        String credit = "UPDATE accounts SET balance_cents = balance_cents + ? WHERE id = ?";
        if (Sql.update(connection, debit, transfer.amountCents(), transfer.source()) != 1
                || Sql.update(connection, credit, transfer.amountCents(), transfer.target()) != 1) {
            throw new SQLException("An account went away while money was moved");
        }
        Sql.update(
                connection,
                "INSERT INTO transfers (source, target, amount_cents, request_id, created_at) VALUES (?, ?, ?, ?, ?)",
                transfer.source(),
                transfer.target(),
                transfer.amountCents(),
                caller.requestId(),
                caller.nowMillis());
    }

    private static Done refuse(int status, String code, String message, Caller caller) {
        return Done.failed(
                Answer.refusal(status, code, message, caller.requestId()), "nothing moved, refused: " + code);
    }

    private static @Nullable Long balance(Connection connection, String account) throws SQLException {
        return Sql.first(connection, "SELECT balance_cents FROM accounts WHERE id = ?", row -> row.getLong(1), account);
    }
}
