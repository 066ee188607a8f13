package dev.reprise.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.BusinessAction;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.FakeTransport.Reply;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.TestActions;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** "Network error" is not one thing: what never left may be sent again, what left unanswered may not. */
class C03_AmbiguousFailureOfAPostTest {

    private final FakeTime time = new FakeTime();

    static Stream<Arguments> rows() {
        Reply connectTimeout = FakeTransport.fails(
                new SocketTimeoutException("Connect timed out"), dev.reprise.outcome.Evidence.NOTHING_SENT);
        return Stream.of(
                Arguments.of("connection refused", FakeTransport.refused(), 3, 3, 3),
                Arguments.of("reset after the whole body", FakeTransport.reset(), 1, 3, 3),
                Arguments.of("no answer in time", FakeTransport.timeout(), 1, 3, 3),
                Arguments.of("504", FakeTransport.status(504), 1, 3, 3),
                Arguments.of("connect timeout", connectTimeout, 3, 3, 3));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void requestsThatTheServerSees(String name, Reply reply, int unkeyed, int keyed, int get) {
        FakeTransport post = new FakeTransport(time, reply);
        FakeTransport withKey = new FakeTransport(time, reply);
        FakeTransport read = new FakeTransport(time, reply);
        BusinessAction action = new TestActions(time).open("keyed");

        post.call(Policies.plain(time).build(), Facts.of("POST"));
        withKey.call(Policies.plain(time).build(), Facts.bound(action, "body"));
        read.call(Policies.plain(time).build(), Facts.of("GET"));

        assertThat(post.requests()).as("%s, POST without a key", name).isEqualTo(unkeyed);
        assertThat(withKey.requests()).as("%s, POST with a key", name).isEqualTo(keyed);
        assertThat(withKey.keys()).containsOnly(action.key().value());
        assertThat(read.requests()).as("%s, GET", name).isEqualTo(get);
    }

    @Test
    void withoutAnAnswerTheCallerLearnsThatNobodyKnows() {
        for (Reply reply : new Reply[] {FakeTransport.reset(), FakeTransport.timeout()}) {
            FakeTransport.Ended ended =
                    new FakeTransport(time, reply).call(Policies.plain(time).build(), Facts.of("POST"));

            assertThat(ended.thrown())
                    .isInstanceOf(UnknownOutcomeException.class)
                    .hasCauseInstanceOf(IOException.class);
        }
    }

    @Test
    void withAnAnswerTheCallerGetsItAndTheOutcomeSaysUnknown() {
        FakeTransport.Ended ended = new FakeTransport(time, FakeTransport.status(504))
                .call(Policies.plain(time).build(), Facts.of("POST"));

        assertThat(ended.answer().status()).isEqualTo(504);
        assertThat(ended.outcome().effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(ended.ending()).isEqualTo(Ending.UNKNOWN_OUTCOME);
    }

    @Test
    void whatWasNeverSentIsAFailureLikeAnyOther() {
        FakeTransport.Ended ended = new FakeTransport(time, FakeTransport.refused())
                .call(Policies.plain(time).build(), Facts.of("POST"));

        assertThat(ended.thrown()).isInstanceOf(ConnectException.class);
        assertThat(ended.outcome().effect()).isEqualTo(Effect.NOT_APPLIED);
    }
}
