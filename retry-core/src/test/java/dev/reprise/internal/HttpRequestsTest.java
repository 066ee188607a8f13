package dev.reprise.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.http.RequestView;
import dev.reprise.outcome.Repeatability;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpRequestsTest {

    /** A request that may carry a key. */
    private record Request(String method, String key) implements RequestView {

        @Override
        public String scheme() {
            return "https";
        }

        @Override
        public String host() {
            return "pay.test";
        }

        @Override
        public int port() {
            return 443;
        }

        @Override
        public String path() {
            return "/pay";
        }

        @Override
        public String header(String name) {
            return name.equals("Idempotency-Key") ? key : null;
        }
    }

    private static RetryPolicy.Builder policy() {
        return RetryPolicy.builder("test").keyHeader("Idempotency-Key");
    }

    @ParameterizedTest
    @CsvSource({
        "GET,    ,      IDEMPOTENT",
        "PUT,    k,     IDEMPOTENT",
        "DELETE, ,      IDEMPOTENT",
        "POST,   ,      ONCE",
        "POST,   k,     KEYED",
        "POST,   '',    ONCE",
        "POST,   '  ',  ONCE",
        "PATCH,  k,     KEYED",
        "get,    ,      ONCE"
    })
    void theMethodDecidesAndTheDeclaredKeyRaises(String method, String key, Repeatability expected) {
        assertThat(HttpRequests.repeatability(policy().build(), new Request(method, key), null))
                .isEqualTo(expected);
    }

    @Test
    void aFieldThatMerelyLooksLikeAKeyProvesNothing() {
        RetryPolicy undeclared = RetryPolicy.ofDefaults("test");

        assertThat(HttpRequests.repeatability(undeclared, new Request("POST", "k"), null))
                .isEqualTo(Repeatability.ONCE);
    }

    @Test
    void thePolicysFunctionGoesBeforeTheMethodAndTheRequestsOwnWordBeforeBoth() {
        RetryPolicy lowered = policy().repeatability(
                        request -> request.method().equals("PUT") ? Repeatability.ONCE : null)
                .build();

        assertThat(HttpRequests.repeatability(lowered, new Request("PUT", null), null))
                .isEqualTo(Repeatability.ONCE);
        assertThat(HttpRequests.repeatability(lowered, new Request("GET", null), null))
                .isEqualTo(Repeatability.IDEMPOTENT);
        assertThat(HttpRequests.repeatability(lowered, new Request("PUT", null), Repeatability.IDEMPOTENT))
                .isEqualTo(Repeatability.IDEMPOTENT);
    }

    @Test
    void aFunctionThatThrowsMakesARequestOnceAndLeavesTheScopeAsItIsByDefault() {
        RetryPolicy broken = policy().repeatability(request -> {
                    throw new IllegalStateException();
                })
                .scope(request -> {
                    throw new IllegalStateException();
                })
                .build();

        assertThat(HttpRequests.repeatability(broken, new Request("GET", null), null))
                .isEqualTo(Repeatability.ONCE);
        assertThat(HttpRequests.scope(broken, new Request("GET", null))).isEqualTo("https://pay.test:443");
    }

    @Test
    void aScopeFunctionThatReturnsNothingLeavesTheScopeAsItIsByDefault() {
        RetryPolicy broken = policy().scope(request -> null).build();

        assertThat(HttpRequests.scope(broken, new Request("GET", null))).isEqualTo("https://pay.test:443");
    }

    @Test
    void thePolicyNamesTheScope() {
        RetryPolicy named = policy().scope(RequestView::path).build();

        assertThat(HttpRequests.scope(named, new Request("GET", null))).isEqualTo("/pay");
    }
}
