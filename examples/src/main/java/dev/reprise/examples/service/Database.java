package dev.reprise.examples.service;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * A SQLite database: either a file that stays, or one in a temporary folder that is deleted on close.
 *
 * <p>Thread-safe: each operation has its own connection, and SQLite lets one of them write at a time.
 */
final class Database implements Closeable {

    private static final int BUSY_TIMEOUT_MILLIS = 10_000;

    /** What is done over one connection. */
    interface Work<T> {
        T run(Connection connection) throws SQLException;
    }

    private final Path file;
    private final @Nullable Path temporaryFolder;
    private final SQLiteDataSource source;

    /** Never used: while one connection is open SQLite keeps its write-ahead log, instead of folding it in each time. */
    private final Connection keeper;

    private Database(Path file, @Nullable Path temporaryFolder) throws SQLException {
        this.file = file;
        this.temporaryFolder = temporaryFolder;
        this.source = source(file);
        this.keeper = source.getConnection();
    }

    /** Creates an empty database that is deleted on close. */
    static Database temporary() throws IOException, SQLException {
        Path folder = Files.createTempDirectory("reprise-payments");
        return new Database(folder.resolve("payments.db"), folder);
    }

    /** Opens the database in a file, or makes it; it stays when this object is closed. */
    static Database at(Path file) throws SQLException {
        return new Database(file, null);
    }

    private static SQLiteDataSource source(Path file) {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
        config.setBusyTimeout(BUSY_TIMEOUT_MILLIS);
        // BEGIN IMMEDIATE: the write lock is taken before the key is looked up, so that of two requests with the
        // same key the second one reads what the first one wrote.
        config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + file);
        return source;
    }

    /** Creates the tables and indexes that do not exist yet. */
    void create(List<String> schema) throws SQLException {
        for (String ddl : schema) {
            Sql.update(keeper, ddl);
        }
    }

    /** Does something in one transaction, which is rolled back by every exception. */
    <T> T transaction(Work<T> work) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            try {
                T result = work.run(connection);
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            }
        }
    }

    /** Reads something. */
    <T> T read(Work<T> work) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return work.run(connection);
        }
    }

    Path file() {
        return file;
    }

    @Override
    public void close() throws IOException {
        try {
            keeper.close();
        } catch (SQLException e) {
            throw new IOException("The database cannot be closed", e);
        }
        if (temporaryFolder != null && Files.exists(temporaryFolder)) {
            try (Stream<Path> files = Files.walk(temporaryFolder)) {
                files.sorted(Comparator.reverseOrder()).forEach(Database::delete);
            }
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
