package dev.reprise.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.http.RequestView;
import dev.reprise.internal.action.ActiveActions;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An active action binds the requests that match its type's target, and nothing else. */
class ActiveActionTest {

    private static Actions actions(String pathPattern) {
        return Actions.builder(new InMemoryActionStore())
                .type("payment", type -> type.target("POST", pathPattern))
                .build();
    }

    private static BusinessAction matching(String method, String target) {
        return ActiveActions.matching(RequestView.of(method, URI.create("https://api.test" + target), Map.of()));
    }

    private static BusinessAction pay() {
        return matching("POST", "/pay");
    }

    @ParameterizedTest
    @CsvSource({
        "/pay, POST, /pay, true",
        "/pay, POST, /pay?amount=1, true",
        "/pay, GET, /pay, false",
        "/pay, POST, /pay/1, false",
        "/pay, POST, /pay/, false",
        "/pay, POST, /Pay, false",
        "/pay, POST, /, false",
        "/, POST, /, true",
        "/, POST, /pay, false",
        "/orders/*/pay, POST, /orders/17/pay, true",
        "/orders/*/pay, POST, /orders/17/18/pay, false",
        "/orders/*/pay, POST, /orders//pay, false",
        "/orders/*/pay, POST, /orders/17, false",
        "/orders/**, POST, /orders, true",
        "/orders/**, POST, /orders/17/pay, true",
        "/orders/**, POST, /order, false",
        "/a%20b, POST, /a%20b, true"
    })
    void a_request_matches_by_method_and_path(String pattern, String method, String target, boolean matches) {
        BusinessAction action = actions(pattern).open("payment", "order-1");
        try (BusinessAction.Scope scope = action.activate()) {
            assertThat(scope).isNotNull();
            assertThat(matching(method, target)).isSameAs(matches ? action : null);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pay", "", "/pay?x=1", "/pay#x", "/pay*", "/**/pay", "/a/***"})
    void an_unusable_pattern_is_refused(String pattern) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> actions(pattern))
                .withMessageContaining("target")
                .withMessageContaining(pattern);
    }

    @Test
    void a_blank_method_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Actions.builder(new InMemoryActionStore()).type("payment", type -> type.target(" ", "/pay")))
                .withMessageContaining("method");
    }

    @Test
    void without_a_target_there_is_nothing_to_activate() {
        BusinessAction action = Actions.builder(new InMemoryActionStore())
                .type("payment", type -> {})
                .build()
                .open("payment", "order-1");
        assertThatThrownBy(action::activate)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("payment")
                .hasMessageContaining("target");
    }

    @Test
    void the_innermost_matching_one_counts_and_closing_brings_the_outer_one_back() {
        Actions actions = Actions.builder(new InMemoryActionStore())
                .type("payment", type -> type.target("POST", "/pay"))
                .type("refund", type -> type.target("POST", "/refund"))
                .build();
        BusinessAction outer = actions.open("payment", "order-1");
        BusinessAction inner = actions.open("payment", "order-2");
        BusinessAction refund = actions.open("refund", "order-3");
        assertThat(pay()).isNull();
        BusinessAction.Scope first = outer.activate();
        BusinessAction.Scope second = inner.activate();
        BusinessAction.Scope third = refund.activate();
        assertThat(pay()).isSameAs(inner);
        assertThat(matching("POST", "/refund")).isSameAs(refund);
        third.close();
        second.close();
        second.close();
        assertThat(pay()).isSameAs(outer);
        first.close();
        assertThat(pay()).isNull();
    }

    @Test
    void a_scope_closed_out_of_order_ends_with_the_one_inside_it() {
        Actions actions = actions("/pay");
        BusinessAction.Scope outer = actions.open("payment", "order-1").activate();
        BusinessAction inside = actions.open("payment", "order-2");
        BusinessAction.Scope inner = inside.activate();
        outer.close();
        assertThat(pay()).isSameAs(inside);
        inner.close();
        assertThat(pay()).isNull();
    }

    @Test
    void other_threads_neither_see_nor_close_it() throws Exception {
        BusinessAction.Scope scope = actions("/pay").open("payment", "order-1").activate();
        assertThat(CompletableFuture.supplyAsync(ActiveActionTest::pay).get(10, TimeUnit.SECONDS))
                .isNull();
        assertThat(CompletableFuture.supplyAsync(() -> {
                            try {
                                scope.close();
                                return null;
                            } catch (IllegalStateException refused) {
                                return refused.getMessage();
                            }
                        })
                        .get(10, TimeUnit.SECONDS))
                .contains("thread");
        assertThat(pay()).isNotNull();
        scope.close();
    }

    @Test
    void a_status_query_runs_unbound() {
        AtomicReference<BusinessAction> during = new AtomicReference<>();
        InMemoryActionStore store = new InMemoryActionStore();
        Actions actions = Actions.builder(store)
                .type("payment", type -> type.target("POST", "/pay")
                        .statusQuery(StatusQuery.of(Duration.ofSeconds(1), question -> {
                            during.set(pay());
                            return StatusAnswer.applied();
                        })))
                .build();
        BusinessAction action = actions.open("payment", "order-1");
        ActionRecord record = store.find(action.id());
        assertThat(store.replace(
                        record,
                        record.next().state(ActionState.IN_DOUBT).doubt(true).build()))
                .isTrue();
        AtomicReference<ActionState> state = new AtomicReference<>();
        try (BusinessAction.Scope scope = action.activate()) {
            assertThat(scope).isNotNull();
            state.set(action.resolve());
            assertThat(pay()).isSameAs(action);
        }
        assertThat(state).hasValue(ActionState.CONFIRMED);
        assertThat(during).hasNullValue();
    }
}
