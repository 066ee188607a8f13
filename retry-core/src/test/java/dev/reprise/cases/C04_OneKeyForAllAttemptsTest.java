package dev.reprise.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.action.BusinessAction;
import dev.reprise.outcome.Ending;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.TestActions;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The key belongs to the purchase and not to the attempt. */
class C04_OneKeyForAllAttemptsTest {

    private final FakeTime time = new FakeTime();
    private final TestActions actions = new TestActions(time);

    @Test
    void threeAttemptsCarryOneKeyAndChargeOnce() {
        BusinessAction action = actions.actions().open("keyed", "order-42:capture");
        Set<String> charged = new HashSet<>();
        FakeTransport transport = new FakeTransport(
                time,
                FakeTransport.doing(() -> charged.add(action.key().value()), FakeTransport.reset()),
                FakeTransport.status(503),
                FakeTransport.doing(() -> charged.add(action.key().value()), FakeTransport.status(200)));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(action, "body"));

        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(transport.keys()).hasSize(3).containsOnly(action.key().value());
        assertThat(charged).hasSize(1);
    }

    @Test
    void aNewCallForThePaidOrderSendsNothing() {
        FakeTransport transport = new FakeTransport(time, FakeTransport.reset(), FakeTransport.body(200, "paid"));
        transport.call(
                Policies.plain(time).build(), Facts.bound(actions.actions().open("keyed", "order-42:capture"), "body"));

        FakeTransport.Ended again = transport.call(
                Policies.plain(time).build(), Facts.bound(actions.actions().open("keyed", "order-42:capture"), "body"));

        assertThat(transport.requests()).isEqualTo(2);
        assertThat(again.answer().bodyText()).isEqualTo("paid");
        assertThat(again.ending()).isEqualTo(Ending.ALREADY_SETTLED);
    }

    @Test
    void aNewCallForAnOrderInDoubtSendsTheSameKeyAndAnotherOrderAnotherOne() {
        FakeTransport transport = new FakeTransport(time, FakeTransport.timeout());
        transport.call(
                Policies.plain(time).build(), Facts.bound(actions.actions().open("keyed", "order-42:capture"), "body"));
        transport.call(
                Policies.plain(time).build(), Facts.bound(actions.actions().open("keyed", "order-42:capture"), "body"));
        assertThat(transport.keys()).hasSize(6);
        assertThat(new HashSet<>(transport.keys())).hasSize(1);

        FakeTransport other = new FakeTransport(time, FakeTransport.status(200));
        other.call(
                Policies.plain(time).build(), Facts.bound(actions.actions().open("keyed", "order-43:capture"), "body"));

        assertThat(other.keys()).doesNotContainAnyElementsOf(transport.keys());
    }
}
