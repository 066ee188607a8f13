package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.CallRefusedException;
import dev.reprise.internal.LiveRetrier;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Repeatability;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The JDK's client sends some requests twice by itself. */
class C02_HiddenResendTest {

    private static HttpRequest.Builder request(FaultServer server, String method) {
        return method.equals("GET")
                ? Calls.get(server, "/thing")
                : HttpRequest.newBuilder(server.uri("/thing")).method(method, BodyPublishers.ofString("x"));
    }

    @ParameterizedTest
    @CsvSource({"POST, 1", "PUT, 1", "DELETE, 1", "PATCH, 1", "GET, 2"})
    void of_one_attempt_the_server_sees(String method, int requests) {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(200, "warm"));
            server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
            HttpClient client = RetryHttpClient.wrap(
                    Calls.plain(), Calls.policy().maxAttempts(1).build());
            assertThat(Result.Way.SEND.of(client, Calls.get(server, "/")).status())
                    .isEqualTo(200);
            Result result = Result.Way.SEND.of(client, request(server, method));
            assertThat(result.attempts()).isEqualTo(1);
            assertThat(result.effect()).isEqualTo(Effect.UNKNOWN);
            // The second GET cannot be stopped or seen; it is the one place where the server counts more than the
            // library.
            assertThat(server.requests(method, "/thing")).hasSize(requests);
        }
    }

    /** The program of {@link #where_the_property_is_set_only_what_may_be_repeated_is_sent}. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws Exception {
            try (FaultServer server = FaultServer.start()) {
                server.otherwise(Script.breakAt(Point.REQUEST_READ, Break.CLOSE));
                HttpClient plain = Calls.plain();
                try {
                    plain.send(request(server, "POST").build(), BodyHandlers.ofString());
                } catch (java.io.IOException lost) {
                    System.out.println("bare " + server.requests().size());
                }
                HttpClient client = RetryHttpClient.wrap(plain, Calls.policy().build());
                int before = server.requests().size();
                Result refused = Result.Way.SEND.of(client, request(server, "POST"));
                System.out.println("wrapped " + (server.requests().size() - before));
                System.out.println(refused.failure().getClass().getSimpleName() + " "
                        + refused.failure().getMessage().contains(HiddenResends.PROPERTY));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"=true", "="})
    void where_the_property_is_set_only_what_may_be_repeated_is_sent(String value) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-D" + HiddenResends.PROPERTY + value,
                        Program.class.getName())
                .redirectErrorStream(true)
                .start();
        List<String> lines;
        try (var output = process.inputReader()) {
            lines = output.lines().toList();
        }
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(lines).containsExactly("bare 2", "wrapped 0", "CallRefusedException true");
    }

    @ParameterizedTest
    @EnumSource
    void a_request_that_may_be_repeated_passes_where_the_property_is_set(Result.Way way) {
        try (FaultServer server = FaultServer.start()) {
            // The JDK's client reads the property once per process, so this one is only told that it is set.
            HttpClient client = new WrappedClient(
                    Calls.plain(),
                    new Settings(
                            new LiveRetrier(
                                    Calls.policy().keyHeader("Idempotency-Key").build()),
                            false,
                            false,
                            false,
                            1 << 20,
                            0),
                    true);
            assertThat(way.of(client, Calls.get(server, "/")).status()).isEqualTo(200);
            assertThat(way.of(client, Calls.post(server, "/pay").header("Idempotency-Key", "key-1"))
                            .status())
                    .isEqualTo(200);
            assertThat(way.of(client, Calls.post(server, "/pay")).failure()).isInstanceOf(CallRefusedException.class);
            assertThat(way.of(client, RetryHttpClient.with(Calls.get(server, "/"), Repeatability.ONCE))
                            .failure())
                    .isInstanceOf(CallRefusedException.class)
                    .hasMessageContaining(HiddenResends.PROPERTY);
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void the_property_counts_as_the_client_reads_it() {
        assertThat(HiddenResends.isTrue("")).isTrue();
        assertThat(HiddenResends.isTrue("TRUE")).isTrue();
        assertThat(HiddenResends.isTrue("no")).isFalse();
        assertThat(HiddenResends.isTrue(null)).isFalse();
        assertThat(HiddenResends.areEnabled()).isFalse();
    }
}
