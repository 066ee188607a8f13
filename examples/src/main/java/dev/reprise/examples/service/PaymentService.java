package dev.reprise.examples.service;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.sql.SQLException;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import mockwebserver3.MockWebServer;
import okhttp3.HttpUrl;

/**
 * A payment service on a loopback port, with a real database behind it and a switch that makes answers go missing
 * after the charge.
 *
 * <ul>
 *   <li>{@code POST /pay} with {@code {"orderId": "order-1001", "amountCents": 9900}} charges an order. With a key in
 *       {@code X-Request-Id} it charges once per key and sends the stored answer again, marked
 *       {@code "idempotentReplay":true}; another payload under the same key is refused with 422, a key whose first
 *       request is still at work with 409. A key is the client's own: the client is known by
 *       {@code Authorization: Bearer <token>}, and whoever sends none shares one anonymous name.
 *   <li>{@code GET /orders/{id}} tells whether an order was charged.
 *   <li>{@code GET /orders/{id}/charge-count} tells how often an order was charged.
 *   <li>{@code GET /health} says OK.
 * </ul>
 *
 * <p>Nothing here keeps an order from being charged twice: without a key each request counts.
 *
 * <p>Thread-safe. Counts what arrives itself, so that no client has to be believed.
 */
public final class PaymentService implements Closeable {

    private static final Logger SERVER_LOG = Logger.getLogger(MockWebServer.class.getName());

    private final MockWebServer server;
    private final PaymentStore store;
    private final PaymentRoutes routes;

    private PaymentService(MockWebServer server, PaymentStore store, PaymentRoutes routes) {
        this.server = server;
        this.store = store;
        this.routes = routes;
    }

    /** Starts a service with an empty database. Each request is told to {@code log}, on the server's threads. */
    public static PaymentService start(Consumer<String> log) throws IOException, SQLException {
        SERVER_LOG.setLevel(Level.OFF);
        PaymentStore store = PaymentStore.create();
        PaymentRoutes routes = new PaymentRoutes(store, log);
        MockWebServer server = new MockWebServer();
        server.setDispatcher(routes);
        server.start(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0);
        return new PaymentService(server, store, routes);
    }

    /** Returns an address of this service, by IP literal so that there is exactly one address to connect to. */
    public HttpUrl url(String path) {
        return new HttpUrl.Builder()
                .scheme("http")
                .host("127.0.0.1")
                .port(server.getPort())
                .encodedPath(path)
                .build();
    }

    /** The next payments and reads of an order are processed, but their answers suffer {@code fault}. */
    public void failNext(Fault fault, int requests) {
        routes.faults.next(fault, requests);
    }

    /** From now on every payment and every read of an order is processed, but its answer suffers {@code fault}. */
    public void failAlways(Fault fault) {
        routes.faults.next(fault, Integer.MAX_VALUE);
    }

    /** Keeps the next payment at work until the hold is released. */
    public Hold holdNext() {
        Hold hold = new Hold();
        routes.hold.set(hold);
        return hold;
    }

    /** Registers a client and returns the bearer token by which it is known. */
    public String register(String clientId) {
        return routes.clients.register(clientId);
    }

    /** Returns what the service saw of an order so far. */
    public OrderReport report(String orderId) throws SQLException {
        return routes.report(orderId);
    }

    @Override
    public void close() throws IOException {
        server.close();
        store.close();
    }
}
