package dev.reprise.examples.layers;

import dev.reprise.RetryPolicy;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.chain.CallChain;
import dev.reprise.chain.IncomingCall;
import dev.reprise.examples.ClientKind;
import dev.reprise.examples.Scenario;
import dev.reprise.examples.ShopClient;
import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import java.net.URI;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Three layers above a dead service, each of which tries three times: attempts multiply, unless only one layer retries. */
public final class AmplificationLab implements Scenario {

    private static final CallChain MARKER = CallChain.builder().marker().build();

    @Override
    public List<ScenarioRow> expected(ClientKind client) {
        return List.of(
                row(client, "plain", 3, 9, 27),
                row(client, "marker", 3, 3, 3),
                // The service's budget ends it: nine calls, and the ten retries of its floor.
                row(client, "default-budget", 3, 9, 19));
    }

    private static ScenarioRow row(ClientKind client, String strategy, int gateway, int service, int upstream) {
        return ScenarioRow.of("amplification", client.id())
                .with("strategy", strategy)
                .with("gatewayRequests", gateway)
                .with("serviceRequests", service)
                .with("requests", upstream);
    }

    @Override
    public List<ScenarioRow> run(ClientKind client, Transcript transcript) throws Exception {
        transcript.heading("Lab: amplification, app, gateway and service try three times each, the upstream is dead");
        return List.of(
                play(client, "plain", BudgetSettings.unlimited(), null, transcript),
                play(client, "marker", BudgetSettings.unlimited(), MARKER, transcript),
                play(client, "default-budget", BudgetSettings.DEFAULT, null, transcript));
    }

    private static ScenarioRow play(
            ClientKind kind, String strategy, BudgetSettings budget, @Nullable CallChain chain, Transcript transcript)
            throws Exception {
        RetryPolicy.Builder policy = RetryPolicy.builder("orders")
                .maxAttempts(3)
                // Requests are counted here, not pauses.
                .backoff(Backoff.none())
                .budget(budget);
        RetryPolicy shared = (chain == null ? policy : policy.chain(chain)).build();
        // Each wrapped client has a budget of its own, as it would in a process of its own.
        Supplier<ShopClient> wrapped = () -> kind.wrapped(shared, LoopbackServer.PATIENCE);
        try (LoopbackServer upstream = LoopbackServer.start(request -> 503);
                LoopbackServer service = LoopbackServer.start(layer(wrapped.get(), upstream.address(), chain));
                LoopbackServer gateway = LoopbackServer.start(layer(wrapped.get(), service.address(), chain))) {
            transcript.user("clicks once; budget: " + budget + (chain == null ? "; no marker" : "; marker"));
            int status = wrapped.get().get(gateway.address()).status();
            transcript.server("requests to the gateway: " + gateway.requests() + ", to the service: "
                    + service.requests() + ", to the upstream: " + upstream.requests());
            transcript.client(status + " in the end");
            return row(kind, strategy, gateway.requests(), service.requests(), upstream.requests());
        }
    }

    /** A service that asks the next one; if requests are marked, all that it does for one is part of the call that came in. */
    @SuppressWarnings("try") // the scope does its work by being open
    private static LoopbackServer.Handler layer(ShopClient client, URI next, @Nullable CallChain chain) {
        return request -> {
            if (chain == null) {
                return client.get(next).status();
            }
            IncomingCall incoming = chain.read(request.getHeaders()::get);
            try (IncomingCall.Scope ignored = incoming.enter()) {
                return client.get(next).status();
            }
        };
    }
}
