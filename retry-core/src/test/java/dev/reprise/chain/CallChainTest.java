package dev.reprise.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.reprise.RetryPolicy;
import dev.reprise.testkit.FakeTime;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallChainTest {

    private static final String TIME = "X-Request-Timeout-Ms";

    private final FakeTime time = new FakeTime();
    private final CallChain chain = CallChain.builder()
            .deadline(DeadlineHeader.milliseconds(TIME))
            .marker()
            .ticker(time.ticker())
            .build();

    private IncomingCall read(String name, String value) {
        return chain.read(Map.of(name, value)::get);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host",
                "content-length",
                "Transfer-Encoding",
                "Connection",
                "Upgrade",
                "Expect",
                "TE",
                "Authorization",
                "Cookie",
                "Content-Type",
                "accept-encoding",
                "Range",
                "Retry-After"
            })
    void aFieldThatMeansSomethingInHttpIsNone(String name) {
        assertThatThrownBy(() -> CallChain.builder().marker(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("marker")
                .hasMessageContaining(name);
        DeadlineHeader header = DeadlineHeader.milliseconds(name);
        assertThatThrownBy(() -> CallChain.builder().deadline(header))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("deadline")
                .hasMessageContaining(name);
    }

    @Test
    void theTimeCountsFromReading() {
        IncomingCall incoming = read(TIME, "1500");
        assertThat(incoming.deadline().remaining()).isEqualTo(Duration.ofMillis(1500));
        assertThat(incoming.isExpired()).isFalse();
        assertThat(incoming.isMarked()).isFalse();
        time.pass(Duration.ofMillis(1499));
        assertThat(incoming.isExpired()).isFalse();
        time.pass(Duration.ofMillis(1));
        assertThat(incoming.isExpired()).isTrue();
    }

    @Test
    void aRequestWithoutTheFieldsSaysNothing() {
        IncomingCall incoming = chain.read(name -> null);
        assertThat(incoming.deadline().isBounded()).isFalse();
        assertThat(incoming.isExpired()).isFalse();
        assertThat(incoming.isMarked()).isFalse();
        assertThat(incoming).hasToString("incoming call, no deadline");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "", "soon", "99999999999999999999", "1,2"})
    void nonsenseLeavesTheServerToItsOwnLimits(String value) {
        assertThat(read(TIME, value).deadline().isBounded()).isFalse();
    }

    @Test
    void zeroMeansThatTheTimeIsOver() {
        IncomingCall incoming = read(TIME, "0");
        assertThat(incoming.isExpired()).isTrue();
        assertThat(incoming.deadline().remaining()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "599999, PT9M59.999S",
        "600000, PT10M",
        "600001, PT10M",
        "3600000, PT10M",
        "999999999999999999, PT10M" // the end of long
    })
    void aLongTimeIsCutToTheReadersLongest(String value, Duration left) {
        assertThat(read(TIME, value).deadline().remaining()).isEqualTo(left);
    }

    @Test
    void theReadersLongestIsTheReadersAffair() {
        CallChain patient = CallChain.builder()
                .deadline(DeadlineHeader.grpc())
                .longestDeadline(Duration.ofHours(2))
                .ticker(time.ticker())
                .build();
        assertThat(patient.longestDeadline()).isEqualTo(Duration.ofHours(2));
        assertThat(patient.read(name -> "1H").deadline().remaining()).isEqualTo(Duration.ofHours(1));
        assertThat(patient.read(name -> "3H").deadline().remaining()).isEqualTo(Duration.ofHours(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", " 1\t"})
    void aMarkedRequestIsMarked(String value) {
        assertThat(read(CallChain.DEFAULT_MARKER, value).isMarked()).isTrue();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "0", "2", "11", "true", "no", "1,0"})
    void anyOtherMarkIsNone(String value) {
        assertThat(chain.read(name -> value).isMarked()).isFalse();
    }

    @Test
    void onlyTheFieldsThatAreUsedAreRead() {
        CallChain marks = CallChain.builder().marker("X-Mark").build();
        IncomingCall marked = marks.read(name -> {
            assertThat(name).isEqualTo("X-Mark");
            return "1";
        });
        assertThat(marked.isMarked()).isTrue();
        assertThat(marked.deadline().isBounded()).isFalse();
        CallChain times = CallChain.builder().deadline(DeadlineHeader.grpc()).build();
        IncomingCall timed = times.read(name -> {
            assertThat(name).isEqualTo("grpc-timeout");
            return "1";
        });
        assertThat(timed.isMarked()).isFalse();
    }

    @Test
    void whatGoesOutIsWhatComesIn() {
        assertThat(chain.outgoing(Duration.ofMillis(1500)))
                .containsExactly(entry(TIME, "1500"), entry(CallChain.DEFAULT_MARKER, "1"));
        IncomingCall incoming = chain.read(chain.outgoing(Duration.ofMillis(1500))::get);
        assertThat(incoming.isMarked()).isTrue();
        assertThat(incoming.deadline().remaining()).isEqualTo(Duration.ofMillis(1500));
        assertThat(chain.read(chain.outgoing(Duration.ofMillis(-5))::get).isExpired())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT24H", "PT2562047H47M16.854775807S", "PT876000000H"})
    void whereNothingEndsTheCallNoTimeGoesOut(Duration left) {
        assertThat(chain.outgoing(left)).containsOnlyKeys(CallChain.DEFAULT_MARKER);
    }

    @Test
    void whatGoesOutCannotBeChanged() {
        Map<String, String> fields = chain.outgoing(Duration.ofSeconds(1));
        assertThatThrownBy(fields::clear).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void aLongestDeadlineNeedsAFieldToReadItFrom() {
        CallChain.Builder builder = CallChain.builder().marker().longestDeadline(Duration.ofMinutes(1));
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("longestDeadline")
                .hasMessageContaining("deadline's header field");
        assertThat(builder.deadline(DeadlineHeader.grpc()).build().longestDeadline())
                .isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void settingsAreCheckedByName() {
        CallChain.Builder builder = CallChain.builder();
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("deadline")
                .hasMessageContaining("marker");
        assertThatThrownBy(() -> builder.marker("two words"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("marker");
        for (Duration bad : new Duration[] {Duration.ZERO, Duration.ofMillis(-1)}) {
            assertThatThrownBy(() -> builder.longestDeadline(bad))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("longestDeadline")
                    .hasMessageContaining(bad.toString());
        }
        assertThatThrownBy(() -> CallChain.builder().marker("X-Same").deadline(DeadlineHeader.milliseconds("x-same")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("x-same");
    }

    @Test
    void theFieldsOfAPolicyDoNotMeet() {
        CallChain marks = CallChain.builder().marker("Idempotency-Key").build();
        assertThatThrownBy(() ->
                        RetryPolicy.builder("p").keyHeader("idempotency-key").chain(marks))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("marker")
                .hasMessageContaining("keyHeader");
        assertThatThrownBy(() -> RetryPolicy.builder("p").chain(marks).keyHeader("idempotency-key"))
                .isInstanceOf(IllegalArgumentException.class);
        CallChain counts = CallChain.builder()
                .deadline(DeadlineHeader.milliseconds("x-retry-attempt"))
                .build();
        assertThatThrownBy(() -> RetryPolicy.builder("p").chain(counts))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("x-retry-attempt");
    }

    @Test
    void itSaysWhatItIs() {
        assertThat(chain)
                .hasToString(
                        "CallChain: deadline in X-Request-Timeout-Ms in milliseconds up to 600 s, marker X-Retry-Nested");
        assertThat(CallChain.builder().marker().build()).hasToString("CallChain: no deadline, marker X-Retry-Nested");
        assertThat(CallChain.builder().deadline(DeadlineHeader.grpc()).build())
                .hasToString("CallChain: deadline in grpc-timeout in gRPC's form up to 600 s, no marker");
    }
}
