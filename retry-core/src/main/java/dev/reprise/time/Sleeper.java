package dev.reprise.time;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A way to let the calling thread wait. Blocking drivers pause through it; asynchronous ones use a timer instead.
 *
 * <p>Implementations must be safe for use by several threads.
 */
@FunctionalInterface
public interface Sleeper {

    /**
     * Waits.
     *
     * @param nanos how long, in nanoseconds; zero and below return at once
     * @throws InterruptedException if the thread is interrupted before or while it waits, also when there is nothing to
     *     wait for; as usual the thread's interrupt flag is then cleared
     */
    void sleep(long nanos) throws InterruptedException;

    /**
     * Waits, but no longer than until a signal comes. By default the signal is not looked at while waiting, which suits a sleeper that
     * only notes how long it was asked to wait.
     *
     * @param nanos how long, in nanoseconds; zero and below return at once
     * @param wakeUp ends the wait when it completes, in whatever way; null for none
     * @throws InterruptedException as {@link #sleep(long)} does
     */
    default void sleep(long nanos, @Nullable CompletableFuture<?> wakeUp) throws InterruptedException {
        sleep(nanos);
    }

    /**
     * Waits in real time, never shorter than asked.
     *
     * @return a sleeper that parks the calling thread
     */
    static Sleeper system() {
        return SystemSleeper.INSTANCE;
    }
}
