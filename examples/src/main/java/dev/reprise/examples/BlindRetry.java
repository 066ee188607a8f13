package dev.reprise.examples;

import dev.reprise.Outcome;
import dev.reprise.UnknownOutcomeException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.List;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** The classic: a timeout is taken for a failure, and the payment is sent again. */
final class BlindRetry implements Scenario {

    private static final String ORDER = "order-1001";

    @Override
    public List<ScenarioRow> run(Transcript transcript) throws Exception {
        return List.of(blind(transcript), guarded(transcript));
    }

    private static ScenarioRow blind(Transcript transcript) throws Exception {
        transcript.heading("1. Blind retry: no key, and the app sends again after a timeout");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            OkHttpClient client = Shop.client();
            Request pay = Shop.pay(service, ORDER);
            service.failNext(Fault.LOSE_ANSWER, 1);

            transcript.user("presses \"pay\" once");
            transcript.client("POST /pay, no key");
            try (Response response = client.newCall(pay).execute()) {
                transcript.client(Shop.show(response));
            } catch (SocketTimeoutException e) {
                transcript.client("SocketTimeoutException. \"It failed\", thinks the app, and sends again:");
                transcript.client("POST /pay, no key");
                try (Response response = client.newCall(pay).execute()) {
                    transcript.client(Shop.show(response));
                }
            }
            OrderReport report = service.report(ORDER);
            transcript.note("One click, " + report.requests() + " requests, " + report.charges() + " charges.");
            return ScenarioRow.plain("blind-retry", OKHTTP, report);
        }
    }

    private static ScenarioRow guarded(Transcript transcript) throws Exception {
        transcript.heading("1, through Reprise: still no key, so it is sent once and nothing is claimed");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            OkHttpClient client = Shop.wrapped(transcript);
            service.failNext(Fault.LOSE_ANSWER, 1);

            transcript.user("presses \"pay\" once");
            transcript.client("POST /pay, no key");
            Outcome outcome = payOnce(transcript, service, client);
            transcript.user("sees \"Your payment is being confirmed\"");

            OrderReport report = service.report(ORDER);
            transcript.note("One click, " + report.requests() + " request, " + report.charges() + " charge.");
            return ScenarioRow.of("blind-retry-guarded", OKHTTP, report, null, outcome.ending());
        }
    }

    private static Outcome payOnce(Transcript transcript, PaymentService service, OkHttpClient client)
            throws IOException {
        try (Response response = client.newCall(Shop.pay(service, ORDER)).execute()) {
            throw new IllegalStateException("answered with " + response.code());
        } catch (UnknownOutcomeException e) {
            transcript.client("UnknownOutcomeException. Nothing would recognise a second send, so there is none");
            return e.outcome();
        }
    }
}
