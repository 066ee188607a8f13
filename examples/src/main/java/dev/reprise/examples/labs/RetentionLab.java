package dev.reprise.examples.labs;

import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.AnswerMatcher;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.examples.ClientKind;
import dev.reprise.examples.Reply;
import dev.reprise.examples.Scenario;
import dev.reprise.examples.ShopClient;
import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import dev.reprise.examples.service.Fault;
import dev.reprise.examples.service.ManualClock;
import dev.reprise.examples.service.PaymentService;
import dev.reprise.examples.service.ServiceSettings;
import dev.reprise.examples.service.Traffic;
import dev.reprise.outcome.Ending;
import java.time.Duration;
import java.util.List;

/** A key that comes again after the service has let go of its answer: nothing is done and nothing is claimed. */
final class RetentionLab implements Scenario {

    private static final String SCENARIO = "no-longer-kept";
    private static final String PATH = "/transfers";

    /** Longer than the service keeps an answer: an app that is wrong about it. */
    private static final Duration BELIEVED_LIFETIME = Duration.ofDays(7);

    @Override
    public List<ScenarioRow> expected(ClientKind client) {
        return List.of(row(
                Bank.expected(ScenarioRow.of(SCENARIO, client.id()), 1),
                new Traffic(2, 0),
                ActionState.EXPIRED,
                Ending.UNKNOWN_OUTCOME));
    }

    private static ScenarioRow row(ScenarioRow row, Traffic traffic, ActionState state, Ending ending) {
        return row.with("requests", traffic.requests())
                .with("replayed", traffic.replays())
                .with("actionState", state.toString())
                .with("ending", ending.toString());
    }

    @Override
    public List<ScenarioRow> run(ClientKind kind, Transcript transcript) throws Exception {
        transcript.heading("Lab: " + SCENARIO + ", the key comes again when its answer is gone");
        ManualClock clock = new ManualClock();
        try (PaymentService service =
                PaymentService.start(ServiceSettings.defaults().withClock(clock), transcript::server)) {
            Bank bank = new Bank(service);
            ShopClient client =
                    kind.wrapped(Lab.policy(transcript).maxAttempts(1).build(), Lab.PATIENCE);
            BusinessAction action = Actions.builder(new InMemoryActionStore())
                    .namespace("shop-app")
                    .type(
                            "transfer",
                            type -> type.profile(
                                    Lab.PROFILE.keyLifetime(BELIEVED_LIFETIME).noLongerKept(AnswerMatcher.status(410))))
                    .build()
                    .open("transfer", "rent");
            service.failNext(Fault.AFTER_COMMIT, 1);

            transcript.client("POST " + PATH + ", bound to the action");
            send(bank, client, action, transcript);
            transcript.note("This app has one attempt for each call (maxAttempts 1), so it is not sent again now.");
            clock.advance(ServiceSettings.DEFAULT_KEEP_ANSWERS.plusHours(1));
            service.sweep();
            transcript.note("A day passes, and the service lets go of the answer. Of the key it keeps a tombstone.");
            transcript.client("POST " + PATH + " again, with the same key");
            Ending ending = send(bank, client, action, transcript);
            ScenarioRow row = bank.tell(ScenarioRow.of(SCENARIO, kind.id()));
            transcript.note("Transfers: " + row.figures().get("transfers") + ". Whether it was made, the service can no"
                    + " longer tell, and the app does not guess.");
            return List.of(row(row, service.traffic("POST " + PATH), action.state(), ending));
        }
    }

    private static Ending send(Bank bank, ShopClient client, BusinessAction action, Transcript transcript)
            throws Exception {
        try {
            Reply reply = bank.transfer(client, PATH, action);
            transcript.client(reply.status() + "; the action is " + action.state());
            return reply.outcome().ending();
        } catch (UnknownOutcomeException e) {
            transcript.client("UnknownOutcomeException; the action is " + action.state());
            return e.outcome().ending();
        }
    }
}
