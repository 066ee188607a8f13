package dev.reprise.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Outcome;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Evidence;
import dev.reprise.outcome.Verdict;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.Policies;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a call inside an attempt gave up is not begun again from outside, and its doubt is the attempt's doubt. */
class InnerCallFailureTest {

    private final LogicalCall call =
            new LogicalCall(Policies.plain(new FakeTime()).build(), Facts.of("POST"));

    private static UnknownOutcomeException givenUp() {
        Outcome inner = new Outcome(1, Ending.UNKNOWN_OUTCOME, Effect.UNKNOWN, null, null, null, List.of());
        return new UnknownOutcomeException(inner, null, null);
    }

    @Test
    void anInnerCallThatEndedInDoubtLeavesTheAttemptInDoubt() {
        Verdict verdict =
                HttpJudge.failed(call, givenUp(), Evidence.NOTHING_SENT).verdict();

        assertThat(verdict.kind()).isEqualTo(Verdict.Kind.PERMANENT);
        assertThat(verdict.effect()).isEqualTo(Effect.UNKNOWN);
    }

    @Test
    void soItDoesWhenItsExceptionWasWrapped() {
        Verdict verdict = HttpJudge.failed(call, new IOException("token", givenUp()), Evidence.NOTHING_SENT)
                .verdict();

        assertThat(verdict.kind()).isEqualTo(Verdict.Kind.PERMANENT);
        assertThat(verdict.effect()).isEqualTo(Effect.UNKNOWN);
    }

    @Test
    void anyOtherFailureIsJudgedByTheEvidence() {
        Verdict verdict = HttpJudge.failed(call, new IOException("down"), Evidence.NOTHING_SENT)
                .verdict();

        assertThat(verdict.kind()).isEqualTo(Verdict.Kind.TRANSIENT);
        assertThat(verdict.effect()).isEqualTo(Effect.NOT_APPLIED);
    }
}
