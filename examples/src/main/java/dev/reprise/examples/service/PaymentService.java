package dev.reprise.examples.service;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import mockwebserver3.MockWebServer;
import okhttp3.HttpUrl;

/**
 * A payment service on a loopback port, with a real database behind it and switches for what can go wrong.
 *
 * <p>What changes something, with a key in {@code X-Request-Id} (once per key) or, where none is needed, without one
 * (every time):
 *
 * <ul>
 *   <li>{@code POST /pay} with {@code {"orderId": "order-1001", "amountCents": 9900}} charges an order.
 *   <li>{@code POST /transfers} with {@code {"source": "a", "target": "b", "amountCents": 500}} moves money between
 *       accounts; needs a key. Refuses for good with 402 ({@code BALANCE_INSUFFICIENT}) or 400
 *       ({@code UNKNOWN_ACCOUNT}, {@code SAME_ACCOUNT}, {@code AMOUNT_NOT_POSITIVE}, {@code BALANCE_OVERFLOW}).
 *   <li>{@code POST /jobs/transfers} writes a transfer down (202) for a {@link Worker} to make it; needs a key. Sent again
 *       it tells how the job stands, and its answer when there is one.
 *   <li>{@code POST /orders} with {@code {"orderNo": "order-1001", "item": "tea"}} records an order.
 *   <li>{@code POST /notifications} with {@code {"userId": "ann", "text": "Paid"}} puts a message into the outbox.
 *   <li>{@code POST /checkouts} with {@code {"orderNo": "order-1001", "amountCents": 9900}} pays an order of the server's
 *       own at most once, with or without a key: whoever comes second gets 200, {@code ALREADY_PAID} and the first one's
 *       {@code paymentId}, or 422 ({@code PAID_WITH_OTHER_AMOUNT}).
 *   <li>{@code POST /two-transactions/effect-first} and {@code /record-first} are {@code /transfers} done wrong.
 * </ul>
 *
 * <p>What a second request with the same key gets: the first one's answer, to the byte, with the header
 * {@code Idempotent-Replayed: true} ({@code /pay} also marks the body, by {@code "idempotentReplay":true}); 422
 * ({@code OTHER_PAYLOAD}) if it wants something else; 409 ({@code STILL_RUNNING}) while the first one is at work; 410
 * ({@code RESULT_NO_LONGER_KEPT}) when the answer's time is over. Definite refusals are kept like successes; 503
 * ({@code BUSY}), 500 and what could not be read (400 {@code BAD_REQUEST}) never are. Answers name the key as
 * {@code requestId}, so that a client can check that an answer is its own.
 *
 * <p>A key is the client's own: the client is known by {@code Authorization: Bearer <token>}, and whoever sends none
 * shares one anonymous name.
 *
 * <p>What asks for something:
 *
 * <ul>
 *   <li>{@code GET /requests/{key}} tells how the client's own request stands: {@code accepted}, {@code running},
 *       {@code committed}, {@code failed}, {@code unknown} (404) or {@code no_longer_kept} (410), with its answer if there
 *       is one. Unknown means not seen yet: the request may still be on its way.
 *   <li>{@code GET /checkouts/{orderNo}} hands out the one key under which an order of the server's own is to be paid.
 *   <li>{@code GET /orders/{id}} tells whether an order was charged.
 *   <li>{@code GET /orders/{id}/charge-count} tells how often an order was charged.
 *   <li>{@code GET /health} says OK.
 * </ul>
 *
 * <p>Thread-safe. Counts what arrives itself, so that no client has to be believed.
 */
public final class PaymentService implements Closeable {

    private final MockWebServer server = new MockWebServer();
    private final Routes routes;
    private final Clients clients = new Clients();
    private final Faults faults = new Faults();
    private final Overload overload = new Overload();
    private final Tallies tallies = new Tallies();

    private final ServiceSettings settings;
    private final Database database;
    private final IdempotencyTable table;
    private final OncePerKey oncePerKey;
    private final TwoTransactions twoTransactions;

