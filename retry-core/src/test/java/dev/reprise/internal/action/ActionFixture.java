package dev.reprise.internal.action;

import dev.reprise.action.ActionRecord;
import dev.reprise.action.ActionState;
import dev.reprise.action.ActionStore;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.FlakyStore;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.ManualTime;
import dev.reprise.action.Meaning;
import dev.reprise.action.SettlementConflict;
import dev.reprise.action.StatusAnswer;
import dev.reprise.action.StatusQuery;
import dev.reprise.action.StatusQuestion;
import dev.reprise.http.HttpAnswer;
import dev.reprise.outcome.Effect;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Actions over a store, with time that stands still and a server that can be asked. */
final class ActionFixture {

    static final Duration SETTLE_TIME = Duration.ofSeconds(10);
    static final Duration CALL = Duration.ofSeconds(5);
    static final Payload PAYLOAD = Payload.text("pay 100");

    final ManualTime time = new ManualTime();
    final FlakyStore store = new FlakyStore();
    final List<SettlementConflict> conflicts = new ArrayList<>();
    final List<StatusQuestion> asked = new ArrayList<>();
    final Deque<StatusAnswer> statuses = new ArrayDeque<>();
    final Actions actions = process(store);

    /** A process that shares the store: after a restart, or beside the first one. */
    Actions process(ActionStore over) {
        StatusQuery query = StatusQuery.of(SETTLE_TIME, question -> {
            asked.add(question);
            return statuses.remove();
        });
        IdempotencyProfile day =
                IdempotencyProfile.bareHeader("Idempotency-Key").keyLifetime(Duration.ofHours(24));
        return Actions.builder(over)
                .namespace("shop")
                .type("keyed", t -> t.profile(day))
                .type("keyed-and-query", t -> t.profile(day).statusQuery(query))
                .type("reexecuted", t -> t.profile(day.reexecutesAfter5xx()))
                .type("reexecuted-and-query", t -> t.profile(day.reexecutesAfter5xx())
                        .statusQuery(query))
                .type("query", t -> t.statusQuery(query))
                .type("once", t -> {})
                .clock(time.clock())
                .ticker(time.ticker())
                .onConflict(conflicts::add)
                .build();
    }

    BusinessAction open(String type) {
        return actions.open(type, "order-1001");
    }

    static ActionSend send(BusinessAction action) {
        return ActionSend.of(action, PAYLOAD);
    }

    ActionRecord stored(BusinessAction action) {
        return store.get(action.id());
    }

    /** One call with one send that ends like this. */
    ActionState call(BusinessAction action, Effect effect, Meaning meaning, @Nullable HttpAnswer answer) {
        ActionSend send = send(action);
        Admission admission = send.admit(CALL);
        if (!admission.maySend()) {
            throw new AssertionError(admission.toString());
        }
        send.attemptEnded(effect);
        return send.end(new SendEnd(1, effect, meaning, answer, false, null));
    }

    ActionState unanswered(BusinessAction action) {
        return call(action, Effect.UNKNOWN, Meaning.NOTHING, null);
    }

    ActionState confirmed(BusinessAction action) {
        return call(action, Effect.APPLIED, Meaning.CONFIRMED, HttpAnswer.of(201));
    }
}
