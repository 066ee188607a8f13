package dev.reprise.examples;

import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import dev.reprise.examples.service.Fault;
import dev.reprise.examples.service.OrderReport;
import dev.reprise.examples.service.PaymentService;
import dev.reprise.outcome.Ending;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The cure where the API takes a key: all sends of one payment carry the same one. */
final class SameKey implements Scenario {

    private static final String ORDER = "order-2001";
    private static final String TWICE = "order-2002";

    private final Actions actions = Actions.builder(new InMemoryActionStore())
            .namespace("shop-app")
            .type("payment", type -> type.profile(IdempotencyProfile.bareHeader("X-Request-Id")))
            .build();

    @Override
    public List<ScenarioRow> expected(ClientKind client) {
        return List.of(
                Rows.of("same-key", client, new OrderReport(2, 1, 1, 0), ActionState.CONFIRMED, Ending.SUCCESS),
                Rows.of(
                        "second-press",
                        client,
                        new OrderReport(2, 1, 1, 0),
                        ActionState.CONFIRMED,
                        Ending.ALREADY_SETTLED));
    }

    @Override
    public List<ScenarioRow> run(ClientKind client, Transcript transcript) throws Exception {
        return List.of(sameKey(client, transcript), secondPress(client, transcript));
    }

    private ScenarioRow sameKey(ClientKind kind, Transcript transcript) throws Exception {
        transcript.heading("2. Same key: the payment is sent again, and the service knows it");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            ShopClient client = kind.wrapped(transcript);
            transcript.user("opens the submit page");
            BusinessAction payment = actions.open("payment", ORDER);
            transcript.client("opens the business action \"pay " + ORDER + "\", which owns one key");
            service.failNext(Fault.LOSE_ANSWER, 1);

            transcript.user("presses \"pay\" once");
            transcript.client("POST /pay, bound to the action");
            Reply reply = Shop.pay(client, service, ORDER, payment);
            transcript.client(reply.shown());
            transcript.user("sees \"Paid\"");
            OrderReport report = service.report(ORDER);
            transcript.note("One click, " + report.requests() + " requests with one key, " + report.charges()
                    + " charge. The action is " + payment.state() + ".");
            return Rows.of(
                    "same-key", kind, report, payment.state(), reply.outcome().ending());
        }
    }

    private ScenarioRow secondPress(ClientKind kind, Transcript transcript) throws Exception {
        transcript.heading("2, impatient: two presses at once, and a third one later");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            ShopClient client = kind.wrapped(transcript);
            BusinessAction payment = actions.open("payment", TWICE);
            Callable<Reply> press = () -> Shop.pay(client, service, TWICE, payment);
            service.failNext(Fault.LOSE_ANSWER, 1);

            transcript.user("presses \"pay\" twice, at the same moment");
            transcript.client("POST /pay, bound to the action; the other press waits for it");
            List<Reply> replies = twiceAtOnce(press);
            transcript.client("both presses got " + replies.get(0).status() + " and "
                    + replies.get(1).status());
            transcript.user("presses \"pay\" once more, a minute later");
            Reply reply = press.call();
            transcript.client(reply.shown());
            transcript.client("that was the kept answer; nothing was sent");
            OrderReport report = service.report(TWICE);
            transcript.note(
                    "Three presses, " + report.requests() + " requests with one key, " + report.charges() + " charge.");
            return Rows.of(
                    "second-press",
                    kind,
                    report,
                    payment.state(),
                    reply.outcome().ending());
        }
    }

    private static List<Reply> twiceAtOnce(Callable<Reply> press) throws Exception {
        ExecutorService presses = Executors.newFixedThreadPool(2);
        try {
            List<Future<Reply>> replies = presses.invokeAll(List.of(press, press));
            return List.of(replies.get(0).get(), replies.get(1).get());
        } finally {
            presses.shutdown();
        }
    }
}