    private PaymentService(ServiceSettings settings, Database database, Consumer<String> log) {
        this.settings = settings;
        this.database = database;
        this.table = new IdempotencyTable(settings.keepAnswers());
        RunningRequests running = new RunningRequests();
        this.oncePerKey = new OncePerKey(database, table, running);
        this.twoTransactions = new TwoTransactions(database, table);
        WayBack wayBack = new WayBack(faults, log);
        this.routes = new Routes(
                new Commands(
                        clients, settings.clock(), faults, overload, wayBack, tallies, oncePerKey, twoTransactions),
                new Queries(clients, settings.clock(), wayBack, tallies, database, table, running));
    }

    /** Starts a service with an empty database. Each request is told to {@code log}, on the server's threads. */
    public static PaymentService start(Consumer<String> log) throws IOException, SQLException {
        return start(ServiceSettings.defaults(), log);
    }

    /** Starts a service. Each request is told to {@code log}, on the server's threads. */
    public static PaymentService start(ServiceSettings settings, Consumer<String> log)
            throws IOException, SQLException {
        Path file = settings.database();
        Database database = file == null ? Database.temporary() : Database.at(file);
        database.create(schema());
        PaymentService service = new PaymentService(settings, database, log);
        Loopback.start(service.server, service.routes);
        return service;
    }

    static List<String> schema() {
        return Stream.of(
                        IdempotencyTable.SCHEMA,
                        Charges.SCHEMA,
                        Transfers.SCHEMA,
                        Jobs.SCHEMA,
                        Orders.SCHEMA,
                        Outbox.SCHEMA,
                        Checkouts.SCHEMA)
                .flatMap(List::stream)
                .toList();
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

    /** The next commands and reads of an order suffer {@code fault}. */
    public void failNext(Fault fault, int requests) {
        faults.next(fault, requests);
    }

    /** From now on every command and every read of an order suffers {@code fault}. */
    public void failAlways(Fault fault) {
        faults.next(fault, Integer.MAX_VALUE);
    }

    /**
     * The next commands are turned away as long as this says, with 503 and a Retry-After.
     *
     * @param requests how many commands are turned away
     * @param retryAfterSeconds what they are told to wait, in seconds
     */
    public void busyNext(int requests, int retryAfterSeconds) {
        overload.next(requests, retryAfterSeconds);
    }

    /** Keeps the next command at work until the hold is released. */
    public Hold holdNext() {
        Hold hold = new Hold();
        oncePerKey.hold.set(hold);
        return hold;
    }

    /** Registers a client and returns the bearer token by which it is known, until the service is closed. */
    public String register(String clientId) {
        return clients.register(clientId);
    }

    /** Erases the answers whose time is over and returns how many; only their tombstones are left. */
    public int sweep() throws SQLException {
        return database.transaction(
                connection -> table.sweep(connection, settings.clock().millis()));
    }

    /** Returns a new worker for the jobs. */
    public Worker worker(String name) {
        return new Worker(name, new Jobs(database, table), settings.clock(), settings.lease());
    }

    /** Returns the accounts and the transfers between them. */
    public Transfers transfers() {
        return new Transfers(database);
    }

    /** Returns the records of orders. */
    public Orders orders() {
        return new Orders(database);
    }

    /** Returns the messages that were put into the outbox. */
    public Outbox outbox() {
        return new Outbox(database);
    }

    /** Returns the payments of the server's own orders. */
    public Checkouts checkouts() {
        return new Checkouts(database);
    }

    /** Returns the switch of what is done wrong on purpose. */
    public TwoTransactions twoTransactions() {
        return twoTransactions;
    }

    /** Returns what the service saw of an order so far. */
    public OrderReport report(String orderId) throws SQLException {
        Tally tally = tallies.order(orderId);
        return new OrderReport(
                tally.requests.get(), new Charges(database).count(orderId), tally.replays.get(), tally.queries.get());
    }

    /** Returns what the service saw of a route so far, such as {@code POST /transfers} or {@code GET /requests}. */
    public Traffic traffic(String route) {
        Tally tally = tallies.route(route);
        return new Traffic(tally.requests.get(), tally.replays.get());
    }

    @Override
    public void close() throws IOException {
        server.close();
        database.close();
    }
}
