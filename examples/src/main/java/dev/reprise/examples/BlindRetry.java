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

/** The classic: a timeout is taken for a failure, and the payment is sent again. */
final class BlindRetry implements Scenario {

    private static final String ORDER = "order-1001";

    @Override
    public List<ScenarioRow> expected(ClientKind client) {
        return List.of(
                Rows.plain("blind-retry", client, new OrderReport(2, 2, 0, 0)),
                Rows.of("blind-retry-guarded", client, new OrderReport(1, 1, 0, 0), null, Ending.UNKNOWN_OUTCOME));
    }

    @Override
    public List<ScenarioRow> run(ClientKind client, Transcript transcript) throws Exception {
        return List.of(blind(client, transcript), guarded(client, transcript));
    }

    private static ScenarioRow blind(ClientKind kind, Transcript transcript) throws Exception {
        transcript.heading("1. Blind retry: no key, and the app sends again after a timeout");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            ShopClient client = kind.plain();
            service.failNext(Fault.LOSE_ANSWER, 1);

            transcript.user("presses \"pay\" once");
            transcript.client("POST /pay, no key");
            try {
                transcript.client(Shop.pay(client, service, ORDER, null).shown());
            } catch (IOException e) {
                transcript.client(e.getClass().getSimpleName() + ". \"It failed\", thinks the app, and sends again:");
                transcript.client("POST /pay, no key");
                transcript.client(Shop.pay(client, service, ORDER, null).shown());
            }
            OrderReport report = service.report(ORDER);
            transcript.note("One click, " + report.requests() + " requests, " + report.charges() + " charges.");
            return Rows.plain("blind-retry", kind, report);
        }
    }

    private static ScenarioRow guarded(ClientKind kind, Transcript transcript) throws Exception {
        transcript.heading("1, through Reprise: still no key, so it is sent once and nothing is claimed");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            ShopClient client = kind.wrapped(transcript);
            service.failNext(Fault.LOSE_ANSWER, 1);

            transcript.user("presses \"pay\" once");
            transcript.client("POST /pay, no key");
            Outcome outcome = payOnce(transcript, service, client);
            transcript.user("sees \"Your payment is being confirmed\"");

            OrderReport report = service.report(ORDER);
            transcript.note("One click, " + report.requests() + " request, " + report.charges() + " charge.");
            return Rows.of("blind-retry-guarded", kind, report, null, outcome.ending());
        }
    }

    private static Outcome payOnce(Transcript transcript, PaymentService service, ShopClient client)
            throws IOException, InterruptedException {
        try {
            throw new IllegalStateException(
                    "answered with " + Shop.pay(client, service, ORDER, null).status());
        } catch (UnknownOutcomeException e) {
            transcript.client("UnknownOutcomeException. Nothing would recognise a second send, so there is none");
            return e.outcome();
        }
    }
}
