package dev.reprise.examples.labs;

import dev.reprise.examples.ClientKind;
import dev.reprise.examples.Scenario;
import dev.reprise.examples.ShopClient;
import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import dev.reprise.examples.service.Fault;
import dev.reprise.examples.service.Json;
import dev.reprise.examples.service.PaymentService;
import dev.reprise.examples.service.Traffic;
import java.net.URI;
import java.util.List;

/** A message whose answer is lost. Nobody is charged twice, and still it is read twice. */
final class NotificationLab implements Scenario {

    private static final String SCENARIO = "notification";
    private static final String PATH = "/notifications";
    private static final String NO_KEY = "no-key";
    private static final String PER_ACTION = "key-per-action";
    private static final String MESSAGE = Json.object()
            .put("userId", "ann")
            .put("text", "Your order is on its way")
            .toString();

    @Override
    public List<ScenarioRow> expected(ClientKind client) {
        return List.of(row(client, NO_KEY, 2, new Traffic(2, 0)), row(client, PER_ACTION, 1, new Traffic(2, 1)));
    }

    private static ScenarioRow row(ClientKind client, String strategy, int messages, Traffic traffic) {
        return ScenarioRow.of(SCENARIO, client.id())
                .with("strategy", strategy)
                .with("messages", messages)
                .with("requests", traffic.requests())
                .with("replayed", traffic.replays());
    }

    @Override
    public List<ScenarioRow> run(ClientKind client, Transcript transcript) throws Exception {
        return List.of(plain(client, transcript), bound(client, transcript));
    }

    private static ScenarioRow plain(ClientKind kind, Transcript transcript) throws Exception {
        transcript.heading("Lab: " + SCENARIO + ", a message, no key, a plain loop");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            ShopClient client = kind.sendingOnce(Lab.PATIENCE);
            URI address = service.url(PATH).uri();
            service.failNext(Fault.AFTER_COMMIT, 1);
            new PlainLoop(transcript).run(() -> client.post(address, MESSAGE, null));
            return told(NO_KEY, kind, service, transcript);
        }
    }

    private static ScenarioRow bound(ClientKind kind, Transcript transcript) throws Exception {
        transcript.heading("Lab: " + SCENARIO + ", the same through Reprise, bound to an action");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            ShopClient client = kind.wrapped(Lab.policy(transcript).build(), Lab.PATIENCE);
            service.failNext(Fault.AFTER_COMMIT, 1);
            client.post(service.url(PATH).uri(), MESSAGE, Lab.actions("notice").open("notice", "order-1/shipped/ann"));
            return told(PER_ACTION, kind, service, transcript);
        }
    }

    private static ScenarioRow told(String strategy, ClientKind kind, PaymentService service, Transcript transcript)
            throws Exception {
        List<String> messages = service.outbox().messages("ann");
        transcript.note("Messages in the outbox: " + messages.size() + ".");
        return row(kind, strategy, messages.size(), service.traffic("POST " + PATH));
    }
}
