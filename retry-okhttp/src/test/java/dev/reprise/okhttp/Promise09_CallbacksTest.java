package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.CallRefusedException;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.ActionStore;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.backoff.Backoff;
import dev.reprise.event.AttemptFinished;
import dev.reprise.event.AttemptStarted;
import dev.reprise.event.CallEnded;
import dev.reprise.event.RetryListener;
import dev.reprise.event.RetryScheduled;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.suite.FaultyStore;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.Test;

/** Code of the user's that throws or hangs neither hangs a call nor hides what really happened. */
class Promise09_CallbacksTest {

    private static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void a_listener_that_throws_is_not_felt() {
        RetryListener listener = new RetryListener() {
            @Override
            public void attemptStarted(AttemptStarted event) {
                throw new Broken();
            }

            @Override
            public void attemptFinished(AttemptFinished event) {
                throw new Broken();
            }

            @Override
            public void retryScheduled(RetryScheduled event) {
                throw new StackOverflowError();
            }

            @Override
            public void ended(CallEnded event) {
                throw new Broken();
            }
        };
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(503), Script.answer(200, "there"));
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain(), Calls.policy().listener(listener).build());
            assertThat(Result.of(client, Calls.get(server, "/")).body()).isEqualTo("there");
        }
    }

    @Test
    void a_repeatability_that_throws_counts_as_once() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain(),
                    Calls.policy()
                            .repeatability(request -> {
                                throw new Broken();
                            })
                            .build());
            assertThat(Result.of(client, Calls.get(server, "/")).failure()).isInstanceOf(UnknownOutcomeException.class);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void a_backoff_that_throws_does_not_hide_the_failure() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(503, "busy"));
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain(),
                    Calls.policy()
                            .backoff(Backoff.custom(retry -> {
                                throw new Broken();
                            }))
                            .build());
            Result result = Result.of(client, Calls.get(server, "/"));
            assertThat(result.status()).isEqualTo(503);
            assertThat(result.body()).isEqualTo("busy");
        }
    }

    @Test
    void a_settlement_that_throws_leaves_the_action_in_doubt() {
        Actions actions = Actions.builder(new InMemoryActionStore())
                .type(
                        "payment",
                        type -> type.profile(
                                IdempotencyProfile.bareHeader("X-Request-Id").running(answer -> {
                                    throw new Broken();
                                })))
                .build();
        try (FaultServer server = FaultServer.start()) {
            BusinessAction action = actions.open("payment", "order-1");
            Result result = Result.of(Calls.client(), RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void an_unchecked_exception_of_an_interceptor_passes_as_it_is() {
        try (FaultServer server = FaultServer.start()) {
            Broken broken = new Broken();
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain()
                            .newBuilder()
                            .addInterceptor(chain -> {
                                chain.proceed(chain.request()).close();
                                throw broken;
                            })
                            .build(),
                    Calls.policy().build());
            BusinessAction action = Calls.actions().open("payment", "order-1");
            Result result = Result.of(client, RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            assertThat(result.failure()).isSameAs(broken);
            assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
            assertThat(action.state()).isEqualTo(ActionState.IN_DOUBT);
            assertThat(server.requests()).hasSize(1);
        }
    }

    private static BusinessAction over(ActionStore store) {
        return Actions.builder(store)
                .type("payment", type -> type.profile(IdempotencyProfile.bareHeader("X-Request-Id")))
                .build()
                .open("payment", "order-1");
    }

    @Test
    void a_store_that_cannot_be_written_means_that_nothing_is_sent() {
        try (FaultServer server = FaultServer.start()) {
            BusinessAction action = over(new FaultyStore(() -> {
                throw new Broken();
            }));
            Request request = RetryOkHttp.bind(Calls.post(server, "/pay"), action);
            Result result = Result.of(Calls.client(), request);
            assertThat(result.ending()).isEqualTo(Ending.STORE_FAILED);
            assertThat(result.attempts()).isZero();
            assertThat(result.failure()).isInstanceOfAny(CallRefusedException.class, UnknownOutcomeException.class);
            assertThat(server.accepted()).isZero();
        }
    }

    @Test
    void a_store_that_hangs_is_abandoned_at_the_deadline() {
        CountDownLatch never = new CountDownLatch(1);
        try (FaultServer server = FaultServer.start()) {
            BusinessAction action = over(new FaultyStore(() -> {
                try {
                    never.await();
                } catch (InterruptedException abandoned) {
                    Thread.currentThread().interrupt();
                }
            }));
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain(),
                    Calls.policy().deadline(Duration.ofMillis(300)).build());
            Result result = Result.of(client, RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            assertThat(result.ending()).isEqualTo(Ending.STORE_FAILED);
            assertThat(result.took()).isLessThan(Duration.ofSeconds(8));
            assertThat(server.accepted()).isZero();
        }
    }
}
