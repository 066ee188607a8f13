package dev.reprise.examples.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
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
class PaymentStoreTest {

    private static final Payment PAYMENT = new Payment("order-1", 9900);
    private static final ScopedKey KEY = new ScopedKey("shop", "request-1");

    private PaymentStore store;

    @BeforeEach
    void create() throws Exception {
        store = PaymentStore.create();
    }

    @AfterEach
    void close() throws Exception {
        store.close();
    }

    @Test
    void ofManyPaymentsAtOnceUnderOneKeyOneIsChargedAndTheOthersSeeItsAnswer() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        int charged = 0;
        try {
            Callable<PaymentResult> pay = () -> store.pay(PAYMENT, KEY);
            for (Future<PaymentResult> result : threads.invokeAll(Collections.nCopies(40, pay))) {
                if (result.get() instanceof PaymentResult.Charged) {
                    charged++;
                } else {
                    assertThat(result.get()).isInstanceOf(PaymentResult.Replayed.class);
                }
            }
        } finally {
            threads.shutdown();
        }
        assertThat(charged).isEqualTo(1);
        assertThat(store.chargeCount("order-1")).isEqualTo(1);
    }

    @Test
    void aChargeWhoseKeyCannotBeRecordedIsNotMade() throws Exception {
        execute("CREATE TRIGGER full BEFORE INSERT ON idempotency BEGIN SELECT RAISE(ABORT, 'disk full'); END");

        assertThatThrownBy(() -> store.pay(PAYMENT, KEY)).isInstanceOf(SQLException.class);
        assertThat(store.chargeCount("order-1")).isZero();

        execute("DROP TRIGGER full");
        assertThat(store.pay(PAYMENT, KEY)).isInstanceOf(PaymentResult.Charged.class);
    }

    @Test
    void closingDeletesTheDatabase() throws Exception {
        Path folder = store.folder();
        store.pay(PAYMENT, null);
        assertThat(folder).isNotEmptyDirectory();

        store.close();

        assertThat(folder).doesNotExist();
        create();
    }

    @Test
    void noKeyIsShown() {
        assertThat(KEY.toString()).contains("shop").doesNotContain("request-1");
    }

    private void execute(String sql) throws SQLException {
        String url = "jdbc:sqlite:" + store.folder().resolve("payments.db");
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }
}
