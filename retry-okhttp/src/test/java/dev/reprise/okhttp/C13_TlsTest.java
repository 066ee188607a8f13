package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.outcome.Effect;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Opening;
import dev.reprise.testing.ServerIdentity;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A certificate does not become trusted by asking again. */
class C13_TlsTest {

    static OkHttpClient client(FaultServer server) {
        return RetryOkHttp.wrap(
                Calls.plain()
                        .newBuilder()
                        .sslSocketFactory(server.sslSocketFactory(), server.trustManager())
                        .build(),
                Calls.policy().build());
    }

    @Test
    void a_trusted_server_is_asked() {
        try (FaultServer server = FaultServer.startTls()) {
            assertThat(Result.of(client(server), Calls.post(server, "/pay")).status())
                    .isEqualTo(200);
        }
    }

    @Test
    void an_untrusted_certificate_is_met_once() {
        try (FaultServer server = FaultServer.startTls()) {
            server.onEveryConnect(Opening.show(ServerIdentity.UNTRUSTED));
            Result result = Result.of(client(server), Calls.get(server, "/"));
            assertThat(result.failure())
                    .isInstanceOf(SSLHandshakeException.class)
                    .hasCauseInstanceOf(CertificateException.class);
            assertThat(result.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @Test
    void a_certificate_of_another_host_is_met_once() {
        try (FaultServer server = FaultServer.startTls()) {
            server.onEveryConnect(Opening.show(ServerIdentity.WRONG_HOST));
            Result result = Result.of(client(server), Calls.get(server, "/"));
            assertThat(result.failure()).isInstanceOf(SSLPeerUnverifiedException.class);
            assertThat(result.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"CLOSE", "RESET"})
    void a_handshake_that_is_cut_off_may_succeed_the_next_time(Break how) {
        try (FaultServer server = FaultServer.startTls()) {
            server.onEveryConnect(Opening.breakHandshake(how));
            Result result = Result.of(client(server), Calls.post(server, "/pay"));
            assertThat(result.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(result.attempts()).isEqualTo(3);
        }
    }

    @Test
    void a_handshake_that_is_cut_off_once_does_not_keep_a_charge_from_being_made_once() {
        try (FaultServer server = FaultServer.startTls()) {
            server.onConnect(Opening.breakHandshake(Break.CLOSE));
            Result result = Result.of(client(server), Calls.post(server, "/pay"));
            assertThat(result.status()).isEqualTo(200);
            assertThat(server.ledger().charges()).isEqualTo(1);
            assertThat(server.accepted()).isEqualTo(2);
        }
    }
}
