package dev.reprise.internal.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.InMemoryActionStore;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** An action is found by its id as long as anybody could still send it. */
class BoundActionsTest {

    private final Actions actions = Actions.builder(new InMemoryActionStore())
            .type("payment", type -> {})
            .build();

    /** Whether the action is forgotten after garbage collections, within a generous time. */
    private static boolean isForgotten(String id) {
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (System.nanoTime() - end < 0) {
            System.gc();
            if (BoundActions.find(id) == null) {
                return true;
            }
        }
        return false;
    }

    private static String copy(String id) {
        return String.valueOf(id.toCharArray());
    }

    @Test
    void an_id_that_nobody_bound_is_not_known() {
        assertThat(BoundActions.find(actions.open("payment", "order-1").id())).isNull();
    }

    @Test
    void the_action_found_is_the_same_one() {
        BusinessAction action = actions.open("payment", "order-1");
        String id = BoundActions.idFor(action);
        assertThat(id).isEqualTo(action.id());
        assertThat(BoundActions.find(action.id()).key().value())
                .isEqualTo(action.key().value());
        assertThat(BoundActions.idFor(actions.open("payment", "order-1"))).isSameAs(id);
    }

    @Test
    void the_id_that_a_request_carries_keeps_it_known() {
        String id = BoundActions.idFor(actions.open("payment", "order-1"));
        System.gc();
        System.gc();
        assertThat(BoundActions.find(id).id()).isEqualTo(id);
    }

    @Test
    void so_does_the_action_itself_for_a_copy_of_the_id() {
        BusinessAction action = actions.open("payment", "order-1");
        String copy = copy(BoundActions.idFor(action));
        System.gc();
        System.gc();
        assertThat(BoundActions.find(copy).reference()).isEqualTo(action.reference());
    }

    @Test
    void what_nobody_holds_any_more_is_forgotten() {
        String copy = copy(BoundActions.idFor(actions.open("payment", "order-1")));
        assertThat(isForgotten(copy)).isTrue();
    }
}
