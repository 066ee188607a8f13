package dev.reprise.promises;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.backoff.Backoff;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.TestActions;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Promises 1, 2 and 12, against a server that fails in every way in turn and whose ledger alone is believed. */
class EffectPromisesTest {

    private static final int RUNS = 3_000;

    private static RetryPolicy policy(FakeTime time) {
        return Policies.plain(time)
                .maxAttempts(5)
                .backoff(Backoff.fixed(Duration.ofMillis(700)))
                .deadline(Duration.ofMinutes(5))
                .logging(false)
                .build();
    }

    private static void assertHonest(FakeTransport.Ended ended, SimulatedServer server, String run) {
        server.settle();
        Effect said = ended.outcome().effect();
        if (server.charges() > 0) {
            assertThat(said).as("%s: it was charged", run).isNotEqualTo(Effect.NOT_APPLIED);
        } else {
            assertThat(said).as("%s: it was not charged", run).isNotEqualTo(Effect.APPLIED);
        }
        if (ended.ending() == Ending.SUCCESS) {
            assertThat(server.charges()).as(run).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void promise1_whatIsSentOnceIsNotSentAgainAfterASendWithoutAnAnswer(boolean bound) {
        for (long seed = 0; seed < RUNS; seed++) {
            FakeTime time = new FakeTime();
            SimulatedServer server = new SimulatedServer(time, seed, false);
            FakeTransport transport = server.transport();
            TestActions actions = new TestActions(time);

            FakeTransport.Ended ended = transport.call(
                    policy(time), bound ? Facts.bound(actions.open("once"), "body") : Facts.of(Repeatability.ONCE));

            String run = "seed " + seed + ": " + server;
            assertThat(server.unansweredSends()).as(run).isLessThanOrEqualTo(1);
            assertHonest(ended, server, run);
            assertThat(server.charges()).as(run).isLessThanOrEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void promise2_allSendsOfAnActionCarryOneKeyAndChargeOnce(int presses) {
        for (long seed = 0; seed < RUNS; seed++) {
            FakeTime time = new FakeTime();
            SimulatedServer server = new SimulatedServer(time, seed, true);
            FakeTransport transport = server.transport();
            BusinessAction action = new TestActions(time).open("keyed");

            for (int press = 0; press < presses; press++) {
                FakeTransport.Ended ended = transport.call(policy(time), Facts.bound(action, "body"));
                assertHonest(ended, server, "seed " + seed + ", press " + press + ": " + server);
            }

            String run = "seed " + seed + ": " + server;
            assertThat(transport.keys()).as(run).allMatch(action.key().value()::equals);
            assertThat(server.charges()).as(run).isLessThanOrEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void promise12_whatASimulatedQueryResolvesIsNeverChargedTwiceNorMisreported(int presses) {
        for (long seed = 0; seed < RUNS; seed++) {
            FakeTime time = new FakeTime();
            SimulatedServer server = new SimulatedServer(time, seed, false);
            FakeTransport transport = server.transport();
            TestActions actions = new TestActions(time).finds(server::status);
            BusinessAction action = actions.open("verifiable");

            for (int press = 0; press < presses; press++) {
                FakeTransport.Ended ended = transport.call(policy(time), Facts.bound(action, "body"));
                String run = "seed " + seed + ", press " + press + ": " + server;
                assertHonest(ended, server, run);
                ActionState state = action.state();
                if (state == ActionState.CONFIRMED) {
                    assertThat(server.charges()).as(run).isPositive();
                } else if (state == ActionState.REJECTED || state == ActionState.OPEN) {
                    assertThat(server.charges()).as(run).isZero();
                }
            }

            assertThat(server.charges()).as("seed %d: %s", seed, server).isLessThanOrEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"IDEMPOTENT", "KEYED"})
    void promise12_holdsForUnboundCallsThatMayBeRepeated(Repeatability repeatability) {
        for (long seed = 0; seed < RUNS; seed++) {
            FakeTime time = new FakeTime();
            SimulatedServer server = new SimulatedServer(time, seed, true);

            FakeTransport.Ended ended = server.transport().call(policy(time), Facts.of(repeatability));

            String run = "seed " + seed + ": " + server;
            assertThat(ended.ending() == Ending.SUCCESS && server.charges() == 0)
                    .as(run)
                    .isFalse();
            server.settle();
            if (server.charges() > 0) {
                assertThat(ended.outcome().effect()).as(run).isNotEqualTo(Effect.NOT_APPLIED);
            }
        }
    }
}
