package dev.reprise.cases;

import static dev.reprise.testkit.FakeTransport.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.event.CallEnded;
import dev.reprise.event.CallLabel;
import dev.reprise.event.Slf4jListener;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.RecordedLog;
import dev.reprise.testkit.TestActions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.event.Level;

/** What is worth a line is said, once and in plain words. */
@Execution(ExecutionMode.SAME_THREAD)
class C60_LogLinesTest {

    private final FakeTime time = new FakeTime();
    private final RetryPolicy policy = Policies.plain(time).build();

    @BeforeEach
    void record() {
        RecordedLog.start(Level.DEBUG);
    }

    @AfterEach
    void stop() {
        RecordedLog.stop();
    }

    private static List<String> warnings() {
        return RecordedLog.stop().stream()
                .filter(line -> line.level() == Level.WARN)
                .map(RecordedLog.Line::message)
                .toList();
    }

    private static void end(String actionId, Ending ending, Effect effect) {
        Slf4jListener.INSTANCE.ended(
                new CallEnded(new CallLabel("p", "s", "POST", actionId), ending, effect, 1, 0, null));
    }

    @ParameterizedTest
    @EnumSource(
            value = Ending.class,
            names = {"CANCELLED", "INTERRUPTED", "NESTED"},
            mode = EnumSource.Mode.EXCLUDE)
    void anActionLeftInDoubtIsAWarningWhateverTheEnding(Ending ending) {
        end("id", ending, Effect.UNKNOWN);

        assertThat(warnings()).hasSize(1).first().asString().contains("action id", "1 attempt,", ending.reason());
    }

    @ParameterizedTest
    @EnumSource(names = {"CANCELLED", "INTERRUPTED", "NESTED"})
    void whatTheCallerKnowsIsNone(Ending ending) {
        end("id", ending, Effect.UNKNOWN);

        assertThat(warnings()).isEmpty();
    }

    @Test
    void aPermanentFailureThatLeavesNoActionInDoubtIsNone() {
        end(null, Ending.PERMANENT, Effect.UNKNOWN);
        end("id", Ending.PERMANENT, Effect.NOT_APPLIED);

        assertThat(warnings()).isEmpty();
    }

    @Test
    void aBrokenStatusQueryIsOneWarningACall() {
        TestActions actions = new TestActions(time).finds(() -> {
            throw new IllegalStateException("secret");
        });

        new FakeTransport(time, FakeTransport.timeout()).call(policy, Facts.bound(actions.open("verifiable"), "body"));

        assertThat(warnings())
                .filteredOn(line -> line.contains("tatus query"))
                .singleElement()
                .asString()
                .contains("java.lang.IllegalStateException")
                .doesNotContain("secret");
    }

    @Test
    void aPlainSuccessIsSaidOnce() {
        new FakeTransport(time, status(200)).call(policy, Facts.of("GET"));

        assertThat(RecordedLog.stop())
                .extracting(RecordedLog.Line::message)
                .singleElement()
                .asString()
                .containsOnlyOnce("SUCCESS");
    }
}
