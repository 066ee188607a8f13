package dev.reprise.examples.service;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that are not finished. How a job stands is told by its key's row in the {@link IdempotencyTable}: accepted,
 * running, then committed or failed.
 *
 * <p>Who works on a job holds its lease: an owner, a time until which it holds, and a number that grows with each
 * taking. A job whose lease has run out can be taken again. The effect, the new state and the end of the lease are one
 * transaction that begins with a look at the lease's number, so a worker that comes too late changes nothing.
 */
final class Jobs {

    static final List<String> SCHEMA = List.of(
            """
            CREATE TABLE IF NOT EXISTS jobs (
                id           INTEGER PRIMARY KEY,
                client_id    TEXT    NOT NULL,
                request_id   TEXT    NOT NULL,
                source       TEXT    NOT NULL,
                target       TEXT    NOT NULL,
                amount_cents INTEGER NOT NULL,
                lease_number INTEGER NOT NULL DEFAULT 0,
                lease_owner  TEXT,
                lease_until  INTEGER,
                UNIQUE (client_id, request_id)
            )""");

    private final Database database;
    private final IdempotencyTable table;

    /**
     * The right to work on a job.
     *
     * @param jobId the job
     * @param number which taking of the job this is, from 1
     * @param key the key of the request that asked for it
     * @param transfer what is to be done
     */
    record Lease(long jobId, long number, ScopedKey key, Transfer transfer) {}

    Jobs(Database database, IdempotencyTable table) {
        this.database = database;
        this.table = table;
    }

    static void add(Connection connection, TransferJob job, Caller caller) throws SQLException {
        ScopedKey key = Objects.requireNonNull(caller.key(), "a job without a key could never be asked for");
        Sql.update(
                connection,
                "INSERT INTO jobs (client_id, request_id, source, target, amount_cents) VALUES (?, ?, ?, ?, ?)",
                key.clientId(),
                key.requestId(),
                job.transfer().source(),
                job.transfer().target(),
                job.transfer().amountCents());
    }

    /** Takes the oldest job that nobody works on, or whose worker's lease has run out. */
    Optional<Lease> take(String owner, Duration duration, long nowMillis) throws SQLException {
        return database.transaction(connection -> {
            @Nullable
            Lease lease = Sql.first(
                    connection,
                    "SELECT * FROM jobs WHERE lease_until IS NULL OR lease_until <= ? ORDER BY id LIMIT 1",
                    Jobs::next,
                    nowMillis);
            if (lease != null) {
                Sql.update(
                        connection,
                        "UPDATE jobs SET lease_number = ?, lease_owner = ?, lease_until = ? WHERE id = ?",
                        lease.number(),
                        owner,
                        nowMillis + duration.toMillis(),
                        lease.jobId());
                table.advance(connection, lease.key(), State.RUNNING, null, nowMillis);
            }
            return Optional.ofNullable(lease);
        });
    }

    private static Lease next(ResultSet row) throws SQLException {
        return new Lease(
                row.getLong("id"),
                row.getLong("lease_number") + 1,
                new ScopedKey(row.getString("client_id"), row.getString("request_id")),
                new Transfer(row.getString("source"), row.getString("target"), row.getLong("amount_cents")));
    }

    /** Does the job and records its answer, if the lease still holds; returns whether it did. */
    boolean finish(Lease lease, long nowMillis) throws SQLException {
        return database.transaction(connection -> {
            int held = Sql.count(
                    connection,
                    "SELECT COUNT(*) FROM jobs WHERE id = ? AND lease_number = ? AND lease_until > ?",
                    lease.jobId(),
                    lease.number(),
                    nowMillis);
            if (held == 0) {
                return false;
            }
            ScopedKey key = lease.key();
            Caller caller = new Caller(key.clientId(), key.requestId(), nowMillis);
            Done done = lease.transfer().execute(connection, caller);
            table.advance(connection, key, done.state(), done.answer(), nowMillis);
            Sql.update(connection, "DELETE FROM jobs WHERE id = ?", lease.jobId());
            return true;
        });
    }
}
