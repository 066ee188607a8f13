package dev.reprise.budget;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryBudgetTest {

    private final AtomicLong now = new AtomicLong(1_000);
    private final RetryBudget budget = RetryBudget.of(BudgetSettings.DEFAULT, now::get);

    @Test
    void twoHundredCallsOfThreeAttemptsToADeadServiceMakeThirtyRetries() {
        int retries = 0;
        for (int call = 0; call < 200; call++) {
            budget.callStarted();
            while (retries < 400 && budget.tryReserve() != null) {
                retries++;
            }
        }

        assertThat(retries).isEqualTo(30);
    }

    @Test
    void callsThatFailTogetherMakeThirtyRetriesAsWell() {
        calls(200);

        assertThat(drain()).isEqualTo(30);
    }

    @Test
    void aBudgetThatHasSeenNoCallGrantsTheFloor() {
        assertThat(drain()).isEqualTo(10);
    }

    @Test
    void callsEarnUntilTheWindowHasPassed() {
        calls(100);

        pass(ofSeconds(10).minusNanos(1));
        assertThat(budget.available()).isEqualTo(20);
        pass(Duration.ofNanos(1));
        assertThat(budget.available()).isEqualTo(10);
    }

    @Test
    void retriesCostUntilTheWindowHasPassed() {
        pass(ofSeconds(3));
        drain();

        pass(ofSeconds(10).minusNanos(1));
        assertThat(budget.available()).isZero();
        pass(Duration.ofNanos(1));
        assertThat(budget.available()).isEqualTo(10);
        assertThat(drain()).isEqualTo(10);
    }

    @Test
    void theWindowSlidesAndDoesNotJump() {
        for (int second = 0; second < 10; second++) {
            calls(10);
            pass(ofSeconds(1));
        }
        // The first ten calls are 10 s old by now, the second ten 9 s.
        assertThat(budget.available()).isEqualTo(10 + 9);
        pass(ofSeconds(1));
        assertThat(budget.available()).isEqualTo(10 + 8);
    }

    @Test
    void creditDoesNotPileUpOverManyWindows() {
        for (int second = 0; second < 600; second++) {
            calls(10);
            pass(ofSeconds(1));
        }

        assertThat(drain()).isLessThanOrEqualTo(10 + 10);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE - 5_000_000_000L, Long.MAX_VALUE})
    void anyReadingOfTheTickerWillDo(long start) {
        AtomicLong clock = new AtomicLong(start);
        RetryBudget anywhere = RetryBudget.of(BudgetSettings.DEFAULT, clock::get);
        for (int i = 0; i < 100; i++) {
            anywhere.callStarted();
            clock.addAndGet(99_000_000);
        }

        assertThat(drain(anywhere)).isEqualTo(20);
        clock.addAndGet(10_000_000_000L);
        assertThat(drain(anywhere)).isEqualTo(10);
    }

    @Test
    void aLongSilenceLeavesTheFloorAndNothingElse() {
        calls(1_000);
        drain();

        pass(ofDays(365 * 100));
        assertThat(budget.available()).isEqualTo(10);
        calls(10);
        assertThat(drain()).isEqualTo(11);
    }

    @Test
    void aTickerThatSlipsBackMakesNoCredit() {
        pass(ofSeconds(1));
        calls(100);
        drain();

        pass(ofMillis(-1_000));
        assertThat(budget.available()).isZero();
        calls(9);
        assertThat(drain()).isZero();
    }

    @Test
    void aReadingThatIsLateMakesNoRetryOlder() {
        budget.tryReserve();
        pass(ofMillis(-100));
        budget.tryReserve();

        pass(ofSeconds(10).plusMillis(99));

        assertThat(budget.available()).as("the first of them is 9.999 s old").isEqualTo(8);
    }

    @Test
    void givingBackTwiceIsHarmless() {
        RetryBudget.Token first = budget.tryReserve();
        budget.tryReserve();

        first.giveBack();
        first.giveBack();

        assertThat(budget.available()).isEqualTo(9);
    }

    @Test
    void whatWasGivenBackCanBeReservedAgain() {
        List<RetryBudget.Token> tokens = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            tokens.add(budget.tryReserve());
        }
        assertThat(budget.tryReserve()).isNull();

        tokens.get(3).giveBack();

        assertThat(drain()).isEqualTo(1);
    }

    @Test
    void givingBackAfterTheWindowMakesNoCredit() {
        List<RetryBudget.Token> old = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            old.add(budget.tryReserve());
        }
        pass(ofSeconds(10));
        assertThat(drain()).isEqualTo(10);

        old.forEach(RetryBudget.Token::giveBack);

        assertThat(budget.available()).isZero();
        assertThat(drain()).isZero();
    }

    @Test
    void givingBackAfterTheWindowMakesNoCreditEvenIfNobodyAskedSince() {
        RetryBudget.Token old = budget.tryReserve();
        pass(ofSeconds(20));

        old.giveBack();

        assertThat(budget.available()).isEqualTo(10);
        assertThat(drain()).isEqualTo(10);
    }

    @Test
    void givingBackFreesTheTimeOfTheReservationAndNotThePresent() {
        RetryBudget.Token early = budget.tryReserve();
        pass(ofSeconds(5));
        drain();
        early.giveBack();
        assertThat(drain()).isEqualTo(1);

        pass(ofSeconds(5));

        assertThat(budget.available()).as("ten were reserved 5 s ago").isZero();
        pass(ofSeconds(5));
        assertThat(budget.available()).isEqualTo(10);
    }

    @Test
    void aTwinGrowsByTheSameCallsAndSpendsForItself() {
        RetryBudget twin = budget.twin();
        calls(100);

        assertThat(drain(twin)).isEqualTo(20);
        assertThat(drain()).isEqualTo(20);
        assertThat(twin.settings()).isSameAs(budget.settings());
    }

    @Test
    void aReadingOfTheClockCanBeHandedOver() {
        for (int i = 0; i < 100; i++) {
            budget.callStarted(now.get() - 1_000_000_000);
        }

        assertThat(budget.available()).isEqualTo(20);
        pass(ofSeconds(10));
        assertThat(budget.available()).isEqualTo(10);
    }

    @Test
    void anUnlimitedBudgetGrantsEverything() {
        RetryBudget unlimited = RetryBudget.of(BudgetSettings.unlimited(), now::get);

        for (int i = 0; i < 10_000; i++) {
            RetryBudget.Token token = unlimited.tryReserve();
            assertThat(token).isNotNull();
            token.giveBack();
        }
        assertThat(unlimited.available()).isEqualTo(Long.MAX_VALUE);
        assertThat(unlimited).hasToString("retry budget of unlimited");
    }

    @Test
    void aBudgetOfNoneGrantsNothing() {
        RetryBudget none = RetryBudget.of(BudgetSettings.none(), now::get);
        for (int i = 0; i < 1_000; i++) {
            none.callStarted();
        }

        assertThat(none.tryReserve()).isNull();
        assertThat(none.available()).isZero();
    }

    @Test
    void withoutATickerItCountsRealTime() {
        RetryBudget real = RetryBudget.of(BudgetSettings.DEFAULT.window(Duration.ofHours(1)));
        for (int i = 0; i < 10; i++) {
            real.callStarted();
        }

        assertThat(drain(real)).isEqualTo(11);
    }

    @Test
    void itTellsItsSizeAndWhatIsLeft() {
        budget.tryReserve();

        assertThat(budget)
                .hasToString("retry budget of 10 % of the calls of the last 10 s and 10 retries, 9 available");
    }

    private void calls(int number) {
        for (int i = 0; i < number; i++) {
            budget.callStarted();
        }
    }

    private int drain() {
        return drain(budget);
    }

    private static int drain(RetryBudget from) {
        int retries = 0;
        while (from.tryReserve() != null) {
            retries++;
        }
        return retries;
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
