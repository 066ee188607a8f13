package dev.reprise.examples.labs;

import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.examples.ClientKind;
import dev.reprise.examples.Reply;
import dev.reprise.examples.Scenario;
import dev.reprise.examples.ShopClient;
import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import dev.reprise.examples.service.Fault;
import dev.reprise.examples.service.PaymentService;
import dev.reprise.outcome.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A transfer whose connection is cut at one of three points. To the client they look alike; the key makes them alike. */
final class CutLab implements Scenario {

    private static final String PATH = "/transfers";
    private static final List<Fault> POINTS = List.of(Fault.BEFORE_COMMIT, Fault.AFTER_COMMIT, Fault.MID_RESPONSE);

    @Override
    public List<ScenarioRow> expected(ClientKind client) {
        return POINTS.stream()
                .map(point -> row(
                        Bank.expected(ScenarioRow.of(name(point), client.id()), 1),
                        2,
                        point == Fault.BEFORE_COMMIT ? 0 : 1,
                        true,
                        ActionState.CONFIRMED,
                        Ending.SUCCESS))
                .toList();
    }

    private static ScenarioRow row(
            ScenarioRow row, int requests, int replayed, boolean sameAnswer, ActionState state, Ending ending) {
        return row.with("requests", requests)
                .with("replayed", replayed)
                .with("sameAnswer", sameAnswer)
                .with("actionState", state.toString())
                .with("ending", ending.toString());
    }

    @Override
    public List<ScenarioRow> run(ClientKind client, Transcript transcript) throws Exception {
        List<ScenarioRow> rows = new ArrayList<>();
        for (Fault point : POINTS) {
            rows.add(cut(client, point, transcript));
        }
        return rows;
    }

    private static ScenarioRow cut(ClientKind kind, Fault point, Transcript transcript) throws Exception {
        transcript.heading("Lab: " + name(point) + ", a transfer is cut off and sent again");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            Bank bank = new Bank(service);
            ShopClient client = kind.wrapped(Lab.policy(transcript).build(), Lab.PATIENCE);
            BusinessAction action = Lab.actions("transfer").open("transfer", "rent");
            service.failNext(point, 1);

            transcript.client("POST " + PATH + ", bound to the action");
            Reply reply = bank.transfer(client, PATH, action);
            transcript.client(reply.status() + "; the action is " + action.state());
            transcript.note("The lab asks the service what it has stored:");
            boolean sameAnswer = isStored(client, service, action, reply);
            ScenarioRow row = bank.tell(ScenarioRow.of(name(point), kind.id()));
            transcript.note("What the client got is " + (sameAnswer ? "byte for byte" : "not") + " the stored answer. "
                    + service.traffic("POST " + PATH).requests() + " POSTs, "
                    + row.figures().get("transfers") + " transfer.");
            return row(
                    row,
                    service.traffic("POST " + PATH).requests(),
                    service.traffic("POST " + PATH).replays(),
                    sameAnswer,
                    action.state(),
                    reply.outcome().ending());
        }
    }

    /** Whether the client got what the service has stored: the result query quotes it as it is, at its end. */
    private static boolean isStored(ShopClient client, PaymentService service, BusinessAction action, Reply reply)
            throws Exception {
        String stored = client.get(
                        service.url("/requests/" + action.key().value()).uri())
                .body();
        return stored.endsWith("\"answer\":{\"status\":" + reply.status() + ",\"body\":" + reply.body() + "}}");
    }

    private static String name(Fault point) {
        return "cut-" + point.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
