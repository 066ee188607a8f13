package dev.reprise.budget;

import dev.reprise.time.Ticker;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the retries of all calls together. In no stretch of time as long as the window are more retries granted than
 * the floor and the ratio of the calls that were started in the window before the last of them, the call that asks
 * included. First attempts are never held back.
 *
 * <p><b>Who calls what.</b> Whoever owns a logical call calls {@link #callStarted()} once, before its first attempt and
 * however it will end, and {@link #tryReserve()} for each retry when it is scheduled. Attempts, polls and status
 * queries are not counted again, nor is a call that makes its single attempt inside one already counted here; one that retries for
 * itself inside another call is. Several retriers and adapters may share one
 * instance under this rule. A token of a retry that does not start is given back; a token that is simply dropped stays
 * spent, whatever the retry's result.
 *
 * <p><b>Exactness.</b> All arithmetic is in whole numbers, and a share of a retry is no retry. Time is kept in fiftieths of
 * the window, each rounded to the side of fewer retries: a call earns for at least 98 % of the window and never longer than
 * the window, a retry costs for at least the window and at most 2 % longer, and silence of one window gives the whole floor
 * back. Credit does not pile up beyond that. Only the monotonic ticker is read; setting the wall clock has no effect.
 *
 * <p><b>Cost.</b> Counting a call reads the ticker (or not, see {@link #callStarted(long)}) and adds one to a striped
 * counter, so that threads which have met there once write to different places from then on; nothing is allocated, except that
 * fifty times a window one of the threads notes the time, some 250 bytes. The stripes, made only where threads do meet, take a
 * few hundred bytes for each processor. Reserving and giving back each replace one small immutable value by compare-and-set.
 * There is no lock.
 *
 * <p>Safe for use by several threads.
 */
public final class RetryBudget {

    private static final AtomicReferenceFieldUpdater<RetryBudget, Spent> SPENT =
            AtomicReferenceFieldUpdater.newUpdater(RetryBudget.class, Spent.class, "spent");

    private final BudgetSettings settings;
    private final Ticker ticker;
    private final CallCount calls;
    private final Token unlimitedToken = new Token(-1);
    private volatile Spent spent = Spent.nothing();

    private RetryBudget(BudgetSettings settings, Ticker ticker, CallCount calls) {
        this.settings = settings;
        this.ticker = ticker;
        this.calls = calls;
    }

    /**
     * A budget on the system's monotonic clock.
     *
     * @param settings its size
     * @return a new budget, with nothing counted and nothing spent
     */
    public static RetryBudget of(BudgetSettings settings) {
        return of(settings, Ticker.system());
    }

    /**
     * A budget on a clock of the caller's choice.
     *
     * @param settings its size
     * @param ticker the clock, read now and for each call and retry
     * @return a new budget, with nothing counted and nothing spent
     */
    public static RetryBudget of(BudgetSettings settings, Ticker ticker) {
        Objects.requireNonNull(settings, "settings must not be null");
        Objects.requireNonNull(ticker, "ticker must not be null");
        return new RetryBudget(settings, ticker, new CallCount(settings.windowNanos(), ticker.nanos()));
    }

    /**
     * A second budget of the same size: it grows by the same calls, which are still counted once, and spends for itself.
     * For repetitions that must not compete with ordinary retries, such as those that resolve doubt.
     *
     * @return a new budget that shares this one's calls, with nothing spent
     */
    public RetryBudget twin() {
        return new RetryBudget(settings, ticker, calls);
    }

    /**
     * The budget's size.
     *
     * @return the settings it was made from
     */
    public BudgetSettings settings() {
        return settings;
    }

    /** Counts a logical call, once, before its first attempt. */
    public void callStarted() {
        if (settings.growsWithCalls()) {
            calls.add(ticker.nanos());
        }
    }

    /**
     * Counts a logical call, once, before its first attempt, for callers that have just read the clock anyway.
     *
     * @param nowNanos a fresh reading of the ticker that this budget was made with
     */
    public void callStarted(long nowNanos) {
        if (settings.growsWithCalls()) {
            calls.add(nowNanos);
        }
    }

    /**
     * Reserves one retry. Never waits.
     *
     * @return the reservation, or null if the budget is used up
     */
    public @Nullable Token tryReserve() {
        if (settings.isUnlimited()) {
            return unlimitedToken;
        }
        long now = ticker.nanos();
        while (true) {
            Spent seen = spent;
            Spent counted = seen.at(now, settings.windowNanos());
            if (counted.total() >= settings.retriesFor(calls.inWindow(now))) {
                return null;
            }
            Spent next = counted.plusOne(now, settings.windowNanos() / CallCount.SLICES);
            if (SPENT.compareAndSet(this, seen, next)) {
                return new Token(next.latestId());
            }
        }
    }

    /**
     * How many retries would be granted at this moment, if nobody else asked. For snapshots and gauges; a decision needs
     * {@link #tryReserve()}.
     *
     * @return zero or more; {@link Long#MAX_VALUE} if unlimited
     */
    public long available() {
        if (settings.isUnlimited()) {
            return Long.MAX_VALUE;
        }
        long now = ticker.nanos();
        long used = spent.at(now, settings.windowNanos()).total();
        return Math.max(0, settings.retriesFor(calls.inWindow(now)) - used);
    }

    private void takeBack(long sliceId) {
        while (true) {
            Spent seen = spent;
            Spent next = seen.minusOne(sliceId);
            if (next == seen || SPENT.compareAndSet(this, seen, next)) {
                return;
            }
        }
    }

    /**
     * Tells the size and what is left.
     *
     * @return for example {@code retry budget of 10 % of the calls of the last 10 s and 10 retries, 7 available}
     */
    @Override
    public String toString() {
        return "retry budget of " + settings + (settings.isUnlimited() ? "" : ", " + available() + " available");
    }

    /** One reserved retry. Safe for use by several threads. */
    public final class Token {

        private final long sliceId;
        private final AtomicBoolean givenBack = new AtomicBoolean();

        private Token(long sliceId) {
            this.sliceId = sliceId;
        }

        /**
         * Returns the reservation, because the retry does not start. Giving back twice does nothing more, and neither does
         * giving back what the window has left behind: it makes no new credit.
         */
        public void giveBack() {
            if (!givenBack.getAndSet(true)) {
                takeBack(sliceId);
            }
        }
    }
}
