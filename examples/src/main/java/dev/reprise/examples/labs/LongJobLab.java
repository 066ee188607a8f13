package dev.reprise.examples.labs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.action.StatusAnswer;
import dev.reprise.action.StatusQuery;
import dev.reprise.action.StatusQuestion;
import dev.reprise.examples.ClientKind;
import dev.reprise.examples.Reply;
import dev.reprise.examples.Scenario;
import dev.reprise.examples.ShopClient;
import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import dev.reprise.examples.service.Json;
import dev.reprise.examples.service.PaymentService;
import dev.reprise.examples.service.Worker;
import dev.reprise.http.HttpAnswer;
import dev.reprise.outcome.Ending;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** A job that takes its time: accepted is not done, so the client asks until it is. */
final class LongJobLab implements Scenario {

    private static final String SCENARIO = "long-job";
    private static final String PATH = "/jobs/transfers";
    private static final Duration SETTLE_TIME = Duration.ofSeconds(2);

    @Override
    public List<ScenarioRow> expected(ClientKind client) {
        return List.of(row(
                Bank.expected(ScenarioRow.of(SCENARIO, client.id()), 1),
                1,
                3,
                200,
                ActionState.CONFIRMED,
                Ending.APPLIED_BY_QUERY));
    }

    private static ScenarioRow row(
            ScenarioRow row, int requests, int queries, int answered, ActionState state, Ending ending) {
        return row.with("requests", requests)
                .with("queries", queries)
                .with("answered", answered)
                .with("actionState", state.toString())
                .with("ending", ending.toString());
    }

    @Override
    public List<ScenarioRow> run(ClientKind kind, Transcript transcript) throws Exception {
        transcript.heading("Lab: " + SCENARIO + ", the service accepts the transfer now and makes it later");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            Bank bank = new Bank(service);
            ShopClient client = kind.wrapped(Lab.policy(transcript).build(), Lab.PATIENCE);
            Worker worker = service.worker("worker-1");
            StatusQuery query = StatusQuery.of(SETTLE_TIME, question -> {
                ObjectNode found = ask(client, service, question, transcript);
                work(worker, found, transcript);
                return answer(found);
            });
            BusinessAction action = Actions.builder(new InMemoryActionStore())
                    .namespace("shop-app")
                    .type("transfer", type -> type.profile(Lab.PROFILE).statusQuery(query))
                    .build()
                    .open("transfer", "rent");

            transcript.client("POST " + PATH + ", bound to the action");
            Reply reply = bank.transfer(client, PATH, action);
            transcript.client(reply.shown());
            ScenarioRow row = bank.tell(ScenarioRow.of(SCENARIO, kind.id()));
            transcript.note("One request, three questions, transfers: "
                    + row.figures().get("transfers") + ". The action is " + action.state() + ".");
            return List.of(row(
                    row,
                    service.traffic("POST " + PATH).requests(),
                    service.traffic("GET /requests").requests(),
                    reply.status(),
                    action.state(),
                    reply.outcome().ending()));
        }
    }

    private static ObjectNode ask(
            ShopClient client, PaymentService service, StatusQuestion question, Transcript transcript)
            throws Exception {
        transcript.client("asks how it stands");
        return Json.parseObject(
                client.get(service.url("/requests/" + question.key().value()).uri())
                        .body());
    }

    /** What the service does until it is asked again. */
    private static void work(Worker worker, ObjectNode found, Transcript transcript) throws Exception {
        switch (found.path("state").asText()) {
            case "accepted" -> transcript.server(worker.take() ? "a worker takes the job" : "no job");
            case "running" -> transcript.server(worker.finish() ? "the worker moves the money" : "no lease");
            default -> {}
        }
    }

    private static StatusAnswer answer(ObjectNode found) {
        return switch (found.path("state").asText()) {
            case "accepted", "running" -> StatusAnswer.running();
            case "committed" -> StatusAnswer.applied(stored(found.path("answer")));
            case "failed" -> StatusAnswer.refused(stored(found.path("answer")));
            case "unknown" -> StatusAnswer.notApplied();
            default -> StatusAnswer.unknown();
        };
    }

    private static HttpAnswer stored(JsonNode answer) {
        byte[] body = answer.path("body").toString().getBytes(StandardCharsets.UTF_8);
        return HttpAnswer.of(answer.path("status").asInt()).withBody(body, true);
    }
}
