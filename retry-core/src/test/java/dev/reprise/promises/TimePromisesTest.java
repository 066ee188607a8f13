package dev.reprise.promises;

import static dev.reprise.testkit.FakeTransport.after;
import static dev.reprise.testkit.FakeTransport.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.StatusAnswer;
import dev.reprise.backoff.Backoff;
import dev.reprise.outcome.Ending;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.FakeTransport.Reply;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.TestActions;
import dev.reprise.time.RandomSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Promises 3, 4, 8 and 11 on fake time. */
class TimePromisesTest {

    private static final int RUNS = 2_000;

    // ---- 3: by the deadline

    private static Reply anyReply(Random chance) {
        return (transport, call) -> {
            long limit = call.attemptNanos();
            switch (chance.nextInt(4)) {
                case 0:
                    return FakeTransport.silence().to(transport, call);
                case 1:
                    return after(Duration.ofNanos((long) (limit * chance.nextDouble())), status(503))
                            .to(transport, call);
                case 2:
                    return after(
                                    Duration.ofNanos((long) (limit * chance.nextDouble())),
                                    status(503, "Retry-After", String.valueOf(chance.nextInt(8))))
                            .to(transport, call);
                default:
                    return FakeTransport.refused().to(transport, call);
            }
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"unbound", "keyed", "verifiable"})
    void promise3_aCallReturnsByItsDeadlineAndBeginsNoPauseThatReachesIt(String kind) {
        for (long seed = 0; seed < RUNS; seed++) {
            Random chance = new Random(seed);
            FakeTime time = new FakeTime();
            Duration deadline = Duration.ofMillis(1 + chance.nextInt(20_000));
            RetryPolicy policy = Policies.defaults(time)
                    .maxAttempts(20)
                    .deadline(deadline)
                    .attemptTimeout(Duration.ofMillis(1 + chance.nextInt(10_000)))
                    .random(RandomSource.seeded(seed))
                    .logging(false)
                    .build();
            TestActions actions = new TestActions(time).finds(() -> {
                time.pass(Duration.ofMillis(chance.nextInt(20)));
                return chance.nextBoolean() ? StatusAnswer.running() : StatusAnswer.notApplied();
            });
            time.duringSleep(() -> assertThat(time.elapsed()).isLessThan(deadline));
            FakeTransport transport = new FakeTransport(time, anyReply(chance));

            transport.call(policy, kind.equals("unbound") ? Facts.of("GET") : Facts.bound(actions.open(kind), "body"));

            assertThat(time.elapsed()).as("seed %d", seed).isLessThanOrEqualTo(deadline.plusMillis(20));
            for (FakeTransport.Seen seen : transport.seen()) {
                assertThat(seen.at()).as("seed %d", seed).isLessThan(deadline);
                assertThat(seen.at().plusNanos(seen.limitNanos())).isLessThanOrEqualTo(deadline);
            }
        }
    }

    // ---- 4: Retry-After is never undercut

    @Test
    void promise4_everyPauseIsAtLeastAsLongAsTheServerAsked() {
        for (long seed = 0; seed < RUNS; seed++) {
            Random chance = new Random(seed);
            FakeTime time = new FakeTime();
            Duration wish = Duration.ofSeconds(chance.nextInt(60));
            int refusal = new int[] {408, 421, 425, 429, 500, 502, 503, 504}[chance.nextInt(8)];
            boolean running = chance.nextInt(4) == 0;
            BusinessAction action = new TestActions(time).open("keyed");
            RetryPolicy policy = Policies.defaults(time)
                    .deadline(Duration.ofMinutes(10))
                    .retryAfterJitter(chance.nextDouble())
                    .random(RandomSource.seeded(seed))
                    .logging(false)
                    .build();
            FakeTransport transport = new FakeTransport(
                    time,
                    status(running ? 409 : refusal, "Retry-After", String.valueOf(wish.toSeconds())),
                    status(200));

            transport.call(policy, Facts.bound(action, "body"));

            assertThat(transport.requests()).as("seed %d", seed).isEqualTo(2);
            assertThat(time.sleeps()).hasSize(1).allMatch(pause -> pause.compareTo(wish) >= 0);
        }
    }

