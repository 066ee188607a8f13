package dev.reprise.examples.labs;

import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyKey;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.examples.ClientKind;
import dev.reprise.examples.Reply;
import dev.reprise.examples.Scenario;
import dev.reprise.examples.ShopClient;
import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import dev.reprise.examples.service.Fault;
import dev.reprise.examples.service.Json;
import dev.reprise.examples.service.PaymentService;
import dev.reprise.examples.service.Traffic;
import java.util.List;

/**
 * One order, paid on a tablet and on a phone that share no store. They send one key if both take it from the order, which
 * the server has numbered. Where each draws its own, the unique index on the order's number is what is left.
 */
final class TwoDevicesLab implements Scenario {

    private static final String SCENARIO = "two-devices";
    private static final String ORDER = "order-1";
    private static final String PATH = "/checkouts";

    /** Where the key of a device's action comes from. */
    private enum Key {
        OF_THE_ORDER(
                "order-key", "both take the key from the order", "The service knew the phone's request by its key."),
        OF_THE_DEVICE(
                "own-keys",
                "each draws a key of its own",
                "No key could tell that these are one payment; the unique index on the order's number did.");

        final String strategy;
        final String title;
        final String lesson;

        Key(String strategy, String title, String lesson) {
            this.strategy = strategy;
            this.title = title;
            this.lesson = lesson;
        }
    }

    /** An app with a client and a store of its own. */
    private record Device(String name, ShopClient client, InMemoryActionStore store) {

        static Device of(String name, ClientKind kind, Transcript transcript) {
            return new Device(
                    name, kind.wrapped(Lab.policy(transcript).build(), Lab.PATIENCE), new InMemoryActionStore());
        }

        BusinessAction open(Key key, PaymentService service) throws Exception {
            Actions actions = Actions.builder(store)
                    .namespace("shop-app")
                    .type("checkout", type -> type.profile(Lab.PROFILE))
                    .build();
            if (key == Key.OF_THE_DEVICE) {
                return actions.open("checkout", ORDER);
            }
            String orderKey = Json.parseObject(
                            client.get(service.url(PATH + "/" + ORDER).uri()).body())
                    .path("paymentKey")
                    .asText();
            return actions.open("checkout", ORDER, IdempotencyKey.of(orderKey));
        }
    }

    @Override
    public List<ScenarioRow> expected(ClientKind client) {
        // The tablet's answer is lost, so it sends twice.
        return List.of(
                row(client, Key.OF_THE_ORDER, 1, new Traffic(3, 2), true, ActionState.CONFIRMED),
                row(client, Key.OF_THE_DEVICE, 1, new Traffic(3, 1), true, ActionState.CONFIRMED));
    }

    private static ScenarioRow row(
            ClientKind client, Key key, int charges, Traffic traffic, boolean samePayment, ActionState phone) {
        return ScenarioRow.of(SCENARIO, client.id())
                .with("strategy", key.strategy)
                .with("charges", charges)
                .with("requests", traffic.requests())
                .with("replayed", traffic.replays())
                .with("samePayment", samePayment)
                .with("actionState", phone.toString());
    }

    @Override
    public List<ScenarioRow> run(ClientKind client, Transcript transcript) throws Exception {
        return List.of(play(client, Key.OF_THE_ORDER, transcript), play(client, Key.OF_THE_DEVICE, transcript));
    }

    private static ScenarioRow play(ClientKind kind, Key key, Transcript transcript) throws Exception {
        transcript.heading("Lab: " + SCENARIO + " " + key.strategy + ", " + key.title);
        try (PaymentService service = PaymentService.start(transcript::server)) {
            Device tablet = Device.of("tablet", kind, transcript);
            Device phone = Device.of("phone", kind, transcript);
            BusinessAction onTablet = tablet.open(key, service);
            BusinessAction onPhone = phone.open(key, service);
            service.failNext(Fault.AFTER_COMMIT, 1);
            Reply first = pay(tablet, onTablet, service, transcript);
            Reply second = pay(phone, onPhone, service, transcript);
            int charges = service.checkouts().count(ORDER);
            transcript.note("Two devices, " + service.traffic("POST " + PATH).requests() + " requests, charges: "
                    + charges + ". " + key.lesson);
            return row(
                    kind,
                    key,
                    charges,
                    service.traffic("POST " + PATH),
                    paymentId(first) == paymentId(second),
                    onPhone.state());
        }
    }

    private static Reply pay(Device device, BusinessAction action, PaymentService service, Transcript transcript)
            throws Exception {
        transcript.user("presses \"pay\" on the " + device.name());
        String order =
                Json.object().put("orderNo", ORDER).put("amountCents", 9900).toString();
        Reply reply = device.client().post(service.url(PATH).uri(), order, action);
        transcript.client("the " + device.name() + " got " + reply.shown());
        return reply;
    }

    private static long paymentId(Reply reply) {
        return Json.parseObject(reply.body()).path("paymentId").asLong();
    }
}
