package dev.reprise.examples;

import dev.reprise.Outcome;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import dev.reprise.examples.service.Fault;
import dev.reprise.examples.service.OrderReport;
import dev.reprise.examples.service.PaymentService;
import dev.reprise.outcome.Ending;
import java.io.IOException;
import java.util.List;

/** The quiet one: the app sends a payment once, and OkHttp sends it again without a word. */
final class HiddenResend implements Scenario {

    private static final String ORDER = "order-1002";

    @Override
    public List<ScenarioRow> expected(ClientKind client) {
        return List.of(
                Rows.plain("hidden-resend", client, new OrderReport(3, 3, 0, 0)),
                Rows.of("hidden-resend-guarded", client, new OrderReport(1, 1, 0, 0), null, Ending.UNKNOWN_OUTCOME));
    }

    @Override
    public List<ScenarioRow> run(ClientKind client, Transcript transcript) throws Exception {
        return List.of(plain(client, transcript), guarded(client, transcript));
    }

    private static ScenarioRow plain(ClientKind kind, Transcript transcript) throws Exception {
        transcript.heading("1, unnoticed. Hidden re-send: the app sends once, OkHttp sends again by itself");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            ShopClient client = kind.plain();
            Shop.openConnection(client, service);
            service.failAlways(Fault.DROP_CONNECTION);

            transcript.user("presses \"pay\" once");
            transcript.client("POST /pay, no key, over a connection that is already open; the code sends once");
            try {
                transcript.client(Shop.pay(client, service, ORDER, null).shown());
            } catch (IOException e) {
                transcript.client(
                        e.getClass().getSimpleName() + ": the connection ended. The app saw one failed call, no more");
            }
            OrderReport report = service.report(ORDER);
            transcript.note("One click, one call, but " + report.requests() + " requests and " + report.charges()
                    + " charges.");
            return Rows.plain("hidden-resend", kind, report);
        }
    }

    private static ScenarioRow guarded(ClientKind kind, Transcript transcript) throws Exception {
        transcript.heading("1, unnoticed, through Reprise: what the code sends once is sent once");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            ShopClient client = kind.wrapped(transcript);
            Shop.openConnection(client, service);
            service.failAlways(Fault.DROP_CONNECTION);

            transcript.user("presses \"pay\" once");
            transcript.client("POST /pay, no key, over a connection that is already open");
            Outcome outcome = payOnce(transcript, service, client);
            OrderReport report = service.report(ORDER);
            transcript.note("One click, " + report.requests() + " request, " + report.charges()
                    + " charge. The app knows that it does not know.");
            return Rows.of("hidden-resend-guarded", kind, report, null, outcome.ending());
        }
    }

    private static Outcome payOnce(Transcript transcript, PaymentService service, ShopClient client)
            throws IOException, InterruptedException {
        try {
            throw new IllegalStateException(
                    "answered with " + Shop.pay(client, service, ORDER, null).status());
        } catch (UnknownOutcomeException e) {
            transcript.client(
                    "UnknownOutcomeException: sent once, effect " + e.outcome().effect());
            return e.outcome();
        }
    }
}
