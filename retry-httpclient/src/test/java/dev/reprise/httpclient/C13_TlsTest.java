package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.outcome.Effect;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Opening;
import dev.reprise.testing.ServerIdentity;
import java.net.http.HttpClient;
import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A certificate does not become trusted by asking again. */
class C13_TlsTest {

    static HttpClient client(FaultServer server) {
        return RetryHttpClient.wrap(
                Calls.plainBuilder().sslContext(server.sslContext()).build(),
                Calls.policy().build());
    }

    private static List<Throwable> causes(Throwable failure) {
        List<Throwable> causes = new ArrayList<>();
        for (Throwable link = failure; link != null && causes.size() < 20; link = link.getCause()) {
            causes.add(link);
        }
        return causes;
    }

    @ParameterizedTest
    @EnumSource
    void a_trusted_server_is_asked(Result.Way way) {
        try (FaultServer server = FaultServer.startTls()) {
            assertThat(way.of(client(server), Calls.post(server, "/pay")).status())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({"SEND, UNTRUSTED", "SEND, WRONG_HOST", "SEND_ASYNC, UNTRUSTED", "SEND_ASYNC, WRONG_HOST"})
    void a_certificate_that_proves_nothing_is_met_once(Result.Way way, ServerIdentity identity) {
        try (FaultServer server = FaultServer.startTls()) {
            server.onEveryConnect(Opening.show(identity));
            Result result = way.of(client(server), Calls.get(server, "/"));
            assertThat(result.failure()).isInstanceOf(SSLHandshakeException.class);
            assertThat(causes(result.failure())).anyMatch(CertificateException.class::isInstance);
            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"SEND, CLOSE", "SEND, RESET", "SEND_ASYNC, CLOSE", "SEND_ASYNC, RESET"})
    void a_handshake_that_is_cut_off_may_succeed_the_next_time(Result.Way way, Break how) {
        try (FaultServer server = FaultServer.startTls()) {
            server.onEveryConnect(Opening.breakHandshake(how));
            Result result = way.of(client(server), Calls.get(server, "/"));
            assertThat(result.attempts()).isEqualTo(3);
            // The client connects a second time by itself.
            assertThat(server.accepted()).isBetween(3, 6);
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_untrusted_certificate_keeps_a_charge_from_being_sent(Result.Way way) {
        try (FaultServer server = FaultServer.startTls()) {
            server.onEveryConnect(Opening.show(ServerIdentity.UNTRUSTED));
            Result result = way.of(client(server), Calls.post(server, "/pay"));
            assertThat(result.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(server.requests()).isEmpty();
        }
    }
}
