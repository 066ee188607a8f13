package dev.reprise.examples.labs;

import dev.reprise.action.Actions;
import dev.reprise.examples.ClientKind;
import dev.reprise.examples.Reply;
import dev.reprise.examples.Scenario;
import dev.reprise.examples.ShopClient;
import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import dev.reprise.examples.service.Fault;
import dev.reprise.examples.service.PaymentService;
import dev.reprise.examples.service.Traffic;
import java.util.List;
import java.util.UUID;

/**
 * Four orders of which three lose their answers: without a key, with one key per business action, and with a new key per
 * attempt. Reprise makes the second kind only, so the loop of the other two is a plain one.
 */
final class OrdersLab implements Scenario {

    private static final String NO_KEY = "orders-no-key";
    private static final String PER_ACTION = "orders-key-per-action";
    private static final String PER_ATTEMPT = "orders-key-per-attempt";

    private static final List<String> ORDERS = List.of("order-1", "order-2", "order-3", "order-4");
    private static final int LOST = 3;

    /** Places one order, however often that takes. */
    private interface Placing {
        Reply place(String orderNo) throws Exception;
    }

    @Override
    public List<ScenarioRow> expected(ClientKind client) {
        return List.of(
                Desk.row(NO_KEY, client, 7, new Traffic(7, 0)),
                Desk.row(PER_ACTION, client, 4, new Traffic(7, 3)),
                Desk.row(PER_ATTEMPT, client, 7, new Traffic(7, 0)));
    }

    @Override
    public List<ScenarioRow> run(ClientKind client, Transcript transcript) throws Exception {
        return List.of(noKey(client, transcript), keyPerAction(client, transcript), keyPerAttempt(client, transcript));
    }

    private static ScenarioRow noKey(ClientKind kind, Transcript transcript) throws Exception {
        transcript.heading("Lab: " + NO_KEY + ", four orders, three lose their answers, a plain loop sends again");
        transcript.note(
                "The loop is not Reprise, which makes no duplicates: it sends an order without a key once, and an action"
                        + " has one key for all its sends.");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            Desk desk = new Desk(service, transcript);
            ShopClient client = kind.sendingOnce(Lab.PATIENCE);
            PlainLoop loop = new PlainLoop(transcript);
            placeAll(service, orderNo -> loop.run(() -> client.post(desk.address(), Desk.order(orderNo), null)));
            return told(NO_KEY, "Each lost answer became a second record.", kind, desk, transcript);
        }
    }

    private static ScenarioRow keyPerAction(ClientKind kind, Transcript transcript) throws Exception {
        transcript.heading("Lab: " + PER_ACTION + ", the same through Reprise, an action for each order");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            Desk desk = new Desk(service, transcript);
            ShopClient client = kind.wrapped(Lab.policy(transcript).build(), Lab.PATIENCE);
            Actions actions = Lab.actions("order");
            placeAll(
                    service,
                    orderNo -> client.post(desk.address(), Desk.order(orderNo), actions.open("order", orderNo)));
            return told(PER_ACTION, "Each order is recorded once.", kind, desk, transcript);
        }
    }

    private static ScenarioRow keyPerAttempt(ClientKind kind, Transcript transcript) throws Exception {
        transcript.heading("Lab: " + PER_ATTEMPT + ", a plain loop again, that makes a new key for each attempt");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            Desk desk = new Desk(service, transcript);
            ShopClient client = kind.sendingOnce(Lab.PATIENCE);
            PlainLoop loop = new PlainLoop(transcript);
            placeAll(
                    service,
                    orderNo ->
                            loop.run(() -> client.postUnder(UUID.randomUUID(), desk.address(), Desk.order(orderNo))));
            return told(
                    PER_ATTEMPT,
                    "A key that changes with each attempt is worth as much as none.",
                    kind,
                    desk,
                    transcript);
        }
    }

    private static void placeAll(PaymentService service, Placing placing) throws Exception {
        for (int i = 0; i < ORDERS.size(); i++) {
            service.failNext(Fault.AFTER_COMMIT, i < LOST ? 1 : 0);
            placing.place(ORDERS.get(i));
        }
    }

    private static ScenarioRow told(String scenario, String lesson, ClientKind kind, Desk desk, Transcript transcript)
            throws Exception {
        ScenarioRow row = desk.row(scenario, kind);
        desk.lookForDuplicates();
        transcript.note("Four orders, " + row.figures().get("requests") + " requests, "
                + row.figures().get("records") + " records. " + lesson);
        if (!scenario.equals(PER_ACTION)) {
            desk.measureGaps(scenario + " over " + kind.title());
        }
        return row;
    }
}
