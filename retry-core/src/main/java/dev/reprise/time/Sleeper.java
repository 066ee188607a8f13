package dev.reprise.time;

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
     * Waits in real time, never shorter than asked.
     *
     * @return a sleeper that parks the calling thread
     */
    static Sleeper system() {
        return SystemSleeper::sleep;
    }
}
