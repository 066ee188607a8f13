package dev.reprise.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Evidence;
import dev.reprise.outcome.Verdict;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.MalformedURLException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.UnknownServiceException;
import java.security.cert.CertificateException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The evidence table of HTTP, every status and every kind of failure. */
class HttpRulesTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2025-01-01T00:00:00Z"), ZoneOffset.UTC);
    private static final Set<Integer> PROVED_TRANSIENT = Set.of(421, 425, 429);
    private static final Set<Integer> PERMANENT_5XX = Set.of(501, 505, 507, 511);

    private static Verdict of(HttpRules rules, int status) {
        return rules.verdictOf(HttpAnswer.of(status), CLOCK);
    }

    private static Verdict of(HttpRules rules, int status, String... header) {
        return rules.verdictOf(HttpAnswer.of(status, Map.of(header[0], List.of(header[1]))), CLOCK);
    }

    static IntStream statuses() {
        return IntStream.range(200, 700);
    }

    @ParameterizedTest
    @MethodSource("statuses")
    void everyStatusHasItsRow(int status) {
        Verdict expected;
        if (status < 400) {
            expected = Verdict.success();
        } else if (status == 421) {
            expected = Verdict.transientFault(Effect.NOT_APPLIED).withFreshConnectionNeeded();
        } else if (PROVED_TRANSIENT.contains(status)) {
            expected = Verdict.transientFault(Effect.NOT_APPLIED);
        } else if (status == 408) {
            expected = Verdict.transientFault(Effect.UNKNOWN);
        } else if (status < 500 || PERMANENT_5XX.contains(status)) {
            expected = Verdict.permanent(Effect.NOT_APPLIED);
        } else {
            expected = Verdict.transientFault(Effect.UNKNOWN);
        }
        assertThat(of(HttpRules.DEFAULT, status)).isEqualTo(expected);
        assertThat(HttpRules.DEFAULT.isPlainSuccess(status)).isEqualTo(status < 400);
    }

    @Test
    void a429CanBeTakenForUnknown() {
        HttpRules rules =
                HttpRules.builder().tooManyRequestsProvesRefusal(false).build();

        assertThat(of(rules, 429)).isEqualTo(Verdict.transientFault(Effect.UNKNOWN));
    }

    @Test
    void a500CanBeTakenForPermanentAndStaysUnknown() {
        HttpRules rules = HttpRules.builder().internalServerErrorMayPass(false).build();

        assertThat(of(rules, 500)).isEqualTo(Verdict.permanent(Effect.UNKNOWN));
        assertThat(of(rules, 502)).isEqualTo(Verdict.transientFault(Effect.UNKNOWN));
    }

    @Test
    void a503CanBeTrusted() {
        HttpRules rules =
                HttpRules.builder().serviceUnavailableProvesRefusal(true).build();

        assertThat(of(rules, 503)).isEqualTo(Verdict.transientFault(Effect.NOT_APPLIED));
    }

    @Test
    void aStatusCanBeGivenARuleOfItsOwn() {
        HttpRules rules = HttpRules.builder()
                .status(422, Verdict.transientFault(Effect.NOT_APPLIED))
                .status(204, Verdict.permanent(Effect.UNKNOWN))
                .build();

        assertThat(of(rules, 422)).isEqualTo(Verdict.transientFault(Effect.NOT_APPLIED));
        assertThat(of(rules, 204)).isEqualTo(Verdict.permanent(Effect.UNKNOWN));
        assertThat(rules.isPlainSuccess(204)).isFalse();
        assertThat(rules.isPlainSuccess(200)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {199, 600, -1})
    void aRuleForNoStatusIsRefused(int status) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HttpRules.builder().status(status, Verdict.success()))
                .withMessageContaining("status")
                .withMessageContaining(String.valueOf(status));
    }

    @Test
    void aBlankFieldNameIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HttpRules.builder().trustServerVerdict(" "))
                .withMessageContaining("trustServerVerdict");
    }

    // ---- the server's own word

    @Test
    void nobodysWordIsTrustedUnlessDeclared() {
        assertThat(of(HttpRules.DEFAULT, 503, "x-should-retry", "false").retryForbidden())
                .isFalse();
        assertThat(of(HttpRules.DEFAULT, 400, "x-should-retry", "true").kind()).isEqualTo(Verdict.Kind.PERMANENT);
        assertThat(of(HttpRules.DEFAULT, 503, "grpc-retry-pushback-ms", "-1").retryForbidden())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "503, false,   TRANSIENT, UNKNOWN,     true",
        "503, ' FALSE', TRANSIENT, UNKNOWN,     true",
        "400, false,   PERMANENT, NOT_APPLIED, true",
        "400, true,    TRANSIENT, UNKNOWN,     false",
        "429, true,    TRANSIENT, NOT_APPLIED, false",
        "500, maybe,   TRANSIENT, UNKNOWN,     false",
        "400, maybe,   PERMANENT, NOT_APPLIED, false",
        "200, false,   SUCCESS,   APPLIED,     false"
    })
    void aTrustedWordOverridesTheStatusAndNeverTheEffectForTheBetter(
            int status, String word, Verdict.Kind kind, Effect effect, boolean forbidden) {
        HttpRules rules =
                HttpRules.builder().trustServerVerdict("x-should-retry").build();

        Verdict verdict = of(rules, status, "X-Should-Retry", word);

        assertThat(verdict.kind()).isEqualTo(kind);
        assertThat(verdict.effect()).isEqualTo(effect);
        assertThat(verdict.retryForbidden()).isEqualTo(forbidden);
    }

    @Test
    void aFieldCanBeTrustedForOneCallOnly() {
        HttpAnswer answer = HttpAnswer.of(503, Map.of("x-should-retry", List.of("false")));

        assertThat(HttpRules.DEFAULT.verdictOf(answer, CLOCK, "x-should-retry").retryForbidden())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"-1, true,", "junk, true,", "'', true,", "0, false, 0", "1500, false, 1500"})
    void aPushbackForbidsOrNamesAWait(String value, boolean forbidden, Long millis) {
        HttpRules rules =
                HttpRules.builder().trustPushback("grpc-retry-pushback-ms").build();

        Verdict verdict = of(rules, 503, "grpc-retry-pushback-ms", value);

        assertThat(verdict.retryForbidden()).isEqualTo(forbidden);
        assertThat(verdict.retryAfter()).isEqualTo(millis == null ? null : Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @CsvSource({"5000, 1, 5000", "500, 3, 3000"})
    void ofTwoWishesTheLongerCounts(String pushback, String retryAfter, long millis) {
        HttpRules rules =
                HttpRules.builder().trustPushback("grpc-retry-pushback-ms").build();
        HttpAnswer answer = HttpAnswer.of(
                503, Map.of("grpc-retry-pushback-ms", List.of(pushback), "Retry-After", List.of(retryAfter)));

        assertThat(rules.verdictOf(answer, CLOCK).retryAfter()).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 409, 413, 429, 500, 503})
    void anyFailureMayNameAWait(int status) {
        assertThat(of(HttpRules.DEFAULT, status, "Retry-After", "7").retryAfter())
                .isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void aSuccessIsNotDelayed() {
        assertThat(of(HttpRules.DEFAULT, 200, "Retry-After", "7")).isEqualTo(Verdict.success());
        assertThat(HttpRules.DEFAULT.waitOf(HttpAnswer.of(202, Map.of("Retry-After", List.of("7"))), CLOCK))
                .isEqualTo(Duration.ofSeconds(7));
    }

    // ---- failures

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new UnknownHostException("api.test"), true),
                Arguments.of(new ConnectException("Connection refused"), true),
                Arguments.of(new NoRouteToHostException("No route to host"), true),
                Arguments.of(new SocketTimeoutException("Connect timed out"), true),
                Arguments.of(new SocketException("Connection reset"), true),
                Arguments.of(new EOFException("\\n not found"), true),
                Arguments.of(new IOException("unexpected end of stream"), true),
                Arguments.of(new InterruptedIOException("timeout"), true),
                Arguments.of(new IOException("wrapped", new IOException(new UnknownHostException())), true),
                Arguments.of(new RuntimeException(new ConnectException("wrapped by a framework")), true),
                Arguments.of(caused(new SSLHandshakeException("cut off"), new EOFException()), true),
                Arguments.of(caused(new SSLException("cut off"), new SocketException("Connection reset")), true),
                Arguments.of(caused(new SSLHandshakeException("PKIX"), new CertificateException("untrusted")), false),
                Arguments.of(new SSLHandshakeException("no cipher suites in common"), false),
                Arguments.of(new SSLException("unsupported record version"), false),
                Arguments.of(new SSLPeerUnverifiedException("host name"), false),
                Arguments.of(new UnknownServiceException("CLEARTEXT not permitted"), false),
                Arguments.of(new MalformedURLException("no protocol"), false),
                Arguments.of(new ProtocolException("unexpected status line"), false),
                Arguments.of(new IOException(new ProtocolException("wrapped")), false),
                Arguments.of(new IllegalStateException("bug"), false),
                Arguments.of(new NoClassDefFoundError("bug"), false));
    }

    private static Throwable caused(Throwable failure, Throwable cause) {
        return failure.initCause(cause);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void theFailureTellsOnlyWhetherItMayPassAndTheEvidenceWhatItDid(Throwable failure, boolean mayPass) {
        for (Evidence evidence : List.of(Evidence.NOTHING_SENT, Evidence.SENT, Evidence.UNWATCHED)) {
            Verdict verdict = HttpRules.DEFAULT.verdictOf(failure, evidence);

            assertThat(verdict.kind()).isEqualTo(mayPass ? Verdict.Kind.TRANSIENT : Verdict.Kind.PERMANENT);
            assertThat(verdict.effect()).isEqualTo(evidence.effect());
        }
    }

    static Stream<Arguments> evidence() {
        return Stream.of(
                Arguments.of("nothing watched", Evidence.UNWATCHED, Effect.UNKNOWN),
                Arguments.of("nothing sent", Evidence.NOTHING_SENT, Effect.NOT_APPLIED),
                Arguments.of("sent", Evidence.SENT, Effect.UNKNOWN),
                Arguments.of(
                        "refused", new Evidence(true, 1, true, false, true, false, true, false), Effect.NOT_APPLIED),
                Arguments.of(
                        "refused, second",
                        new Evidence(true, 2, true, false, true, false, true, false),
                        Effect.UNKNOWN),
                Arguments.of(
                        "refused after an answer",
                        new Evidence(true, 1, true, true, true, false, true, false),
                        Effect.UNKNOWN),
                Arguments.of(
                        "refused, not watched",
                        new Evidence(false, 1, true, false, true, false, true, false),
                        Effect.UNKNOWN),
                Arguments.of(
                        "stale, nothing sent",
                        new Evidence(true, 0, false, false, false, true, true, false),
                        Effect.NOT_APPLIED),
                Arguments.of(
                        "stale on the second exchange",
                        new Evidence(true, 1, true, false, false, true, true, false),
                        Effect.UNKNOWN));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("evidence")
    void theEffectComesFromWhatWasWatched(String name, Evidence evidence, Effect effect) {
        assertThat(HttpRules.DEFAULT.verdictOf(new IOException("x"), evidence).effect())
                .as(name)
                .isEqualTo(effect);
    }

    @Test
    void aCycleOfCausesEnds() {
        IOException one = new IOException("one");
        one.initCause(new IOException("two", one));

        assertThat(HttpRules.DEFAULT.verdictOf(one, Evidence.SENT).kind()).isEqualTo(Verdict.Kind.TRANSIENT);
    }

    @Test
    void aTimeoutIsNoLossOfTheConnection() {
        assertThat(HttpRules.isConnectionLoss(new IOException("reset"))).isTrue();
        assertThat(HttpRules.isConnectionLoss(new SocketTimeoutException())).isFalse();
        assertThat(HttpRules.isConnectionLoss(new ProtocolException())).isFalse();
        assertThat(HttpRules.isConnectionLoss(new IllegalStateException())).isFalse();
    }
}
