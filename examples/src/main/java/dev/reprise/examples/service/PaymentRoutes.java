package dev.reprise.examples.service;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import org.jspecify.annotations.Nullable;

/** The HTTP side of the {@link PaymentService}. */
final class PaymentRoutes extends Dispatcher {

    final Clients clients = new Clients();
    final Faults faults = new Faults();
    final AtomicReference<@Nullable Hold> hold = new AtomicReference<>();

    private final PaymentStore store;
    private final Consumer<String> log;
    private final RunningRequests running = new RunningRequests();
    private final ConcurrentMap<String, Tally> tallies = new ConcurrentHashMap<>();

    PaymentRoutes(PaymentStore store, Consumer<String> log) {
        this.store = store;
        this.log = log;
    }

    @Override
    public MockResponse dispatch(RecordedRequest request) throws InterruptedException {
        List<String> path = request.getUrl().pathSegments();
        String route = request.getMethod() + " " + path.get(0);
        try {
            if (route.equals("POST pay") && path.size() == 1) {
                return pay(request);
            }
            if (route.equals("GET orders") && path.size() == 2) {
                return order(path.get(1));
            }
            if (route.equals("GET orders") && path.size() == 3 && path.get(2).equals("charge-count")) {
                return chargeCount(path.get(1));
            }
            if (route.equals("GET health") && path.size() == 1) {
                return Answers.json(200, Json.object().put("code", "OK"));
            }
            return Answers.refusal(404, "NOT_FOUND", "No such resource");
        } catch (SQLException e) {
            // Nothing was committed and nothing is remembered: the same key may try again.
            return Answers.refusal(500, "INTERNAL", "The database failed");
        }
    }

    OrderReport report(String orderId) throws SQLException {
        Tally tally = tally(orderId);
        return new OrderReport(
                tally.requests.get(), store.chargeCount(orderId), tally.replays.get(), tally.queries.get());
    }

    private MockResponse pay(RecordedRequest request) throws InterruptedException, SQLException {
        String clientId = clients.authenticate(request.getHeaders().get("Authorization"));
        if (clientId == null) {
            return Answers.refusal(401, "UNAUTHENTICATED", "Unknown token");
        }
        PayRequest pay;
        try {
            pay = PayRequest.read(request, clientId);
        } catch (IllegalArgumentException e) {
            return Answers.refusal(400, "BAD_REQUEST", String.valueOf(e.getMessage()));
        }
        Tally tally = tally(pay.payment().orderId());
        tally.requests.incrementAndGet();
        PaymentResult result = work(pay.payment(), pay.key());
        if (result instanceof PaymentResult.Replayed) {
            tally.replays.incrementAndGet();
        }
        return answer(pay.description() + ": " + result.description(), result.answer());
    }

    private MockResponse order(String orderId) throws SQLException {
        tally(orderId).requests.incrementAndGet();
        boolean charged = store.chargeCount(orderId) > 0;
        return answer(
                "GET /orders/" + orderId + ": " + (charged ? "charged" : "not charged"),
                Answers.json(200, Json.object().put("orderId", orderId).put("charged", charged)));
    }

    private MockResponse answer(String told, MockResponse answer) {
        Fault fault = faults.take();
        // Told before the answer can leave, so that what the client says about it comes after.
        log.accept(told + (fault == null ? "" : "; " + fault.description()));
        return fault == null ? answer : fault.spoil(answer);
    }

    private PaymentResult work(Payment payment, @Nullable ScopedKey key) throws InterruptedException, SQLException {
        PaymentResult earlier = key == null ? null : running.enter(key, payment);
        if (earlier != null) {
            return earlier;
        }
        try {
            Hold held = hold.getAndSet(null);
            if (held != null) {
                held.pause();
            }
            return store.pay(payment, key);
        } finally {
            if (key != null) {
                running.leave(key);
            }
        }
    }

    private MockResponse chargeCount(String orderId) throws SQLException {
        tally(orderId).queries.incrementAndGet();
        int count = store.chargeCount(orderId);
        log.accept("GET /orders/" + orderId + "/charge-count: " + count);
        return Answers.json(200, Json.object().put("orderId", orderId).put("chargeCount", count));
    }

    private Tally tally(String orderId) {
        return tallies.computeIfAbsent(orderId, id -> new Tally());
    }
}
