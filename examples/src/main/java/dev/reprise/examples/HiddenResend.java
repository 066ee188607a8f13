package dev.reprise.examples;

import dev.reprise.Outcome;
import dev.reprise.UnknownOutcomeException;
import java.io.IOException;
import java.util.List;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** The quiet one: the app sends once, and its HTTP client sends again without a word. */
final class HiddenResend implements Scenario {

    private static final String ORDER = "order-1002";

    @Override
    public List<ScenarioRow> run(Transcript transcript) throws Exception {
        return List.of(plain(transcript), guarded(transcript));
    }

    private static ScenarioRow plain(Transcript transcript) throws Exception {
        transcript.heading("1, unnoticed. Hidden re-send: the app sends once, OkHttp sends again by itself");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            OkHttpClient client = Shop.client();
            openConnection(service, client);
            service.failAlways(Fault.DROP_CONNECTION);

            transcript.user("presses \"pay\" once");
            transcript.client("POST /pay, no key, over a connection that is already open; the code sends once");
            try (Response response = client.newCall(Shop.pay(service, ORDER)).execute()) {
                transcript.client(Shop.show(response));
            } catch (IOException e) {
                transcript.client(
                        e.getClass().getSimpleName() + ": the connection ended. The app saw one failed call, no more");
            }
            OrderReport report = service.report(ORDER);
            transcript.note("One click, one call, but " + report.requests() + " requests and " + report.charges()
                    + " charges.");
            return ScenarioRow.plain("hidden-resend", OKHTTP, report);
        }
    }

    private static ScenarioRow guarded(Transcript transcript) throws Exception {
        transcript.heading("1, unnoticed, through Reprise: what the code sends once is sent once");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            OkHttpClient client = Shop.wrapped(transcript);
            openConnection(service, client);
            service.failAlways(Fault.DROP_CONNECTION);

            transcript.user("presses \"pay\" once");
            transcript.client("POST /pay, no key, over a connection that is already open");
            Outcome outcome = payOnce(transcript, service, client);
            OrderReport report = service.report(ORDER);
            transcript.note("One click, " + report.requests() + " request, " + report.charges()
                    + " charge. The app knows that it does not know.");
            return ScenarioRow.of("hidden-resend-guarded", OKHTTP, report, null, outcome.ending());
        }
    }

    private static Outcome payOnce(Transcript transcript, PaymentService service, OkHttpClient client)
            throws IOException {
        try (Response response = client.newCall(Shop.pay(service, ORDER)).execute()) {
            throw new IllegalStateException("answered with " + response.code());
        } catch (UnknownOutcomeException e) {
            transcript.client(
                    "UnknownOutcomeException: sent once, effect " + e.outcome().effect());
            return e.outcome();
        }
    }

    /** Any earlier answer leaves an open connection in the client's pool. */
    private static void openConnection(PaymentService service, OkHttpClient client) throws IOException {
        Request health = new Request.Builder().url(service.url("/health")).build();
        client.newCall(health).execute().close();
    }
}
