package dev.reprise.protection;

import static dev.reprise.testkit.FakeTransport.status;
import static dev.reprise.testkit.FakeTransport.timeout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.CallCounts;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.ScopeSnapshot;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.StatusAnswer;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.http.HttpAnswer;
import dev.reprise.outcome.Ending;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import dev.reprise.testkit.TestActions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No token, no permit, no turn and no count is lost, wherever in a call something breaks. */
@Timeout(60)
class NothingIsLostTest {

    private static final BudgetSettings TEN = BudgetSettings.DEFAULT.ratio(0).floor(10);

    private final FakeTime time = new FakeTime();

    private RetryPolicy.Builder policy() {
        return Policies.plain(time).budget(TEN).logging(false);
    }

    private static ScopeSnapshot snapshot(Retrier retrier) {
        return retrier.snapshot().get(Facts.SCOPE);
    }

    private static void balanced(Retrier retrier) {
        ScopeSnapshot now = snapshot(retrier);
        CallCounts counts = now.counts();
        long ended =
                counts.endings().values().stream().mapToLong(Long::longValue).sum();
        assertThat(ended).as("ended").isEqualTo(counts.calls());
        assertThat(20 - now.retriesAvailable() - now.resolvingAvailable())
                .as("spent")
                .isEqualTo(counts.retries() + counts.queries());
    }

    @Test
    void theTokenOfARetryThatAQueryTookThePlaceOfIsGivenBack() {
        Retrier retrier = Retrier.of(policy().build());
        TestActions actions = new TestActions(time).finds(StatusAnswer.applied(HttpAnswer.of(201)));
        BusinessAction action = actions.open("keyed-query");
        time.duringSleep(() -> time.jumpWall(Duration.ofHours(25)));
        FakeTransport transport = new FakeTransport(time, timeout(), status(201));
        assertThat(transport.call(retrier, Facts.bound(action, "body")).ending())
                .isEqualTo(Ending.APPLIED_BY_QUERY);
        assertThat(snapshot(retrier).counts().queries()).isEqualTo(1);
        balanced(retrier);
    }
}
