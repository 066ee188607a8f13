package dev.reprise.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.FakeTransport.Reply;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.TestActions;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Only a definite outcome ends an action; until then its key stays, and afterwards a new one is made on request only. */
class C07_WhenAKeyIsReplacedTest {

    private final FakeTime time = new FakeTime();
    private final TestActions actions = new TestActions(time);

    static Stream<Arguments> outcomes() {
        return Stream.of(
                Arguments.of("read timeout", FakeTransport.timeout(), 1, ActionState.IN_DOUBT),
                Arguments.of("500", FakeTransport.status(500), 1, ActionState.IN_DOUBT),
                Arguments.of("attempts used up", FakeTransport.status(503), 3, ActionState.IN_DOUBT),
                Arguments.of("402", FakeTransport.status(402), 3, ActionState.REJECTED),
                Arguments.of("201", FakeTransport.status(201), 3, ActionState.CONFIRMED));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("outcomes")
    void theKeyForTheNextTry(String name, Reply reply, int attempts, ActionState state) {
        BusinessAction action = actions.open("keyed");
        FakeTransport transport = new FakeTransport(time, reply);

        transport.call(Policies.plain(time).maxAttempts(attempts).build(), Facts.bound(action, "body"));

        assertThat(transport.keys()).containsOnly(action.key().value());
        assertThat(action.state()).isEqualTo(state);
        BusinessAction next = actions.open("keyed");
        assertThat(next.id()).isEqualTo(action.id());
        assertThat(next.key()).isEqualTo(action.key());
        if (state.isSettled()) {
            int before = transport.requests();
            transport.call(Policies.plain(time).build(), Facts.bound(next, "body"));
            assertThat(transport.requests())
                    .as("a settled action is not sent again")
                    .isEqualTo(before);
            assertThat(actions.actions().renew(action).key()).isNotEqualTo(action.key());
        } else {
            assertThatIllegalStateException().isThrownBy(() -> actions.actions().renew(action));
        }
    }
}
