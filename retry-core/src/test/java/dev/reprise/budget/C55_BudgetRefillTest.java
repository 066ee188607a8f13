package dev.reprise.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Ten per cent of the calls of 10 s, and two more; every call fails and wants one retry. */
class C55_BudgetRefillTest {

    private final AtomicLong now = new AtomicLong(-5);
    private final RetryBudget budget = RetryBudget.of(BudgetSettings.DEFAULT.floor(2), now::get);

    @Test
    void a_neverMoreThanTheFloorAndTheShareOfTheCallsSoFar() {
        int retries = 0;
        for (int call = 1; call <= 20; call++) {
            retries += failingCall() ? 1 : 0;
            assertThat(retries).as("retries after %d calls", call).isLessThanOrEqualTo(2 + call / 10);
        }

        assertThat(retries).isEqualTo(4);
        assertThat(failingCall()).as("the 21st call").isFalse();
    }

    @Test
    void a_theTwentyCallsMayBeSpreadOverTheWindow() {
        int retries = 0;
        for (int call = 1; call <= 20; call++) {
            retries += failingCall() ? 1 : 0;
            pass(Duration.ofMillis(450));
        }

        assertThat(retries).isEqualTo(4);
        assertThat(failingCall()).as("the 21st call, 9 s after the first").isFalse();
    }

    @Test
    void b_afterTenSecondsOfSilenceTheNextCallIsRetried() {
        a_neverMoreThanTheFloorAndTheShareOfTheCallsSoFar();

        pass(Duration.ofSeconds(10));
        assertThat(failingCall()).isTrue();
        assertThat(failingCall()).isTrue();
        assertThat(failingCall())
                .as("nothing is left of what the old calls had earned")
                .isFalse();
    }

    @Test
    void b_aNanosecondEarlierItIsNot() {
        a_neverMoreThanTheFloorAndTheShareOfTheCallsSoFar();

        pass(Duration.ofSeconds(10).minusNanos(1));
        assertThat(failingCall()).isFalse();
    }

    @Test
    void c_aRetryThatWasSentStaysSpentWhateverCameBack() {
        assertThat(failingCall()).isTrue();

        assertThat(budget.available()).isEqualTo(1);
    }

    @Test
    void d_firstAttemptsTakeNothing() {
        for (int call = 0; call < 1_000; call++) {
            budget.callStarted();
        }

        assertThat(budget.available()).isEqualTo(102);
    }

    @Test
    void e_g_aRetryThatDoesNotStartCostsNothing() {
        budget.callStarted();
        RetryBudget.Token token = budget.tryReserve();
        assertThat(budget.available()).isEqualTo(1);

        token.giveBack();

        assertThat(budget.available()).isEqualTo(2);
    }

    private boolean failingCall() {
        budget.callStarted();
        return budget.tryReserve() != null;
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
