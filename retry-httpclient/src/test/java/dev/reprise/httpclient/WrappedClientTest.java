package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.ActionState;
import dev.reprise.action.BusinessAction;
import dev.reprise.http.HeaderNames;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The first things that anybody would try. */
class WrappedClientTest {

    @ParameterizedTest
    @EnumSource
    void a_get_is_sent_again_after_a_503(Result.Way way) {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(503, "one"), Script.answer(200, "two"));
            Result result = way.of(Calls.client(), Calls.get(server, "/"));
            assertThat(result.status()).isEqualTo(200);
            assertThat(result.body()).isEqualTo("two");
            assertThat(result.attempts()).isEqualTo(2);
            assertThat(server.requests().get(1).header(HeaderNames.X_RETRY_ATTEMPT))
                    .isEqualTo("2");
            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_post_without_an_answer_is_sent_once(Result.Way way) {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.RESET));
            Result result = way.of(Calls.client(), Calls.post(server, "/pay"));
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_bound_post_is_sent_again_with_the_same_key(Result.Way way) {
        try (FaultServer server = FaultServer.start()) {
            server.deduplicateBy(HeaderNames.X_REQUEST_ID);
            server.enqueue(Script.breakAt(Point.COMMITTED, Break.RESET));
            server.otherwise(Script.answer(200, "paid"));
            BusinessAction action = Calls.actions().open("payment", "order-1");
            Result result = way.of(Calls.client(), RetryHttpClient.bind(Calls.post(server, "/pay"), action));
            assertThat(result.failure()).isNull();
            assertThat(result.status()).isEqualTo(200);
            assertThat(result.ending()).isEqualTo(Ending.SUCCESS);
            assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
            assertThat(server.ledger().charges()).isEqualTo(1);
            assertThat(server.requests()).hasSize(2).allSatisfy(request -> {
                assertThat(request.header(HeaderNames.X_REQUEST_ID))
                        .isEqualTo(action.key().value());
                assertThat(request.header(RetryHttpClient.ACTION_HEADER)).isNull();
                assertThat(request.bodyText()).isEqualTo("amount=100");
            });
        }
    }
}
