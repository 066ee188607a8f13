package dev.reprise.examples.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class OncePerKeyTest {

    private static final Payment PAYMENT = new Payment("order-1", 9900);
    private static final Caller SHOP = new Caller("shop", "request-1", 0);

    private Database database;
    private OncePerKey oncePerKey;

    @BeforeEach
    void create() throws Exception {
        database = Database.temporary();
        database.create(PaymentService.schema());
        oncePerKey = new OncePerKey(database, new IdempotencyTable(Duration.ofHours(1)), new RunningRequests());
    }

    @AfterEach
    void close() throws Exception {
        database.close();
    }

    @Test
    void ofManyPaymentsAtOnceUnderOneKeyOneIsChargedAndTheOthersSeeItsAnswer() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        int charged = 0;
        try {
            Callable<Result> pay = () -> oncePerKey.transact(PAYMENT, SHOP);
            for (Future<Result> result : threads.invokeAll(Collections.nCopies(40, pay))) {
                if (result.get() instanceof Result.First) {
                    charged++;
                } else {
                    assertThat(result.get()).isInstanceOf(Result.Replayed.class);
                }
            }
        } finally {
            threads.shutdown();
        }
        assertThat(charged).isEqualTo(1);
        assertThat(new Charges(database).count("order-1")).isEqualTo(1);
    }

    @Test
    void aChargeWhoseKeyCannotBeRecordedIsNotMade() throws Exception {
        execute("CREATE TRIGGER full BEFORE INSERT ON idempotency BEGIN SELECT RAISE(ABORT, 'disk full'); END");

        assertThatThrownBy(() -> oncePerKey.run(PAYMENT, SHOP)).isInstanceOf(SQLException.class);
        assertThat(new Charges(database).count("order-1")).isZero();

        execute("DROP TRIGGER full");
        assertThat(oncePerKey.run(PAYMENT, SHOP)).isInstanceOf(Result.First.class);
    }

    @Test
    void aKeyWhoseTransferFailsHalfWayIsNotRecorded() throws Exception {
        Transfers transfers = new Transfers(database);
        transfers.open("a", 1000);
        transfers.open("b", 0);
        execute("CREATE TRIGGER full BEFORE INSERT ON transfers BEGIN SELECT RAISE(ABORT, 'disk full'); END");
        Transfer transfer = new Transfer("a", "b", 300);

        assertThatThrownBy(() -> oncePerKey.run(transfer, SHOP)).isInstanceOf(SQLException.class);
        assertThat(transfers.balance("a")).isEqualTo(1000);
        assertThat(transfers.balance("b")).isZero();

        execute("DROP TRIGGER full");
        assertThat(oncePerKey.run(transfer, SHOP)).isInstanceOf(Result.First.class);
        assertThat(transfers.balance("b")).isEqualTo(300);
    }

    @Test
    void closingDeletesATemporaryDatabase() throws Exception {
        Path folder = database.file().getParent();
        oncePerKey.run(PAYMENT, SHOP);
        assertThat(folder).isNotEmptyDirectory();

        database.close();

        assertThat(folder).doesNotExist();
    }

    @Test
    void noKeyIsShown() throws Exception {
        assertThat(SHOP.toString()).contains("shop").doesNotContain("request-1");
        assertThat(String.valueOf(SHOP.key())).contains("shop").doesNotContain("request-1");
        assertThat(oncePerKey.run(PAYMENT, SHOP).toString()).doesNotContain("request-1");
        assertThat(oncePerKey.run(PAYMENT, SHOP).toString()).doesNotContain("request-1");
    }

    private void execute(String sql) throws SQLException {
        database.transaction(connection -> Sql.update(connection, sql));
    }
}
