package dev.reprise.examples.service;

import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How not to do it: transfers whose effect and whose record of the key are two transactions, in both orders, and a
 * switch by which the process dies between them.
 *
 * <ul>
 *   <li>Effect first: the money is moved and nothing remembers it, so the next request moves it again.
 *   <li>Record first: the key is on record and nothing was moved, so the next request is told of a success that never
 *       happened.
 * </ul>
 *
 * <p>No test of a healthy process shows the difference to {@link OncePerKey}. Thread-safe as far as anything here is.
 */
public final class TwoTransactions {

    private final Database database;
    private final IdempotencyTable table;
    private final AtomicInteger deaths = new AtomicInteger();

    /** What comes first. */
    enum First {
        EFFECT,
        RECORD
    }

    /** The process is gone: no answer, and nothing after the last commit. */
    static final class ProcessDied extends Exception {

        private static final long serialVersionUID = 1;

        ProcessDied() {
            super("the process died between two transactions");
        }
    }

    TwoTransactions(Database database, IdempotencyTable table) {
        this.database = database;
        this.table = table;
    }

    /** Lets the process die between the two transactions of the next requests. */
    public void dieNext(int requests) {
        deaths.set(requests);
    }

    Result run(First first, Transfer transfer, Caller caller) throws SQLException, ProcessDied {
        ScopedKey key = Objects.requireNonNull(caller.key(), "without a key there is no record");
        Optional<IdempotencyTable.Entry> entry =
                database.read(connection -> Optional.ofNullable(table.find(connection, key, caller.nowMillis())));
        if (entry.isPresent()) {
            return OncePerKey.again(transfer, key, entry.get());
        }
        Done done;
        switch (first) {
            case EFFECT -> {
                done = database.transaction(connection -> transfer.execute(connection, caller));
                dieIfAsked();
                record(transfer, key, done, caller);
            }
            case RECORD -> {
                done = database.read(connection -> Transfers.judge(connection, transfer, caller));
                record(transfer, key, done, caller);
                dieIfAsked();
                database.transaction(connection -> transfer.execute(connection, caller));
            }
            default -> throw new AssertionError(first);
        }
        return new Result.First(Objects.requireNonNull(done.answer()), done.description());
    }

    private void record(Transfer transfer, ScopedKey key, Done done, Caller caller) throws SQLException {
        database.transaction(connection -> {
            table.record(connection, key, transfer.digest(), done, caller.nowMillis());
            return key;
        });
    }

    private void dieIfAsked() throws ProcessDied {
        if (deaths.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new ProcessDied();
        }
    }
}
