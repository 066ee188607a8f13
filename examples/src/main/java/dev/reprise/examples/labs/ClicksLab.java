package dev.reprise.examples.labs;

import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.examples.ClientKind;
import dev.reprise.examples.Reply;
import dev.reprise.examples.Scenario;
import dev.reprise.examples.ShopClient;
import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import dev.reprise.examples.service.Hold;
import dev.reprise.examples.service.PaymentService;
import dev.reprise.examples.service.Traffic;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;

/** Two clicks on one button: what the reference of the action stands for decides whether they are one order. */
final class ClicksLab implements Scenario {

    private static final String PER_CLICK = "orders-key-per-click";
    private static final String TWO_CLICKS = "orders-two-clicks";
    private static final String ORDER = "order-1";

    /** A click waits in one of these states, and before it waits for its turn it waits for nothing. */
    private static final Set<Thread.State> WAITING = EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

    private static final long POLL_NANOS = 1_000_000;

    @Override
    public List<ScenarioRow> expected(ClientKind client) {
        return List.of(
                Desk.row(PER_CLICK, client, 2, new Traffic(2, 0)),
                Desk.row(TWO_CLICKS, client, 1, new Traffic(1, 0)).with("sameAnswer", true));
    }

    @Override
    public List<ScenarioRow> run(ClientKind client, Transcript transcript) throws Exception {
        return List.of(keyPerClick(client, transcript), twoClicks(client, transcript));
    }

    private static ScenarioRow keyPerClick(ClientKind kind, Transcript transcript) throws Exception {
        transcript.heading("Lab: " + PER_CLICK + ", each click opens an action of its own");
        try (PaymentService service = PaymentService.start(transcript::server)) {
            Desk desk = new Desk(service, transcript);
            ShopClient client = kind.wrapped(Lab.policy(transcript).build(), Lab.PATIENCE);
            Actions actions = Lab.actions("order");
            for (int click = 1; click <= 2; click++) {
                transcript.user("clicks \"order\"");
                BusinessAction action = actions.open("order", ORDER + "/click-" + UUID.randomUUID());
                transcript.client("opens an action for the click and sends the order, bound to it");
                client.post(desk.address(), Desk.order(ORDER), action);
            }
            return told(PER_CLICK, kind, desk, transcript);
        }
    }

    private static ScenarioRow twoClicks(ClientKind kind, Transcript transcript) throws Exception {
        transcript.heading("Lab: " + TWO_CLICKS + ", the page opened the action, two clicks at once send it");
        ExecutorService clicks = Executors.newSingleThreadExecutor();
        try (PaymentService service = PaymentService.start(transcript::server)) {
            Desk desk = new Desk(service, transcript);
            ShopClient client = kind.wrapped(Lab.policy(transcript).build(), Lab.PATIENCE);
            Actions actions = Lab.actions("order");
            Callable<Reply> click = () -> client.post(desk.address(), Desk.order(ORDER), actions.open("order", ORDER));
            transcript.user("clicks \"order\" twice, at the same moment");
            Hold hold = service.holdNext();
            Future<Reply> first = clicks.submit(click);
            hold.awaitReached();
            FutureTask<Reply> second = new FutureTask<>(click);
            Thread secondClick = new Thread(second, "second-click");
            secondClick.setDaemon(true);
            secondClick.start();
            try {
                awaitTurnTaking(secondClick);
            } finally {
                hold.release();
            }
            boolean same = first.get().body().equals(second.get().body());
            transcript.client("one click sent the order, and both got " + (same ? "its answer" : "different answers"));
            return told(TWO_CLICKS, kind, desk, transcript).with("sameAnswer", same);
        } finally {
            clicks.shutdownNow();
        }
    }

    /** Waits until a click has nothing left to do but wait for the other one, so that the two are surely at once. */
    private static void awaitTurnTaking(Thread click) {
        long start = System.nanoTime();
        while (!WAITING.contains(click.getState())) {
            if (System.nanoTime() - start > Lab.PATIENCE.toNanos()) {
                throw new IllegalStateException("the second click does not wait for the first");
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private static ScenarioRow told(String scenario, ClientKind kind, Desk desk, Transcript transcript)
            throws Exception {
        ScenarioRow row = desk.row(scenario, kind);
        transcript.note("Two clicks, records: " + row.figures().get("records") + ".");
        return row;
    }
}
