package dev.reprise.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.CallRefusedException;
import dev.reprise.RetryPolicy;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.InMemoryActionStore;
import org.junit.jupiter.api.Test;

/** Where a key goes, nothing else is written. */
class BoundRequestTest {

    private final BusinessAction action = Actions.builder(new InMemoryActionStore())
            .type("payment", type -> type.profile(IdempotencyProfile.bareHeader("x-retry-attempt")))
            .build()
            .open("payment", "order-1");

    @Test
    void aKeyInTheFieldThatNumbersTheSendsIsRefused() {
        RetryPolicy policy = RetryPolicy.builder("shop").build();
        assertThatThrownBy(() -> BoundRequest.of(action, policy))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("markRetries")
                .hasMessageContaining("policy shop")
                .hasMessageContaining("x-retry-attempt")
                .hasMessageNotContaining(action.key().value());
    }

    @Test
    void unlessTheyAreNotNumbered() throws Exception {
        RetryPolicy policy = RetryPolicy.builder("shop").markRetries(false).build();
        assertThat(BoundRequest.of(action, policy).keyHeader()).isEqualTo("x-retry-attempt");
    }
}
