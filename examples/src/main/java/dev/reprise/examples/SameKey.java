package dev.reprise.examples;

import dev.reprise.Outcome;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.okhttp.RetryOkHttp;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** The cure where the API takes a key: all sends of one payment carry the same one. */
final class SameKey implements Scenario {

    private static final String ORDER = "order-2001";
    private static final String TWICE = "order-2002";

    private final Actions actions = Actions.builder(new InMemoryActionStore())
            .namespace("shop-app")
            .type("payment", type -> type.profile(IdempotencyProfile.bareHeader("X-Request-Id")))
            .build();

    @Override
    public List<ScenarioRow> run(Transcript transcript) throws Exception {
        return List.of(sameKey(transcript), secondPress(transcript));
    }

    private ScenarioRow sameKey(Transcript transcript) throws Exception {
        transcript.heading("2. Same key: the payment is sent again, and the service knows it");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            OkHttpClient client = Shop.wrapped(transcript);
            transcript.user("opens the submit page");
            BusinessAction payment = actions.open("payment", ORDER);
            transcript.client("opens the business action \"pay " + ORDER + "\", which owns one key");
            service.failNext(Fault.LOSE_ANSWER, 1);

            transcript.user("presses \"pay\" once");
            transcript.client("POST /pay, bound to the action");
            Outcome outcome = pay(transcript, client, bound(service, ORDER, payment));
            transcript.user("sees \"Paid\"");
            OrderReport report = service.report(ORDER);
            transcript.note("One click, " + report.requests() + " requests with one key, " + report.charges()
                    + " charge. The action is " + payment.state() + ".");
            return ScenarioRow.of("same-key", OKHTTP, report, payment.state(), outcome.ending());
        }
    }

    private ScenarioRow secondPress(Transcript transcript) throws Exception {
        transcript.heading("2, impatient: two presses at once, and a third one later");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            OkHttpClient client = Shop.wrapped(transcript);
            BusinessAction payment = actions.open("payment", TWICE);
            Request request = bound(service, TWICE, payment);
            service.failNext(Fault.LOSE_ANSWER, 1);

            transcript.user("presses \"pay\" twice, at the same moment");
            transcript.client("POST /pay, bound to the action; the other press waits for it");
            List<Integer> statuses = atOnce(() -> status(client, request), () -> status(client, request));
            transcript.client("both presses got " + statuses.get(0) + " and " + statuses.get(1));
            transcript.user("presses \"pay\" once more, a minute later");
            Outcome outcome = pay(transcript, client, request);
            transcript.client("that was the kept answer; nothing was sent");
            OrderReport report = service.report(TWICE);
            transcript.note(
                    "Three presses, " + report.requests() + " requests with one key, " + report.charges() + " charge.");
            return ScenarioRow.of("second-press", OKHTTP, report, payment.state(), outcome.ending());
        }
    }

    private static Request bound(PaymentService service, String order, BusinessAction payment) {
        return RetryOkHttp.bind(Shop.pay(service, order), payment);
    }

    private static Outcome pay(Transcript transcript, OkHttpClient client, Request request) throws IOException {
        try (Response response = client.newCall(request).execute()) {
            transcript.client(Shop.show(response));
            return Objects.requireNonNull(RetryOkHttp.outcome(response), "a wrapped client gave this response");
        }
    }

    private static int status(OkHttpClient client, Request request) throws IOException {
        try (Response response = client.newCall(request).execute()) {
            return response.code();
        }
    }

    private static List<Integer> atOnce(Callable<Integer> one, Callable<Integer> other) throws Exception {
        ExecutorService presses = Executors.newFixedThreadPool(2);
        try {
            List<Future<Integer>> results = presses.invokeAll(List.of(one, other));
            return List.of(results.get(0).get(), results.get(1).get());
        } finally {
            presses.shutdown();
        }
    }
}
