package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.action.ActionState;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.http.HeaderNames;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import org.junit.jupiter.api.Test;

/** An active action binds the calls of its thread that match its target. */
class ActiveActionTest {

    @Test
    void what_matches_the_target_is_sent_again_with_the_key() {
        Actions actions = Actions.builder(new InMemoryActionStore())
                .type("payment", type -> type.profile(IdempotencyProfile.bareHeader(HeaderNames.X_REQUEST_ID))
                        .target("POST", "/pay"))
                .build();
        BusinessAction action = actions.open("payment", "order-1");
        try (FaultServer server = FaultServer.start()) {
            server.enqueue("POST", "/pay", Script.breakAt(Point.COMMITTED, Break.CLOSE), Script.answer(200, "paid"));
            try (BusinessAction.Scope scope = action.activate()) {
                assertThat(scope).isNotNull();
                assertThat(Result.of(Calls.client(), Calls.post(server, "/token"))
                                .status())
                        .isEqualTo(200);
                assertThat(Result.of(Calls.client(), Calls.post(server, "/pay")).body())
                        .isEqualTo("paid");
            }
            assertThat(server.requests("POST", "/token").get(0).header(HeaderNames.X_REQUEST_ID))
                    .isNull();
            assertThat(server.requests("POST", "/pay"))
                    .hasSize(2)
                    .allMatch(request -> action.key().value().equals(request.header(HeaderNames.X_REQUEST_ID)));
            assertThat(action.state()).isEqualTo(ActionState.CONFIRMED);
        }
    }
}
