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
import java.util.List;

/**
 * Record and effect in two transactions, and a process that dies between them. The client does all it can, one key and the
 * same payload, and is helpless: what it asks of the service is one transaction.
 */
final class TwoTransactionsLab implements Scenario {

    private static final String SCENARIO = "two-transactions";
    private static final String DIES_BETWEEN = "the process of the service dies between the two";

    @Override
    public List<ScenarioRow> expected(ClientKind client) {
        return List.of(
                row(client, "effect-first", 2, 2, 200, ActionState.CONFIRMED),
                row(client, "record-first", 0, 2, 200, ActionState.CONFIRMED),
                row(client, "one-transaction", 1, 2, 200, ActionState.CONFIRMED));
    }

    private static ScenarioRow row(
            ClientKind client, String strategy, int transfers, int requests, int answered, ActionState state) {
        return row(Bank.expected(base(client, strategy), transfers), requests, answered, state);
    }

    private static ScenarioRow base(ClientKind client, String strategy) {
        return ScenarioRow.of(SCENARIO, client.id()).with("strategy", strategy);
    }

    private static ScenarioRow row(ScenarioRow row, int requests, int answered, ActionState state) {
        return row.with("requests", requests).with("answered", answered).with("actionState", state.toString());
    }

    @Override
    public List<ScenarioRow> run(ClientKind client, Transcript transcript) throws Exception {
        return List.of(
                play(
                        client,
                        "effect-first",
                        "/two-transactions/effect-first",
                        DIES_BETWEEN,
                        "Nothing remembered that the money had been moved.",
                        transcript),
                play(
                        client,
                        "record-first",
                        "/two-transactions/record-first",
                        DIES_BETWEEN,
                        "The stored answer tells of a success that never happened.",
                        transcript),
                play(
                        client,
                        "one-transaction",
                        "/transfers",
                        "there is no between, so the connection is cut after the commit",
                        "There is no moment at which one is there without the other.",
                        transcript));
    }

    private static ScenarioRow play(
            ClientKind kind, String strategy, String path, String fault, String lesson, Transcript transcript)
            throws Exception {
        transcript.heading("Lab: " + SCENARIO + " " + strategy + ", " + fault);
        try (PaymentService service = PaymentService.start(transcript::server)) {
            Bank bank = new Bank(service);
            ShopClient client = kind.wrapped(Lab.policy(transcript).build(), Lab.PATIENCE);
            BusinessAction action = Lab.actions("transfer").open("transfer", "rent");
            // There is no between in one transaction: all that can be lost once it has committed is the answer.
            service.twoTransactions().dieNext(1);
            service.failNext(Fault.AFTER_COMMIT, path.equals("/transfers") ? 1 : 0);

            transcript.user("presses \"transfer\" once");
            transcript.client("POST " + path + ", bound to the action");
            Reply reply = bank.transfer(client, path, action);
            ScenarioRow row = bank.tell(base(kind, strategy));
            transcript.client(reply.status() + "; the action is " + action.state());
            transcript.note("One click, transfers: " + row.figures().get("transfers") + ". " + lesson);
            return row(row, service.traffic("POST " + path).requests(), reply.status(), action.state());
        }
    }
}
