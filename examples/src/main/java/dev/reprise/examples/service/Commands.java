package dev.reprise.examples.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Map;
import java.util.function.Function;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/** The requests that want something done. */
final class Commands {

    static final String KEY_HEADER = "X-Request-Id";

    private static final int MAX_KEY_LENGTH = 255;

    private final Clients clients;
    private final Clock clock;
    private final Faults faults;
    private final Overload overload;
    private final WayBack wayBack;
    private final Tallies tallies;
    private final Map<String, Route<?>> routes;

    private interface Way<C extends Command> {
        Result run(C command, Caller caller) throws SQLException, InterruptedException, TwoTransactions.ProcessDied;
    }

    /** What is read at an address, whether it needs a key, and how it is done. */
    private record Route<C extends Command>(Function<ObjectNode, C> reader, boolean keyRequired, Way<C> way) {

        Wish<C> read(RecordedRequest request, Caller caller) {
            if (keyRequired && caller.requestId() == null) {
                throw new IllegalArgumentException(KEY_HEADER + " is missing");
            }
            ByteString body = request.getBody();
            return new Wish<>(reader.apply(Json.parseObject(body == null ? "" : body.utf8())), caller, way);
        }
    }

    /** What one request wants. */
    private record Wish<C extends Command>(C command, Caller caller, Way<C> way) {

        Result run() throws SQLException, InterruptedException, TwoTransactions.ProcessDied {
            return way.run(command, caller);
        }
    }

    Commands(
            Clients clients,
            Clock clock,
            Faults faults,
            Overload overload,
            WayBack wayBack,
            Tallies tallies,
            OncePerKey oncePerKey,
            TwoTransactions twoTransactions) {
        this.clients = clients;
        this.clock = clock;
        this.faults = faults;
        this.overload = overload;
        this.wayBack = wayBack;
        this.tallies = tallies;
        this.routes = Map.of(
                "/pay", new Route<>(Payment::read, false, oncePerKey::run),
                "/transfers", new Route<>(Transfer::read, true, oncePerKey::run),
                "/jobs/transfers", new Route<>(TransferJob::read, true, oncePerKey::run),
                "/orders", new Route<>(Order::read, false, oncePerKey::run),
                "/notifications", new Route<>(Notification::read, false, oncePerKey::run),
                "/checkouts", new Route<>(Checkout::read, false, oncePerKey::run),
                "/two-transactions/effect-first",
                        new Route<>(
                                Transfer::read,
                                true,
                                (transfer, caller) ->
                                        twoTransactions.run(TwoTransactions.First.EFFECT, transfer, caller)),
                "/two-transactions/record-first",
                        new Route<>(
                                Transfer::read,
                                true,
                                (transfer, caller) ->
                                        twoTransactions.run(TwoTransactions.First.RECORD, transfer, caller)));
    }

    /** Answers a request to one of the addresses here; null if it is none of them. */
    @Nullable
    MockResponse answer(String path, RecordedRequest request) throws SQLException, InterruptedException {
        Route<?> route = routes.get(path);
        if (route == null) {
            return null;
        }
        tallies.route("POST " + path).requests.incrementAndGet();
        String clientId = clients.authenticate(request.getHeaders().get("Authorization"));
        if (clientId == null) {
            return Clients.refusal();
        }
        Wish<?> wish;
        try {
            String requestId = key(request.getHeaders().get(KEY_HEADER));
            wish = route.read(request, new Caller(clientId, requestId, clock.millis()));
        } catch (IllegalArgumentException e) {
            return Answer.refusal(400, "BAD_REQUEST", String.valueOf(e.getMessage()))
                    .response()
                    .build();
        }
        return answer(path, wish);
    }

    private MockResponse answer(String path, Wish<?> wish) throws SQLException, InterruptedException {
        String requestId = wish.caller().requestId();
        String orderId = wish.command().orderId();
        String told = "POST " + path + ", " + (requestId == null ? "no key" : "key " + requestId) + ": ";
        if (orderId != null) {
            tallies.order(orderId).requests.incrementAndGet();
        }
        if (faults.cutBeforeCommit()) {
            return wayBack.hangUp(told + "nothing done; " + Fault.BEFORE_COMMIT.description());
        }
        if (overload.turnsAway()) {
            return wayBack.answer(told + "too busy, nothing done", overload.response(requestId));
        }
        Result result;
        try {
            result = wish.run();
        } catch (TwoTransactions.ProcessDied e) {
            return wayBack.hangUp(told + e.getMessage());
        }
        if (result instanceof Result.Replayed) {
            tallies.route("POST " + path).replays.incrementAndGet();
            if (orderId != null) {
                tallies.order(orderId).replays.incrementAndGet();
            }
        }
        return wayBack.answer(told + result.description(), result.response().build());
    }

    private static @Nullable String key(@Nullable String requestId) {
        if (requestId != null) {
            Fields.requireText(KEY_HEADER, requestId, MAX_KEY_LENGTH);
        }
        return requestId;
    }
}
