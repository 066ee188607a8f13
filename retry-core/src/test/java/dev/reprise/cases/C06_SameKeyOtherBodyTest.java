package dev.reprise.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.CallRefusedException;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.FakeTransport.Reply;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.TestActions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A key is never reused with another payload, and a server that says so is not asked again. */
class C06_SameKeyOtherBodyTest {

    private final FakeTime time = new FakeTime();
    private final BusinessAction action = new TestActions(time).open("keyed");

    @Test
    void anotherBodyIsRefusedBeforeAnyByteLeaves() {
        new FakeTransport(time, FakeTransport.timeout())
                .call(Policies.plain(time).build(), Facts.bound(action, "card=4111"));
        FakeTransport transport = new FakeTransport(time, FakeTransport.status(200));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(action, "card=4222"));

        assertThat(transport.requests()).isZero();
        assertThat(ended.ending()).isEqualTo(Ending.PAYLOAD_MISMATCH);
        assertThat(ended.thrown())
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("first sent with another payload");
        assertThat(ended.thrown().getMessage()).contains(action.id()).doesNotContain("4111", "4222");
        assertThat(ended.outcome().effect()).as("of the first body").isEqualTo(Effect.UNKNOWN);
    }

    @Test
    void anotherBodyOfASettledActionIsNotTakenForALostResult() {
        new FakeTransport(time, FakeTransport.status(200))
                .call(Policies.plain(time).build(), Facts.bound(action, "card=4111"));

        FakeTransport.Ended ended = new FakeTransport(time, FakeTransport.status(200))
                .call(Policies.plain(time).build(), Facts.bound(action, "card=4222"));

        assertThat(ended.ending()).isEqualTo(Ending.PAYLOAD_MISMATCH);
        assertThat(ended.thrown())
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("first sent with another payload");
        assertThat(ended.outcome().effect()).isEqualTo(Effect.APPLIED);
    }

    static Stream<Reply> mismatches() {
        return Stream.of(
                FakeTransport.body(422, "{\"title\":\"Idempotency-Key is already used\"}"),
                FakeTransport.body(400, "{\"error\":{\"type\":\"idempotency_error\"}}"));
    }

    @ParameterizedTest
    @MethodSource("mismatches")
    void aServerThatSaysSoIsNotAskedAgainAndTheKeyStays(Reply mismatch) {
        String key = action.key().value();
        FakeTransport transport = new FakeTransport(time, mismatch);

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(action, "body"));

        assertThat(transport.requests()).isEqualTo(1);
        assertThat(ended.ending()).isEqualTo(Ending.UNKNOWN_OUTCOME);
        assertThat(action.key().value()).isEqualTo(key);
        assertThat(action.state()).as("an earlier request with this key exists").isEqualTo(ActionState.IN_DOUBT);
    }
}
