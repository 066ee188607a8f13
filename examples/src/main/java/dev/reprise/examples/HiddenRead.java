package dev.reprise.examples;

import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import dev.reprise.examples.service.Fault;
import dev.reprise.examples.service.OrderReport;
import dev.reprise.examples.service.PaymentService;
import dev.reprise.outcome.Ending;
import java.util.List;

/** The quiet one as the JDK's client does it: it re-sends no payment by itself, but what the app reads once it asks for twice. */
final class HiddenRead implements Scenario {

    private static final String ORDER = "order-1002";

    @Override
    public List<ScenarioRow> expected(ClientKind client) {
        return List.of(
                Rows.plain("hidden-resend", client, new OrderReport(2, 0, 0, 0)),
                Rows.of("hidden-resend-guarded", client, new OrderReport(2, 0, 0, 0), null, Ending.SUCCESS));
    }

    @Override
    public List<ScenarioRow> run(ClientKind client, Transcript transcript) throws Exception {
        return List.of(plain(client, transcript), guarded(client, transcript));
    }

    private static ScenarioRow plain(ClientKind kind, Transcript transcript) throws Exception {
        transcript.heading("1, unnoticed. Hidden re-send: the app asks once, HttpClient asks again by itself");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            Reply reply = ask(transcript, service, kind.plain());
            transcript.client(reply.shown());
            OrderReport report = service.report(ORDER);
            transcript.note("One call, but " + report.requests() + " requests. Of a POST HttpClient does not do this.");
            return Rows.plain("hidden-resend", kind, report);
        }
    }

    private static ScenarioRow guarded(ClientKind kind, Transcript transcript) throws Exception {
        transcript.heading("1, unnoticed, through Reprise: this re-send can neither be seen nor stopped");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            Reply reply = ask(transcript, service, kind.wrapped(transcript));
            transcript.client(reply.shown());
            OrderReport report = service.report(ORDER);
            transcript.note("Reprise counts " + reply.outcome().attempts() + " attempt, the service "
                    + report.requests() + " requests. It stays harmless, since HttpClient does this to reads only, and"
                    + " Reprise refuses a payment without a key where a setting of the JDK extends it to payments.");
            return Rows.of(
                    "hidden-resend-guarded", kind, report, null, reply.outcome().ending());
        }
    }

    private static Reply ask(Transcript transcript, PaymentService service, ShopClient client) throws Exception {
        service.failNext(Fault.DROP_CONNECTION, 1);
        transcript.client("GET /orders/" + ORDER + "; the code asks once");
        return Shop.order(client, service, ORDER);
    }
}
