package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.RetryPolicy;
import dev.reprise.chain.CallChain;
import dev.reprise.chain.DeadlineHeader;
import dev.reprise.testing.FaultServer;
import java.net.http.HttpRequest;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A chain's header fields are ones that the JDK's client sends. */
class ChainNamesTest {

    private static RetryPolicy marking(String name) {
        return Calls.policy().chain(CallChain.builder().marker(name).build()).build();
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Reprise-Note", "x-reprise-action"})
    void a_field_that_the_client_never_sends_is_refused_when_it_is_wrapped(String name) {
        assertThatThrownBy(() -> RetryHttpClient.wrap(Calls.plain(), marking(name)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(name)
                .hasMessageContaining("policy test");
        CallChain time =
                CallChain.builder().deadline(DeadlineHeader.milliseconds(name)).build();
        assertThatThrownBy(() -> RetryHttpClient.wrap(
                        Calls.plain(), Calls.policy().chain(time).build()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void and_when_a_request_is_given_such_a_policy() {
        HttpRequest.Builder request = HttpRequest.newBuilder();
        assertThatThrownBy(() -> RetryHttpClient.with(request, marking("X-Reprise-Note")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("X-Reprise-Note");
    }

    @ParameterizedTest
    @EnumSource
    void the_requests_own_timeout_is_told_if_it_comes_first(Result.Way way) {
        try (FaultServer server = FaultServer.start()) {
            CallChain chain = CallChain.builder()
                    .deadline(DeadlineHeader.milliseconds("X-Time"))
                    .build();
            RetryPolicy policy =
                    Calls.policy().chain(chain).deadline(Duration.ofSeconds(20)).build();
            way.of(
                    RetryHttpClient.wrap(Calls.plain(), policy),
                    Calls.get(server, "/").timeout(Duration.ofSeconds(5)));
            assertThat(server.requests()).hasSize(1).allMatch(request -> "5000".equals(request.header("X-Time")));
        }
    }
}
