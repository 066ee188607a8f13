package dev.reprise.internal;

import static dev.reprise.testkit.FakeTransport.deadReusedConnection;
import static dev.reprise.testkit.FakeTransport.fails;
import static dev.reprise.testkit.FakeTransport.refusedByPeer;
import static dev.reprise.testkit.FakeTransport.staleConnection;
import static dev.reprise.testkit.FakeTransport.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.action.BusinessAction;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Evidence;
import dev.reprise.outcome.Repeatability;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.FakeTransport.Reply;
import dev.reprise.testkit.FakeTransport.Seen;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.TestActions;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Once per call a request goes out again at once and free of charge, on proof that the peer did not process it. */
class TransparentResendTest {

    private final FakeTime time = new FakeTime();

    private RetryPolicy.Builder policy() {
        return Policies.plain(time).maxAttempts(1);
    }

    private static Reply stale() {
        return fails(new IOException("stale"), staleConnection());
    }

    private static Reply streamRefused() {
        return fails(new IOException("REFUSED_STREAM"), refusedByPeer());
    }

    private static Reply dead() {
        return fails(new IOException("unexpected end of stream"), deadReusedConnection());
    }

    @ParameterizedTest
    @EnumSource(Repeatability.class)
    void aStaleConnectionCostsNeitherAttemptNorPause(Repeatability repeatability) {
        FakeTransport transport = new FakeTransport(time, stale(), status(200));

        FakeTransport.Ended ended = transport.call(policy().build(), Facts.of(repeatability));

        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(ended.outcome().attempts()).isEqualTo(1);
        assertThat(time.sleeps()).isEmpty();
        assertThat(transport.seen()).extracting(Seen::fresh).containsExactly(false, true);
        assertThat(transport.seen()).extracting(Seen::send).containsExactly(1, 2);
        assertThat(transport.seen()).extracting(Seen::attempt).containsExactly(1, 1);
    }

    @ParameterizedTest
    @EnumSource(Repeatability.class)
    void aRefusedStreamIsResentFreeOfCharge(Repeatability repeatability) {
        FakeTransport transport = new FakeTransport(time, streamRefused(), status(200));

        assertThat(transport.call(policy().build(), Facts.of(repeatability)).ending())
                .isEqualTo(Ending.SUCCESS);
    }

    @Test
    void itHappensOncePerCallWhateverTheReason() {
        FakeTransport transport = new FakeTransport(time, stale(), streamRefused(), status(200));

        FakeTransport.Ended ended = transport.call(policy().build(), Facts.of("GET"));

        assertThat(transport.requests()).isEqualTo(2);
        assertThat(ended.ending()).isEqualTo(Ending.ATTEMPTS);
    }

    @Test
    void theSecondTimeItIsAnOrdinaryRetry() {
        FakeTransport transport = new FakeTransport(time, stale(), stale(), status(200));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.of("POST"));

        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(ended.outcome().attempts()).isEqualTo(2);
        assertThat(time.sleeps()).containsExactly(Policies.BASE);
    }

    @Test
    void aDeadReusedConnectionIsFreeForAnIdempotentRequest() {
        FakeTransport transport = new FakeTransport(time, dead(), status(200));

        FakeTransport.Ended ended = transport.call(policy().build(), Facts.of("PUT"));

        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(transport.seen().get(1).fresh()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"KEYED", "VERIFIABLE", "ONCE"})
    void aDeadReusedConnectionProvesNothingForTheOthers(Repeatability repeatability) {
        FakeTransport transport = new FakeTransport(time, dead(), status(200));

        transport.call(policy().build(), Facts.of(repeatability));

        assertThat(transport.requests()).isEqualTo(1);
    }

    @Test
    void anIdempotentRequestIsNotResentFreeAfterATimeoutOnAFreshConnectionOrASecondExchange() {
        Evidence begun = new Evidence(true, 1, true, true, false, false, true, false);
        Evidence twice = new Evidence(true, 2, true, false, false, false, true, false);
        for (Reply reply : new Reply[] {
            fails(new SocketTimeoutException("timeout"), deadReusedConnection()),
            FakeTransport.reset(),
            fails(new IOException("reset"), begun),
            fails(new IOException("reset"), twice)
        }) {
            FakeTransport transport = new FakeTransport(time, reply, status(200));

            transport.call(policy().build(), Facts.of("GET"));

            assertThat(transport.requests()).isEqualTo(1);
        }
    }

    @Test
    void strictModeResendsNoOnceRequest() {
        FakeTransport transport = new FakeTransport(time, stale(), status(200));

        transport.call(policy().strictOnce(true).build(), Facts.of("POST"));

        assertThat(transport.requests()).isEqualTo(1);
    }

    @Test
    void aBodyThatWasBegunMustBeReplayable() {
        FakeTransport begun = new FakeTransport(time, streamRefused(), status(200));
        FakeTransport untouched = new FakeTransport(time, stale(), status(200));

        begun.call(policy().build(), Facts.oneShotBody(Facts.of("POST")));
        untouched.call(policy().build(), Facts.oneShotBody(Facts.of("POST")));

        assertThat(begun.requests()).isEqualTo(1);
        assertThat(untouched.requests()).isEqualTo(2);
    }

    @Test
    void thereMustBeTimeForAUsefulAttempt() {
        FakeTransport transport =
                new FakeTransport(time, FakeTransport.after(Duration.ofMillis(960), stale()), status(200));

        FakeTransport.Ended ended =
                transport.call(policy().deadline(Duration.ofSeconds(1)).build(), Facts.of("GET"));

        assertThat(transport.requests()).isEqualTo(1);
        assertThat(ended.ending()).isEqualTo(Ending.ATTEMPTS);
    }

    @Test
    void theKeyMustLive() {
        BusinessAction action = new TestActions(time).open("keyed");
        FakeTransport transport = new FakeTransport(
                time, FakeTransport.timeout(), FakeTransport.after(TestActions.KEY_LIFETIME, stale()), status(200));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(action, "body"));

        assertThat(transport.requests()).isEqualTo(2);
        assertThat(ended.ending()).isEqualTo(Ending.KEY_EXPIRED);
    }

    @Test
    void anEarlierDoubtDoesNotForbidItWhereASecondSendIsHarmless() {
        FakeTransport transport = new FakeTransport(time, FakeTransport.timeout(), streamRefused(), status(200));

        FakeTransport.Ended ended =
                transport.call(Policies.plain(time).maxAttempts(2).build(), Facts.of(Repeatability.KEYED));

        assertThat(transport.requests()).isEqualTo(3);
        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
    }

    @Test
    void aNestedCallMayUseItSinceItIsNoRetry() {
        FakeTransport transport = new FakeTransport(time, stale(), status(200));

        assertThat(transport
                        .call(Policies.plain(time).build(), Facts.nested(Facts.of("GET")))
                        .ending())
                .isEqualTo(Ending.SUCCESS);
    }

    @Test
    void aMisdirectedRequestGoesOutAgainOnAFreshConnectionAsAnOrdinaryRetry() {
        FakeTransport transport = new FakeTransport(time, status(421), status(200));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.of("POST"));

        assertThat(ended.outcome().attempts()).isEqualTo(2);
        assertThat(transport.seen().get(1).fresh()).isTrue();
        assertThat(time.sleeps()).containsExactly(Policies.BASE);
    }
}
