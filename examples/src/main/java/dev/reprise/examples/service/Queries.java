package dev.reprise.examples.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import org.jspecify.annotations.Nullable;

/** The requests that ask for something. */
final class Queries {

    private final Clients clients;
    private final Clock clock;
    private final WayBack wayBack;
    private final Tallies tallies;
    private final Database database;
    private final Charges charges;
    private final Checkouts checkouts;
    private final IdempotencyTable table;
    private final RunningRequests running;

    Queries(
            Clients clients,
            Clock clock,
            WayBack wayBack,
            Tallies tallies,
            Database database,
            IdempotencyTable table,
            RunningRequests running) {
        this.clients = clients;
        this.clock = clock;
        this.wayBack = wayBack;
        this.tallies = tallies;
        this.database = database;
        this.charges = new Charges(database);
        this.checkouts = new Checkouts(database);
        this.table = table;
        this.running = running;
    }

    /** Answers a request to one of the addresses here; null if it is none of them. */
    @Nullable
    MockResponse answer(List<String> path, RecordedRequest request) throws SQLException {
        String root = path.get(0);
        if (path.size() == 1) {
            return root.equals("health") ? ok(Json.object().put("code", "OK")) : null;
        }
        String id = path.get(1);
        if (path.size() == 3) {
            return root.equals("orders") && path.get(2).equals("charge-count") ? chargeCount(id) : null;
        }
        if (path.size() > 3) {
            return null;
        }
        return switch (root) {
            case "orders" -> order(id);
            case "checkouts" -> checkout(id);
            case "requests" -> request(id, request);
            default -> null;
        };
    }

    private MockResponse order(String orderId) throws SQLException {
        tallies.order(orderId).requests.incrementAndGet();
        boolean charged = charges.count(orderId) > 0;
        return wayBack.answer(
                "GET /orders/" + orderId + ": " + (charged ? "charged" : "not charged"),
                ok(Json.object().put("orderId", orderId).put("charged", charged)));
    }

    private MockResponse chargeCount(String orderId) throws SQLException {
        tallies.order(orderId).queries.incrementAndGet();
        int count = charges.count(orderId);
        return wayBack.unharmed(
                "GET /orders/" + orderId + "/charge-count: " + count,
                ok(Json.object().put("orderId", orderId).put("chargeCount", count)));
    }

    private MockResponse checkout(String orderNo) throws SQLException {
        ObjectNode body = Json.object().put("orderNo", orderNo).put("paymentKey", checkouts.paymentKey(orderNo));
        return wayBack.unharmed("GET /checkouts/" + orderNo + ": hands out the order's key", ok(body));
    }

    private MockResponse request(String requestId, RecordedRequest request) throws SQLException {
        tallies.route("GET /requests").requests.incrementAndGet();
        String clientId = clients.authenticate(request.getHeaders().get("Authorization"));
        if (clientId == null) {
            return Clients.refusal();
        }
        ScopedKey key = new ScopedKey(clientId, requestId);
        // In this order: a request that ends in between is found in the table.
        boolean atWork = running.contains(key);
        IdempotencyTable.Entry entry = database.read(
                        connection -> Optional.ofNullable(table.find(connection, key, clock.millis())))
                .orElse(null);
        String word = entry == null
                ? (atWork ? State.RUNNING.word() : "unknown")
                : entry.state().word();
        return wayBack.unharmed(
                "GET /requests/" + requestId + ": " + word,
                Answer.json(status(word), body(requestId, word, entry))
                        .response()
                        .build());
    }

    private static int status(String word) {
        return switch (word) {
            case "unknown" -> 404;
            case "no_longer_kept" -> 410;
            default -> 200;
        };
    }

    private static ObjectNode body(String requestId, String word, IdempotencyTable.@Nullable Entry entry) {
        ObjectNode body = Json.object().put("requestId", requestId).put("state", word);
        Answer answer = entry == null ? null : entry.answer();
        if (answer != null) {
            body.putObject("answer")
                    .put("status", answer.status())
                    // As it is, not read and written again.
                    .putRawValue("body", new RawValue(answer.body().utf8()));
        }
        return body;
    }

    private static MockResponse ok(ObjectNode body) {
        return Answer.json(200, body).response().build();
    }
}
