package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A key that the server has forgotten, or that is none, must not lead to a second charge. */
class C10_UnusableKeyTest {

    private final ManualTime ticks = new ManualTime();
    private final InMemoryActionStore store = new InMemoryActionStore();
    private final OkHttpClient client = Calls.client();

    private Actions actions() {
        Clock clock = new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return Instant.EPOCH.plus(ticks.elapsed());
            }
        };
        return Actions.builder(store)
                .type(
                        "payment",
                        type -> type.profile(
                                IdempotencyProfile.bareHeader("X-Request-Id").keyLifetime(Duration.ofHours(24))))
                .clock(clock)
                .ticker(ticks)
                .build();
    }

    private static Request bound(FaultServer server, BusinessAction action) {
        return RetryOkHttp.bind(Calls.post(server, "/pay"), action);
    }

    @Test
    void past_its_lifetime_a_key_in_doubt_is_not_sent() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.COMMITTED, Break.CLOSE).stoppingListening());
            Actions actions = actions();
            Result.of(client, bound(server, actions.open("payment", "order-1")));
            server.listenAgain();
            int before = server.requests().size();
            ticks.advance(Duration.ofHours(24).plusSeconds(1));
            Result late = Result.of(client, bound(server, actions.open("payment", "order-1")));
            assertThat(late.failure()).isInstanceOf(UnknownOutcomeException.class);
            assertThat(late.ending()).isEqualTo(Ending.KEY_EXPIRED);
            assertThat(server.requests()).hasSize(before);
            assertThat(actions.open("payment", "order-1").state()).isEqualTo(ActionState.EXPIRED);
        }
    }

    @Test
    void just_before_it_is() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.COMMITTED, Break.CLOSE).stoppingListening());
            Actions actions = actions();
            BusinessAction action = actions.open("payment", "order-1");
            Result.of(client, bound(server, action));
            server.listenAgain();
            ticks.advance(Duration.ofHours(23).plusMinutes(59));
            assertThat(Result.of(client, bound(server, action)).status()).isEqualTo(200);
            assertThat(server.requests().get(1).header("X-Request-Id"))
                    .isEqualTo(action.key().value());
        }
    }

    @Test
    void the_key_survives_a_restart_with_its_record() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.COMMITTED, Break.CLOSE).stoppingListening());
            Result.of(client, bound(server, actions().open("payment", "order-1")));
            server.listenAgain();
            Result.of(client, bound(server, actions().open("payment", "order-1")));
            assertThat(server.requests()).hasSize(2);
            assertThat(server.requests().get(1).header("X-Request-Id"))
                    .isEqualTo(server.requests().get(0).header("X-Request-Id"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   "})
    void a_blank_value_in_the_key_header_makes_no_request_repeatable(String key) {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
            OkHttpClient keyed = RetryOkHttp.wrap(
                    Calls.plain(), Calls.policy().keyHeader("Idempotency-Key").build());
            Request request = Calls.post(server, "/pay")
                    .newBuilder()
                    .header("Idempotency-Key", key)
                    .build();
            assertThat(Result.of(keyed, request).failure()).isInstanceOf(UnknownOutcomeException.class);
            assertThat(server.requests()).hasSize(1);
        }
    }
}
