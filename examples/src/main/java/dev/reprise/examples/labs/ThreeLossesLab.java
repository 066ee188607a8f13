package dev.reprise.examples.labs;

import dev.reprise.action.BusinessAction;
import dev.reprise.examples.ClientKind;
import dev.reprise.examples.Scenario;
import dev.reprise.examples.ShopClient;
import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import dev.reprise.examples.service.Fault;
import dev.reprise.examples.service.PaymentService;
import dev.reprise.examples.service.Traffic;
import java.util.List;

/** One order that loses three answers in a row: the times of its records give the backoff away. */
final class ThreeLossesLab implements Scenario {

    private static final String SCENARIO = "orders-three-losses";
    private static final String NO_KEY = "no-key";
    private static final String PER_ACTION = "key-per-action";
    private static final String ORDER = "order-1";
    private static final int LOST = 3;

    @Override
    public List<ScenarioRow> expected(ClientKind client) {
        return List.of(
                Desk.row(SCENARIO, client, 4, new Traffic(4, 0))
                        .with("strategy", NO_KEY)
                        .with("gapsFollowPauses", true),
                Desk.row(SCENARIO, client, 1, new Traffic(4, 3)).with("strategy", PER_ACTION));
    }

    @Override
    public List<ScenarioRow> run(ClientKind client, Transcript transcript) throws Exception {
        return List.of(plain(client, transcript), bound(client, transcript));
    }

    private static ScenarioRow plain(ClientKind kind, Transcript transcript) throws Exception {
        transcript.heading("Lab: " + SCENARIO + ", a plain loop with a backoff and no key");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            Desk desk = new Desk(service, transcript);
            ShopClient client = kind.sendingOnce(Lab.PATIENCE);
            service.failNext(Fault.AFTER_COMMIT, LOST);
            new PlainLoop(transcript).run(() -> client.post(desk.address(), Desk.order(ORDER), null));
            desk.measureGaps(SCENARIO + " over " + kind.title());
            return told(NO_KEY, kind, desk, transcript).with("gapsFollowPauses", desk.gapsFollowPauses(ORDER, LOST));
        }
    }

    private static ScenarioRow bound(ClientKind kind, Transcript transcript) throws Exception {
        transcript.heading("Lab: " + SCENARIO + ", the same through Reprise, bound to an action");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            Desk desk = new Desk(service, transcript);
            ShopClient client = kind.wrapped(Lab.policy(transcript).build(), Lab.PATIENCE);
            BusinessAction action = Lab.actions("order").open("order", ORDER);
            service.failNext(Fault.AFTER_COMMIT, LOST);
            client.post(desk.address(), Desk.order(ORDER), action);
            return told(PER_ACTION, kind, desk, transcript);
        }
    }

    private static ScenarioRow told(String strategy, ClientKind kind, Desk desk, Transcript transcript)
            throws Exception {
        ScenarioRow row = desk.row(SCENARIO, kind).with("strategy", strategy);
        desk.lookForDuplicates();
        transcript.note("One order, " + row.figures().get("requests") + " requests, records: "
                + row.figures().get("records") + ".");
        return row;
    }
}
