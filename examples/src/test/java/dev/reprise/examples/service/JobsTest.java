package dev.reprise.examples.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.examples.service.TestClient.Reply;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class JobsTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final String JOB = TestClient.transferJson("a", "b", 300);

    @TempDir
    private Path folder;

    private final ManualClock clock = new ManualClock();
    private Path file;
    private PaymentService service;
    private TestClient client;

    @BeforeEach
    void start() throws Exception {
        file = folder.resolve("payments.db");
        service = PaymentService.start(
                ServiceSettings.defaults().withClock(clock).withLease(LEASE).withDatabase(file), line -> {});
        client = TestClient.of(service, "shop");
        service.transfers().open("a", 1000);
        service.transfers().open("b", 0);
    }

    @AfterEach
    void stop() throws Exception {
        service.close();
    }

    @Test
    void aJobIsWrittenDownFirstAndDoneLater() throws Exception {
        Reply accepted = client.post("/jobs/transfers", "r-1", JOB);
        assertThat(accepted.status()).isEqualTo(202);
        assertThat(accepted.text()).isEqualTo("{\"code\":\"PENDING\",\"state\":\"accepted\",\"requestId\":\"r-1\"}");
        assertMoved(0);

        Worker worker = service.worker("w");
        assertThat(worker.take()).isTrue();
        Reply running = client.post("/jobs/transfers", "r-1", JOB);
        assertThat(running.status()).isEqualTo(202);
        assertThat(running.field("state")).isEqualTo("running");
        assertMoved(0);

        assertThat(worker.finish()).isTrue();
        assertMoved(1);
        Reply done = client.post("/jobs/transfers", "r-1", JOB);
        assertThat(done.status()).isEqualTo(200);
        assertThat(done.replayed()).isTrue();
        assertThat(done.field("requestId")).isEqualTo("r-1");
        assertThat(client.post("/jobs/transfers", "r-1", JOB).bytes()).isEqualTo(done.bytes());
        assertThat(worker.step()).isFalse();
    }

    @Test
    void aJobWithoutAKeyIsRefused() throws Exception {
        assertThat(client.post("/jobs/transfers", null, JOB).status()).isEqualTo(400);
        assertThat(service.worker("w").step()).isFalse();
    }

    @Test
    void anotherPayloadForAWaitingJobIsRefused() throws Exception {
        client.post("/jobs/transfers", "r-1", JOB);

        assertThat(client.post("/jobs/transfers", "r-1", TestClient.transferJson("a", "b", 301))
                        .status())
                .isEqualTo(422);
    }

    @Test
    void aJobThatIsRefusedHasFailedAndStaysSo() throws Exception {
        client.post("/jobs/transfers", "r-1", TestClient.transferJson("a", "b", 3000));
        assertThat(service.worker("w").step()).isTrue();
        service.transfers().open("a", 5000);

        Reply reply = client.post("/jobs/transfers", "r-1", TestClient.transferJson("a", "b", 3000));

        assertThat(reply.status()).isEqualTo(402);
        assertThat(client.state("r-1")).isEqualTo("failed");
        assertThat(service.worker("w").step()).isFalse();
        assertThat(service.transfers().count()).isZero();
    }

    @Test
    void whileALeaseHoldsNobodyElseGetsTheJob() throws Exception {
        client.post("/jobs/transfers", "r-1", JOB);
        Worker first = service.worker("first");
        assertThat(first.take()).isTrue();
        clock.advance(LEASE.minusMillis(1));

        assertThat(service.worker("second").step()).isFalse();
        assertThat(first.finish()).isTrue();
        assertMoved(1);
    }

    @Test
    void theJobOfAWorkerThatDiedIsTakenOverAndDoneOnce() throws Exception {
        client.post("/jobs/transfers", "r-1", JOB);
        assertThat(service.worker("first").take()).isTrue();
        clock.advance(LEASE);
        assertThat(client.state("r-1")).isEqualTo("running");

        assertThat(service.worker("second").step()).isTrue();
        assertThat(client.state("r-1")).isEqualTo("committed");
        assertThat(service.worker("third").step()).isFalse();
        assertMoved(1);
    }

    @Test
    void aWorkerThatWakesUpAfterTheJobWasDoneChangesNothing() throws Exception {
        client.post("/jobs/transfers", "r-1", JOB);
        Worker late = service.worker("first");
        late.take();
        clock.advance(LEASE);
        service.worker("second").step();
        Reply answer = client.post("/jobs/transfers", "r-1", JOB);

        assertThat(late.finish()).isFalse();
        assertMoved(1);
        assertThat(client.post("/jobs/transfers", "r-1", JOB).bytes()).isEqualTo(answer.bytes());
    }

    @Test
    void aWorkerThatWakesUpWhileAnotherOneIsAtWorkChangesNothingEvenUnderTheSameName() throws Exception {
        client.post("/jobs/transfers", "r-1", JOB);
        Worker late = service.worker("worker");
        late.take();
        clock.advance(LEASE);
        Worker second = service.worker("worker");
        assertThat(second.take()).isTrue();

        assertThat(late.finish()).isFalse();
        assertMoved(0);
        assertThat(second.finish()).isTrue();
        assertMoved(1);
    }

    @Test
    void aWorkerWhoseLeaseRanOutDoesNotFinishEvenIfNobodyTookOver() throws Exception {
        client.post("/jobs/transfers", "r-1", JOB);
        Worker late = service.worker("first");
        late.take();
        clock.advance(LEASE);

        assertThat(late.finish()).isFalse();
        assertMoved(0);
        assertThat(late.step()).isTrue();
        assertMoved(1);
    }

    @Test
    void aJobThatBreaksOnTheWayLeavesNothingBehindAndIsDoneLater() throws Exception {
        client.post("/jobs/transfers", "r-1", JOB);
        Worker worker = service.worker("w");
        worker.take();
        try (Database database = Database.at(file)) {
            // The last thing that is written: money has been moved by then.
            execute(database, "CREATE TRIGGER full BEFORE DELETE ON jobs BEGIN SELECT RAISE(ABORT, 'full'); END");
            assertThatThrownBy(worker::finish).isInstanceOf(SQLException.class);
            assertMoved(0);
            assertThat(client.state("r-1")).isEqualTo("running");
            execute(database, "DROP TRIGGER full");
        }

        assertThat(worker.finish()).isFalse();
        clock.advance(LEASE);
        assertThat(service.worker("second").step()).isTrue();
        assertMoved(1);
    }

    @Test
    void manyWorkersAtOnceDoEachJobOnce() throws Exception {
        service.transfers().open("a", 100_000);
        for (int i = 0; i < 20; i++) {
            client.post("/jobs/transfers", "r-" + i, TestClient.transferJson("a", "b", 10));
        }
        ExecutorService threads = Executors.newFixedThreadPool(8);
        int done = 0;
        try {
            List<Callable<Integer>> workers = IntStream.range(0, 8)
                    .<Callable<Integer>>mapToObj(i -> () -> drain(service.worker("w-" + i)))
                    .toList();
            for (Future<Integer> count : threads.invokeAll(workers)) {
                done += count.get();
            }
        } finally {
            threads.shutdown();
        }
        assertThat(done).isEqualTo(20);
        assertThat(service.transfers().count()).isEqualTo(20);
        assertThat(service.transfers().balance("b")).isEqualTo(200);
    }

    private static int drain(Worker worker) throws SQLException {
        int done = 0;
        while (worker.step()) {
            done++;
        }
        return done;
    }

    private static void execute(Database database, String sql) throws SQLException {
        database.transaction(connection -> Sql.update(connection, sql));
    }

    private void assertMoved(int times) throws Exception {
        assertThat(service.transfers().count()).isEqualTo(times);
        assertThat(service.transfers().balance("a")).isEqualTo(1000 - 300L * times);
        assertThat(service.transfers().balance("b")).isEqualTo(300L * times);
    }
}
