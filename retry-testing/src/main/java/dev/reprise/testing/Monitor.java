package dev.reprise.testing;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A lock around some state, whose readers can wait for the state to change. */
final class Monitor {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    <T> T read(Supplier<T> state) {
        lock.lock();
        try {
            return state.get();
        } finally {
            lock.unlock();
        }
    }

    void await(BooleanSupplier condition) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!condition.getAsBoolean()) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether the condition came true in time. */
    boolean await(Duration timeout, BooleanSupplier condition) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = nanos(timeout);
            while (!condition.getAsBoolean()) {
                if (left <= 0) {
                    return false;
                }
                left = changed.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Waits on behalf of a test; the message goes on after "waited 2000 ms for ". */
    void await(Duration timeout, BooleanSupplier condition, Supplier<String> message) {
        try {
            if (!await(timeout, condition)) {
                throw new AssertionError("waited " + timeout.toMillis() + " ms for " + read(message));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for " + read(message), e);
        }
    }

    /** In nanoseconds, saturating. */
    static long nanos(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }
}
