package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.UnknownOutcomeException;
import dev.reprise.outcome.Effect;
import dev.reprise.testing.Answer;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A request that nobody declared repeatable is not sent again once a send of it went unanswered; and what is said of its effect is never
 * contradicted by the ledger.
 */
class Promise01_SentOnceTest {

    static List<Arguments> faults() {
        List<Arguments> faults = new ArrayList<>();
        for (boolean tls : new boolean[] {false, true}) {
            for (boolean reused : new boolean[] {false, true}) {
                for (Point point : Point.values()) {
                    for (Break how : Break.values()) {
                        // Silence takes its time, and TLS adds nothing to it.
                        if (!tls || how != Break.STALL) {
                            faults.add(Arguments.of(tls, reused, point, how));
                        }
                    }
                }
            }
        }
        return faults;
    }

    static OkHttpClient client(FaultServer server, boolean tls, Break how) {
        // Only silence has to be waited for.
        Duration timeout = how == Break.STALL ? Duration.ofMillis(300) : Duration.ofSeconds(20);
        OkHttpClient.Builder plain =
                Calls.plain().newBuilder().readTimeout(timeout).writeTimeout(timeout);
        if (tls) {
            plain.sslSocketFactory(server.sslSocketFactory(), server.trustManager());
        }
        return RetryOkHttp.wrap(plain.build(), Calls.policy().build());
    }

    @ParameterizedTest
    @MethodSource("faults")
    void wherever_it_breaks(boolean tls, boolean reused, Point point, Break how) throws Exception {
        try (FaultServer server = tls ? FaultServer.startTls() : FaultServer.start()) {
            OkHttpClient client = client(server, tls, how);
            if (reused) {
                Calls.text(client, Calls.get(server, "/warm"));
            }
            server.enqueue(Script.answer(200, "paid in full").breakingAt(point, how));
            Result result = Result.of(client, Calls.post(server, "/pay"));
            int sends = server.requests("POST", "/pay").size()
                    + server.partialRequests().size();
            assertThat(sends).isLessThanOrEqualTo(1);
            int charges = server.ledger().charges();
            assertThat(charges).isLessThanOrEqualTo(1);
            if (result.outcome() != null && result.effect() == Effect.NOT_APPLIED && result.failure() != null) {
                assertThat(charges).isZero();
            }
            if (point.compareTo(Point.HEAD_SENT) < 0) {
                assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            }
        }
    }

    @Test
    void an_interceptor_of_the_users_that_proceeds_again_after_a_failure_is_refused() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.breakAt(Point.COMMITTED, Break.CLOSE));
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain()
                            .newBuilder()
                            .addInterceptor(chain -> {
                                try {
                                    return chain.proceed(chain.request());
                                } catch (IOException again) {
                                    return chain.proceed(chain.request());
                                }
                            })
                            .build(),
                    Calls.policy().build());
            Result result = Result.of(client, Calls.post(server, "/pay"));
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            assertThat(server.ledger().charges()).isEqualTo(1);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void an_interceptor_of_the_users_that_builds_its_own_request_is_watched_all_the_same() {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.breakAt(Point.COMMITTED, Break.CLOSE));
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain()
                            .newBuilder()
                            .addInterceptor(chain -> chain.proceed(Calls.post(server, "/other")))
                            .build(),
                    Calls.policy().build());
            Result result = Result.of(client, Calls.post(server, "/pay"));
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void a_redirect_of_the_same_origin_sends_it_again() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(Answer.of(307).header("Location", "/pay2")));
            Result result = Result.of(Calls.client(), Calls.post(server, "/pay"));
            assertThat(result.status()).isEqualTo(200);
            assertThat(server.requests("POST", "/pay2")).hasSize(1);
            assertThat(result.attempts()).isEqualTo(1);
        }
    }

    @Test
    void the_users_authenticator_sends_it_again() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(Answer.of(401).header("WWW-Authenticate", "Basic realm=\"shop\"")));
            OkHttpClient client = RetryOkHttp.wrap(
                    Calls.plain()
                            .newBuilder()
                            .authenticator((route, response) -> response.request()
                                    .newBuilder()
                                    .header("Authorization", "Basic abc")
                                    .build())
                            .build(),
                    Calls.policy().build());
            Result result = Result.of(client, Calls.post(server, "/pay"));
            assertThat(result.status()).isEqualTo(200);
            assertThat(server.requests()).hasSize(2);
            assertThat(server.ledger().charges()).isEqualTo(1);
        }
    }

    @Test
    void a_failure_after_a_redirect_is_still_not_sent_again() {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(
                    Script.answer(Answer.of(307).header("Location", "/pay2")),
                    Script.breakAt(Point.COMMITTED, Break.CLOSE));
            Result result = Result.of(Calls.client(), Calls.post(server, "/pay"));
            assertThat(result.failure()).isInstanceOf(UnknownOutcomeException.class);
            assertThat(server.requests()).hasSize(2);
            assertThat(server.ledger().charges()).isEqualTo(1);
        }
    }
}
