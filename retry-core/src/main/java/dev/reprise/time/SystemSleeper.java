package dev.reprise.time;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Parks the calling thread, never shorter than asked. */
enum SystemSleeper implements Sleeper {
    INSTANCE;

    @Override
    public void sleep(long nanos) throws InterruptedException {
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

    @Override
    public void sleep(long nanos, @Nullable CompletableFuture<?> wakeUp) throws InterruptedException {
        if (wakeUp == null || nanos <= 0) {
            sleep(nanos);
            return;
        }
        try {
            wakeUp.get(nanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException over) {
            // The time is up, or the signal came in another way; the caller looks at the signal itself.
        }
    }
}
