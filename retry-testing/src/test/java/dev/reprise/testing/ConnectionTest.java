package dev.reprise.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testing.RawClient.End;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections: accepting, TLS, keeping alive, going stale, refusing. */
class ConnectionTest {
    private static final Duration LONG = Duration.ofSeconds(10);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void requests_of_one_connection_are_counted_on_it(boolean tls) throws Exception {
        try (FaultServer server = tls ? FaultServer.startTls() : FaultServer.start()) {
            HttpClient client =
                    HttpClient.newBuilder().sslContext(server.sslContext()).build();
            HttpRequest request = HttpRequest.newBuilder(server.uri("/pay?order=1"))
                    .POST(HttpRequest.BodyPublishers.ofString("amount=100"))
                    .header("X-Tag", "a")
                    .header("x-tag", "b")
                    .build();
            server.otherwise(
                    Script.answer(Answer.of(201, "paid").header("X-Seen", "1").header("X-Seen", "2")));

            var first = client.send(request, BodyHandlers.ofString());
            var second = client.send(request, BodyHandlers.ofString());

            assertThat(first.statusCode()).isEqualTo(201);
            assertThat(second.body()).isEqualTo("paid");
            assertThat(second.headers().allValues("x-seen")).containsExactly("1", "2");
            assertThat(server.accepted()).isEqualTo(1);
            assertThat(server.handshakesCompleted()).isEqualTo(tls ? 1 : 0);
            assertThat(server.requests("POST", "/pay")).hasSize(2).allMatch(ReceivedRequest::applied);
            ReceivedRequest reused = server.requests().get(1);
            assertThat(reused.connection().number()).isEqualTo(1);
            assertThat(reused.position()).isEqualTo(2);
            assertThat(reused.target()).isEqualTo("/pay?order=1");
            assertThat(reused.headers("X-TAG")).containsExactly("a", "b");
            assertThat(reused.header("absent")).isNull();
            assertThat(reused.bodyText()).isEqualTo("amount=100");
            assertThat(reused.arrivalNanos())
                    .isGreaterThan(server.requests().get(0).arrivalNanos());
        }
    }

    @ParameterizedTest
    @EnumSource(Break.class)
    void a_connection_can_be_broken_off_when_it_is_accepted(Break how) throws IOException {
        try (FaultServer server = FaultServer.start()) {
            server.onConnect(Opening.breakOff(how));
            try (RawClient client = RawClient.connect(server)) {
                End expected = how == Break.STALL ? End.SILENCE : how == Break.RESET ? End.RESET : End.EOF;
                assertThat((how == Break.STALL ? client.seeSilenceAfter("") : client.seeEnd()).end())
                        .isEqualTo(expected);
            } catch (SocketException e) {
                assertThat(how).isEqualTo(Break.RESET);
            }
            server.awaitConnections(1, LONG);
            try (RawClient client = RawClient.connect(server)) {
                assertThat(client.get("/").readUntil("\r\n\r\n")).contains("200");
            }
            assertThat(server.connections().get(0).requests()).isZero();
            assertThat(server.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Break.class,
            names = {"CLOSE", "HALF_CLOSE", "RESET"})
    void a_handshake_can_be_broken_off_several_times(Break how) throws IOException {
        try (FaultServer server = FaultServer.startTls()) {
            server.onConnect(Opening.breakHandshake(how), Opening.breakHandshake(how));

            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> RawClient.connectTls(server))
                        .isInstanceOf(how == Break.RESET ? SocketException.class : SSLHandshakeException.class);
            }
            RawClient.connectTls(server).close();

            server.awaitConnections(3, LONG);
            server.awaitAllEnded(LONG);
            assertThat(server.handshakesFailed()).isEqualTo(2);
            assertThat(server.handshakesCompleted()).isEqualTo(1);
        }
    }

