package dev.reprise.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.action.Actions;
import dev.reprise.action.AnswerMatcher;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.backoff.Backoff;
import dev.reprise.outcome.Ending;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.TestActions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** 409 can mean that the first request still runs, or that what is asked for conflicts with the state of things. */
class C08_ManyMeaningsOf409Test {

    private final FakeTime time = new FakeTime();
    private final BusinessAction action = new TestActions(time).open("keyed");

    @Test
    void aKeyInUseIsWaitedForWithTheSameKey() {
        FakeTransport transport = new FakeTransport(
                time, FakeTransport.body(409, "{\"type\":\"key in use\"}"), FakeTransport.status(200));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(action, "body"));

        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
        assertThat(transport.keys()).hasSize(2).containsOnly(action.key().value());
        assertThat(time.sleeps()).hasSize(1).allMatch(pause -> !pause.isZero());
    }

    @Test
    void aConflictOfTheDomainIsFinal() {
        FakeTransport transport = new FakeTransport(
                time, FakeTransport.body(409, "{\"error\":\"seat taken\"}"), FakeTransport.status(200));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(action, "body"));

        assertThat(transport.requests()).isEqualTo(1);
        assertThat(ended.answer().status()).isEqualTo(409);
    }

    @Test
    void withoutAKeyItIsFinalToo() {
        FakeTransport transport = new FakeTransport(time, FakeTransport.body(409, "key in use"));

        transport.call(Policies.plain(time).build(), Facts.of("POST"));

        assertThat(transport.requests()).isEqualTo(1);
    }

    @Test
    void whatMeansInProgressIsDeclaredPerApi() {
        BusinessAction own = Actions.builder(new InMemoryActionStore())
                .clock(time.clock())
                .ticker(time.ticker())
                .type(
                        "payment",
                        type -> type.profile(
                                IdempotencyProfile.bareHeader("X-Key").running(AnswerMatcher.status(423))))
                .build()
                .open("payment", "order-1");
        FakeTransport transport = new FakeTransport(time, FakeTransport.status(423), FakeTransport.status(200));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.bound(own, "body"));

        assertThat(transport.requests()).isEqualTo(2);
        assertThat(ended.ending()).isEqualTo(Ending.SUCCESS);
    }

    @Test
    @Timeout(60)
    void twoThreadsEndWithTheSameAnswerAndOneSideEffect() throws Exception {
        RetryPolicy policy = RetryPolicy.builder("real time")
                .backoff(Backoff.fixed(Duration.ofMillis(1)))
                .build();
        FakeTransport one = new FakeTransport(time, FakeTransport.body(200, "charge-1"));
        FakeTransport two = new FakeTransport(time, FakeTransport.body(200, "charge-2"));

        CompletableFuture<FakeTransport.Ended> first =
                CompletableFuture.supplyAsync(() -> one.call(policy, Facts.bound(action, "body")));
        CompletableFuture<FakeTransport.Ended> second =
                CompletableFuture.supplyAsync(() -> two.call(policy, Facts.bound(action, "body")));

        assertThat(first.get(30, TimeUnit.SECONDS).answer().bodyText())
                .isEqualTo(second.get(30, TimeUnit.SECONDS).answer().bodyText());
        assertThat(one.requests() + two.requests()).isEqualTo(1);
    }
}
