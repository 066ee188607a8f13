package dev.reprise.time;

import java.util.concurrent.locks.LockSupport;

final class SystemSleeper {

    private SystemSleeper() {}

    static void sleep(long nanos) throws InterruptedException {
        long start = System.nanoTime();
        long left = nanos;
        // Parking may end early without a reason, and Thread.sleep rounds to milliseconds on older machines.
        while (true) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted during a pause");
            }
            if (left <= 0) {
                return;
            }
            LockSupport.parkNanos(left);
            left = nanos - (System.nanoTime() - start);
        }
    }
}
