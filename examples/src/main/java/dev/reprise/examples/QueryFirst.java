package dev.reprise.examples;

import dev.reprise.Outcome;
import dev.reprise.ResultLostException;
import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.action.StatusAnswer;
import dev.reprise.action.StatusQuery;
import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import dev.reprise.examples.service.Fault;
import dev.reprise.examples.service.OrderReport;
import dev.reprise.examples.service.PaymentService;
import dev.reprise.outcome.Ending;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** The cure where the API takes no key: ask what happened before anything is sent again. */
final class QueryFirst implements Scenario {

    private static final String ORDER = "order-3003";

    /** How long a lost request may still be on its way: a count of 0 is believed no earlier than this after the send. */
    private static final Duration SETTLE_TIME = Duration.ofSeconds(2);

    @Override
    public List<ScenarioRow> expected(ClientKind client) {
        OrderReport report = new OrderReport(1, 1, 0, 1);
        return List.of(Rows.of("query-first", client, report, ActionState.CONFIRMED, Ending.APPLIED_BY_QUERY));
    }

    @Override
    public List<ScenarioRow> run(ClientKind kind, Transcript transcript) throws Exception {
        transcript.heading("3. Query first: an API without keys is asked before anything is sent again");
        transcript.note(
                "This shop charges an order at most once. The app asks for the count before it opens the action: if it is"
                        + " 0 there, a count of 1 afterwards can only be this payment.");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            ShopClient client = kind.wrapped(transcript);
            Actions actions = Actions.builder(new InMemoryActionStore())
                    .namespace("shop-app")
                    .type(
                            "payment",
                            type -> type.statusQuery(
                                    StatusQuery.of(SETTLE_TIME, question -> ask(transcript, client, service))))
                    .build();
            transcript.user("opens the submit page");
            BusinessAction payment = open(transcript, client, service, actions);
            int queriesBefore = service.report(ORDER).queries();
            service.failNext(Fault.LOSE_ANSWER, 1);

            transcript.user("presses \"pay\" once");
            transcript.client("POST /pay, no key, bound to the action");
            Outcome outcome = pay(transcript, client, service, payment);
            transcript.user("sees \"Paid\"");
            OrderReport report = sinceOpened(service.report(ORDER), queriesBefore);
            transcript.note("One click, " + report.requests() + " POST, " + report.queries() + " query after it, "
                    + report.charges() + " charge. The action is " + payment.state() + ".");
            return List.of(Rows.of("query-first", kind, report, payment.state(), outcome.ending()));
        }
    }

    /** A count of 1 proves something only if it was 0 here. */
    private static BusinessAction open(
            Transcript transcript, ShopClient client, PaymentService service, Actions actions)
            throws IOException, InterruptedException {
        transcript.client("GET /orders/" + ORDER + "/charge-count");
        if (Shop.chargeCount(client, service, ORDER) != 0) {
            throw new IllegalStateException(ORDER + " is charged already");
        }
        transcript.client("not charged yet, so it opens the business action \"pay " + ORDER + "\"");
        return actions.open("payment", ORDER);
    }

    /** Without the queries from before the action was opened, of which the call knows nothing. */
    private static OrderReport sinceOpened(OrderReport report, int queriesBefore) {
        return new OrderReport(report.requests(), report.charges(), report.replays(), report.queries() - queriesBefore);
    }

    private static Outcome pay(Transcript transcript, ShopClient client, PaymentService service, BusinessAction payment)
            throws IOException, InterruptedException {
        try {
            throw new IllegalStateException(
                    "answered with " + Shop.pay(client, service, ORDER, payment).status());
        } catch (ResultLostException e) {
            transcript.client("charged already, so nothing is sent again; only the answer itself is lost");
            return e.outcome();
        }
    }

    private static StatusAnswer ask(Transcript transcript, ShopClient client, PaymentService service)
            throws IOException, InterruptedException {
        transcript.user("sees \"Your payment is being confirmed\"");
        transcript.client("GET /orders/" + ORDER + "/charge-count");
        return Shop.chargeCount(client, service, ORDER) == 1 ? StatusAnswer.applied() : StatusAnswer.notApplied();
    }
}