    @Test
    void promise4_holdsForTheQuestionThatFollowsAnAnswer() {
        FakeTime time = new FakeTime();
        AtomicReference<Duration> asked = new AtomicReference<>();
        TestActions actions = new TestActions(time).finds(() -> {
            asked.set(time.elapsed());
            return StatusAnswer.applied();
        });

        new FakeTransport(time, status(503, "Retry-After", "20"))
                .call(Policies.plain(time).build(), Facts.bound(actions.open("verifiable"), "body"));

        assertThat(asked.get()).isGreaterThanOrEqualTo(Duration.ofSeconds(20));
    }

    // ---- 8: nothing is held during a pause

    @Test
    void promise8_theConnectionIsReleasedBeforeEveryPauseAndEveryQuestion() {
        FakeTime time = new FakeTime();
        FakeTransport[] transport = new FakeTransport[1];
        List<Boolean> heldWhenAsked = new ArrayList<>();
        TestActions actions = new TestActions(time).finds(() -> {
            heldWhenAsked.add(transport[0].holdsConnection());
            return StatusAnswer.applied();
        });
        time.duringSleep(() -> assertThat(transport[0].holdsConnection()).isFalse());

        transport[0] = new FakeTransport(time, status(503), status(429), status(200));
        transport[0].call(Policies.plain(time).build(), Facts.of("GET"));
        assertThat(transport[0].releases()).isEqualTo(2);
        assertThat(transport[0].holdsConnection()).as("the caller's own answer").isTrue();

        transport[0] = new FakeTransport(time, status(503));
        FakeTransport.Ended ended =
                transport[0].call(Policies.plain(time).build(), Facts.bound(actions.open("verifiable"), "body"));
        assertThat(ended.ending()).isEqualTo(Ending.APPLIED_BY_QUERY);
        assertThat(heldWhenAsked).containsExactly(false);
    }

    // ---- 11: monotonic, and any long will do

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 50_000_000L, -150_000_000L})
    void promise11_theTickerMayStandAnywhereAndWrap(long ticks) {
        FakeTime time = new FakeTime(ticks);
        RetryPolicy policy = Policies.plain(time)
                .maxAttempts(100)
                .deadline(Duration.ofSeconds(10))
                .attemptTimeout(Duration.ofSeconds(3))
                .backoff(Backoff.fixed(Duration.ofSeconds(3)))
                .build();
        FakeTransport transport = new FakeTransport(time, FakeTransport.silence());

        FakeTransport.Ended ended = transport.call(policy, Facts.of("GET"));

        assertThat(ended.ending()).isEqualTo(Ending.DEADLINE);
        assertThat(transport.requests()).isEqualTo(2);
        assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void promise11_durationsOfAnyLengthAreLongAndNotWrong() {
        Duration longest = Duration.ofSeconds(Long.MAX_VALUE);
        FakeTime time = new FakeTime();
        RetryPolicy policy = Policies.plain(time)
                .deadline(longest)
                .attemptTimeout(longest)
                .retryAfterCeiling(longest)
                .minimumUsefulAttempt(Duration.ofMillis(1))
                .build();
        FakeTransport transport = new FakeTransport(time, status(503), status(200));

        assertThat(transport.call(policy, Facts.of("GET")).ending()).isEqualTo(Ending.SUCCESS);
        assertThat(transport
                        .call(policy, Facts.bound(new TestActions(time).open("keyed"), "body"))
                        .ending())
                .isEqualTo(Ending.SUCCESS);
    }

    @Test
    void promise11_yearsMayPassInAPause() {
        FakeTime time = new FakeTime();
        time.duringSleep(() -> time.pass(Duration.ofDays(365 * 250)));
        FakeTransport transport = new FakeTransport(time, status(503), status(200));

        assertThat(transport
                        .call(
                                Policies.plain(time)
                                        .deadline(Duration.ofMinutes(1))
                                        .build(),
                                Facts.of("GET"))
                        .ending())
                .isEqualTo(Ending.DEADLINE);
    }

    @Test
    void promise11_settingTheWallClockMovesNoDeadlineAndNoPause() {
        FakeTime time = new FakeTime();
        time.duringSleep(() -> time.jumpWall(Duration.ofDays(-3650)));
        FakeTransport transport = new FakeTransport(time, status(503, "Retry-After", "3"), status(503), status(200));

        FakeTransport.Ended ended = transport.call(
                Policies.plain(time).deadline(Duration.ofSeconds(20)).build(), Facts.of("GET"));

        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(3), Duration.ofMillis(200));
    }
}
