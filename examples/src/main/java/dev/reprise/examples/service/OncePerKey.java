package dev.reprise.examples.service;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Does a command once per key. Everything is one transaction: the look at the key, the effect or the definite refusal,
 * and the record of the key with the answer. So there is no moment at which a crash could leave one without the other.
 */
final class OncePerKey {

    final AtomicReference<@Nullable Hold> hold = new AtomicReference<>();

    private final Database database;
    private final IdempotencyTable table;
    private final RunningRequests running;

    OncePerKey(Database database, IdempotencyTable table, RunningRequests running) {
        this.database = database;
        this.table = table;
        this.running = running;
    }

    /**
     * Does the command, unless its key has been seen before. Without a key nothing tells a request that was sent again
     * from one that was meant, so it is done every time.
     */
    Result run(Command command, Caller caller) throws SQLException, InterruptedException {
        ScopedKey key = caller.key();
        Result earlier = key == null ? null : running.enter(key, command.digest());
        if (earlier != null) {
            return earlier;
        }
        try {
            Hold held = hold.getAndSet(null);
            if (held != null) {
                held.pause();
            }
            return transact(command, caller);
        } finally {
            if (key != null) {
                running.leave(key);
            }
        }
    }

    Result transact(Command command, Caller caller) throws SQLException {
        return database.transaction(connection -> {
            ScopedKey key = caller.key();
            IdempotencyTable.Entry entry = key == null ? null : table.find(connection, key, caller.nowMillis());
            if (key != null && entry != null) {
                return again(command, key, entry);
            }
            Done done = command.execute(connection, caller);
            if (key != null) {
                table.record(connection, key, command.digest(), done, caller.nowMillis());
            }
            Answer answer = done.answer();
            return answer == null
                    ? new Result.Pending(done.state(), String.valueOf(caller.requestId()), done.description())
                    : new Result.First(answer, done.description());
        });
    }

    /** Returns what to say to a request whose key has been seen before. */
    static Result again(Command command, ScopedKey key, IdempotencyTable.Entry entry) {
        if (entry.state() == State.NO_LONGER_KEPT) {
            return Result.Refused.noLongerKept(key);
        }
        if (!Digest.same(entry.digest(), command.digest())) {
            return Result.Refused.otherPayload(key);
        }
        Answer first = entry.answer();
        return first == null
                ? Result.Pending.seen(entry.state(), key.requestId())
                : new Result.Replayed(command.again(first), command.participle());
    }
}