    @Test
    void a_handshake_can_stall() throws IOException {
        try (FaultServer server = FaultServer.startTls()) {
            server.onConnect(Opening.breakHandshake(Break.STALL));

            try (RawClient client = RawClient.connect(server)) {
                client.socket().setSoTimeout(200);
                SSLSocket socket = (SSLSocket)
                        server.sslSocketFactory().createSocket(client.socket(), "127.0.0.1", server.port(), false);
                assertThatThrownBy(socket::startHandshake).isInstanceOf(SocketTimeoutException.class);
                assertThat(server.connections().get(0).handshake()).isEqualTo(ServerConnection.Handshake.RUNNING);
            }

            server.awaitClientClosed(1, LONG);
            assertThat(server.handshakesCompleted()).isZero();
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void an_untrusted_certificate_is_refused_and_a_trusted_one_is_not() throws IOException {
        try (FaultServer server = FaultServer.startTls()) {
            server.onConnect(Opening.show(ServerIdentity.UNTRUSTED));

            assertThatThrownBy(tlsCall(server)::getResponseCode)
                    .isInstanceOf(SSLHandshakeException.class)
                    .hasMessageContaining("PKIX");
            assertThat(tlsCall(server).getResponseCode()).isEqualTo(200);

            server.connections().get(0).awaitEnd();
            assertThat(server.connections().get(0).handshake()).isEqualTo(ServerConnection.Handshake.FAILED);
        }
    }

    @Test
    void a_certificate_for_another_host_is_refused() throws IOException {
        try (FaultServer server = FaultServer.startTls()) {
            server.onEveryConnect(Opening.show(ServerIdentity.WRONG_HOST));

            assertThatThrownBy(tlsCall(server)::getResponseCode)
                    .isInstanceOf(SSLException.class)
                    .hasMessageContaining("127.0.0.1");

            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void a_client_without_a_certificate_is_refused_where_one_is_demanded() throws IOException {
        try (FaultServer server = FaultServer.startTls()) {
            server.onEveryConnect(Opening.demandClientCertificate());

            assertThatThrownBy(() -> {
                        try (RawClient client = RawClient.connectTls(server)) {
                            client.get("/").readUntil("\r\n\r\n");
                        }
                    })
                    .isInstanceOf(IOException.class);

            server.connections().get(0).awaitEnd();
            assertThat(server.handshakesFailed()).isEqualTo(1);
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void openings_for_tls_are_refused_by_a_server_without() {
        try (FaultServer server = FaultServer.start()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> server.onConnect(Opening.breakHandshake(Break.CLOSE)))
                    .withMessageContaining("needs a server with TLS");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> server.onEveryConnect(Opening.show(ServerIdentity.UNTRUSTED)));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void idle_connections_go_stale_on_command(boolean reset) throws IOException {
        try (FaultServer server = FaultServer.start();
                RawClient idle = RawClient.connect(server);
                RawClient busy = RawClient.connect(server)) {
            Gate gate = new Gate();
            idle.get("/").readUntil("\r\n\r\n");
            server.enqueue(Script.answer(200).holdingAt(Point.COMMITTED, gate));
            busy.get("/slow");
            gate.awaitArrival(LONG);

            int broken = reset ? server.resetIdleConnections() : server.closeIdleConnections();

            assertThat(broken).isEqualTo(1);
            assertThat(idle.seeEnd().end()).isEqualTo(reset ? End.RESET : End.EOF);
            gate.open();
            assertThat(busy.readUntil("\r\n\r\n")).contains("200");
            assertThat(server.connections().get(0).ended()).isTrue();
            assertThat(server.connections().get(0).clientClosed()).isFalse();
        }
    }

    @Test
    void going_stale_right_after_an_answer_never_cuts_that_answer() throws IOException {
        try (FaultServer server = FaultServer.start()) {
            for (int i = 1; i <= 200; i++) {
                try (RawClient client = RawClient.connect(server)) {
                    client.get("/").readUntil("\r\n\r\n");
                    assertThat(server.closeIdleConnections()).isEqualTo(1);
                    assertThat(client.seeEnd().end()).isEqualTo(End.EOF);
                }
            }
        }
    }

    @Test
    void an_agreed_close_ends_the_connection_after_the_answer() throws IOException {
        try (FaultServer server = FaultServer.start();
                RawClient asking = RawClient.connect(server);
                RawClient told = RawClient.connect(server)) {
            server.enqueue(
                    Script.answer(200, "a"), Script.answer(Answer.of(200, "b").closing()));

            asking.send("GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
            assertThat(asking.seeEnd().text()).endsWith("a").doesNotContain("Connection");
            told.get("/");
            assertThat(told.seeEnd().text()).endsWith("b").contains("Connection: close\r\n");
        }
    }

    @Test
    void one_connection_can_be_closed_or_reset_on_command_wherever_it_is() throws IOException {
        try (FaultServer server = FaultServer.start();
                RawClient first = RawClient.connect(server);
                RawClient second = RawClient.connect(server)) {
            server.otherwise(Script.breakAt(Point.REQUEST_HEAD_READ, Break.STALL));
            first.post("/", "abc");
            server.awaitPartialRequests(1, LONG);
            second.post("/", "abc");
            server.awaitPartialRequests(2, LONG);

            server.connections().get(0).close();
            server.connections().get(1).reset();

            assertThat(first.seeEnd().end()).isEqualTo(End.EOF);
            assertThat(second.seeEnd().end()).isEqualTo(End.RESET);
        }
    }

    @Test
    void whoever_connects_while_the_server_does_not_listen_is_refused() throws IOException {
        try (FaultServer server = FaultServer.start();
                RawClient before = RawClient.connect(server)) {
            before.get("/").readUntil("\r\n\r\n");

            server.stopListening();
            server.stopListening();
            assertThatThrownBy(() -> RawClient.connect(server)).isInstanceOf(ConnectException.class);
            assertThat(before.get("/").readUntil("\r\n\r\n")).contains("200");

            server.listenAgain();
            server.listenAgain();
            try (RawClient after = RawClient.connect(server)) {
                assertThat(after.get("/").readUntil("\r\n\r\n")).contains("200");
            }
            assertThat(server.accepted()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Break.class,
            names = {"CLOSE", "RESET"})
    void a_script_charges_breaks_off_and_stops_listening(Break how) throws IOException {
        try (FaultServer server = FaultServer.start();
                RawClient client = RawClient.connect(server)) {
            server.enqueue(Script.breakAt(Point.COMMITTED, how).stoppingListening());

            client.post("/pay", "amount=100").seeEnd();

            assertThatThrownBy(() -> RawClient.connect(server)).isInstanceOf(ConnectException.class);
            assertThat(server.ledger().charges()).isEqualTo(1);
        }
    }

    @Test
    void several_addresses_share_one_port() throws IOException {
        try (FaultServer server = FaultServer.start()) {
            server.alsoListenOn("127.0.0.2");
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress("127.0.0.2", server.port()), 5000);
                server.awaitConnections(1, LONG);
            }
            server.stopListening();
            for (String address : List.of("127.0.0.1", "127.0.0.2")) {
                try (Socket socket = new Socket()) {
                    assertThatThrownBy(() -> socket.connect(new InetSocketAddress(address, server.port()), 5000))
                            .isInstanceOf(ConnectException.class);
                }
            }
            assertThatIllegalArgumentException().isThrownBy(() -> server.alsoListenOn("192.0.2.1"));
        }
    }

    @Test
    void a_dead_port_refuses_or_keeps_silent() throws IOException {
        try (DeadPort refusing = DeadPort.refusing();
                DeadPort silent = DeadPort.silent()) {
            assertThatThrownBy(call(refusing.uri("/"))::getResponseCode).isInstanceOf(ConnectException.class);
            HttpURLConnection waiting = call(silent.uri("/"));
            waiting.setConnectTimeout(200);
            assertThatThrownBy(waiting::getResponseCode).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void closing_ends_all_threads_whatever_they_are_doing() throws Exception {
        FaultServer server = FaultServer.start();
        Gate gate = new Gate();
        server.enqueue("GET", "/held", Script.answer(200).holdingAt(Point.COMMITTED, gate));
        server.enqueue("GET", "/stalled", Script.breakAt(Point.COMMITTED, Break.STALL));
        server.enqueue("POST", "/unread", Script.breakAt(Point.REQUEST_HEAD_READ, Break.STALL));
        server.enqueue("GET", "/dripping", Script.answer(200).drippingFrom(Point.COMMITTED, Duration.ofHours(1)));
        try (RawClient held = RawClient.connect(server);
                RawClient stalled = RawClient.connect(server);
                RawClient unread = RawClient.connect(server);
                RawClient dripping = RawClient.connect(server);
                RawClient flooded = RawClient.connect(server);
                RawClient idle = RawClient.connect(server)) {
            held.get("/held");
            stalled.get("/stalled");
            unread.post("/unread", "abc");
            dripping.get("/dripping");
            gate.awaitArrival(LONG);
            server.awaitRequests(3, LONG);
            server.awaitPartialRequests(1, LONG);
            server.otherwise(Script.answer(Answer.endless(200)));
            flooded.get("/flood").readUntil("\r\n\r\n");
            idle.send("GET /never-complete");
            server.awaitConnections(6, LONG);

            server.close();
        }
        assertThat(server.connections()).allMatch(ServerConnection::ended);
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("fault-server-" + server.port())) {
                thread.join(LONG.toMillis());
                assertThat(thread.isAlive()).isFalse();
            }
        }
        server.close();
    }

    @Test
    void more_connections_than_allowed_are_closed_and_reported() throws IOException {
        try (FaultServer server = FaultServer.start();
                RawClient first = RawClient.connect(server)) {
            server.maxConnections(1);
            server.awaitConnections(1, LONG);
            try (RawClient second = RawClient.connect(server)) {
                assertThat(second.seeEnd().end()).isEqualTo(End.EOF);
            }
            assertThat(first.get("/").readUntil("\r\n\r\n")).contains("200");
            assertThat(server.takeProblems()).containsExactly("more than 1 connections were open at once");
        }
    }

    @Test
    void the_certificates_do_not_expire_while_anyone_uses_this() throws Exception {
        for (ServerIdentity identity : ServerIdentity.values()) {
            var certificate =
                    (java.security.cert.X509Certificate) identity.keyStore().getCertificate("server");
            assertThat(certificate.getNotBefore().toInstant()).isBefore("2020-01-02T00:00:00Z");
            assertThat(certificate.getNotAfter().toInstant()).isAfter("2125-12-01T00:00:00Z");
        }
    }

    private static HttpsURLConnection tlsCall(FaultServer server) throws IOException {
        HttpsURLConnection call = (HttpsURLConnection) server.uri("/").toURL().openConnection();
        call.setSSLSocketFactory(server.sslSocketFactory());
        return call;
    }

    private static HttpURLConnection call(URI uri) throws IOException {
        return (HttpURLConnection) uri.toURL().openConnection();
    }
}
