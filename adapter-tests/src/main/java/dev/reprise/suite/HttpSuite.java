package dev.reprise.suite;

import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.event.AttemptStarted;
import dev.reprise.event.RetryListener;
import dev.reprise.http.HeaderNames;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.ReceivedRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What every wrapped client promises, whichever it is and however it is called: what the suites of the single promises share. */
public abstract class HttpSuite {

    static final Duration SOON = Duration.ofSeconds(10);
    static final Duration SHORT = Duration.ofMillis(300);
    static final String KEY_HEADER = "Idempotency-Key";

    final List<AttemptStarted> started = new CopyOnWriteArrayList<>();
    FaultServer server;

    /**
     * Wraps a client.
     *
     * @param retrier the settings and the live state
     * @return a way to call it
     */
    protected abstract Port port(Retrier retrier);

    Port port(RetryPolicy policy) {
        return port(Retrier.of(policy));
    }

    @BeforeEach
    void startServer() {
        server = FaultServer.start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    /** Three attempts, a millisecond apart. */
    RetryPolicy.Builder policy() {
        return RetryPolicy.builder("suite")
                .budget(BudgetSettings.unlimited())
                .maxAttempts(3)
                .backoff(Backoff.fixed(Duration.ofMillis(1)))
                .keyHeader(KEY_HEADER)
                .logging(false)
                .listener(new RetryListener() {
                    @Override
                    public void attemptStarted(AttemptStarted event) {
                        started.add(event);
                    }
                });
    }

    Port port() {
        return port(policy().build());
    }

    static Actions actions() {
        return Actions.builder(new InMemoryActionStore())
                .type("payment", type -> type.profile(IdempotencyProfile.bareHeader(HeaderNames.X_REQUEST_ID)))
                .build();
    }

    static BusinessAction payment() {
        return actions().open("payment", "order-1");
    }

    Call get() {
        return Call.get(server.uri("/"));
    }

    Call pay() {
        return Call.post(server.uri("/pay"));
    }

    List<String> keys(String header) {
        return server.requests().stream()
                .map((ReceivedRequest request) -> String.valueOf(request.header(header)))
                .toList();
    }
}
