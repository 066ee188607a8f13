package dev.reprise.testkit;

import dev.reprise.action.ActionRecord;
import dev.reprise.action.ActionStore;
import dev.reprise.action.InMemoryActionStore;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** A store that fails or hangs when a test says so. Reads and writes are counted together, from 1. */
public final class StubbornStore implements ActionStore {

    private final InMemoryActionStore store = new InMemoryActionStore();
    private final AtomicInteger accesses = new AtomicInteger();
    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch hanging = new CountDownLatch(1);
    private final boolean mayBlock;
    private volatile IntPredicate hangs = access -> false;
    private volatile IntPredicate fails = access -> false;
    private volatile Throwable failure = new IllegalStateException("disk full");

    public StubbornStore(boolean mayBlock) {
        this.mayBlock = mayBlock;
    }

    /** From now on, these accesses hang until {@link #release()}, ignoring interrupts as a disk does. */
    public void hangAt(IntPredicate access) {
        accesses.set(0);
        hangs = access;
    }

    /** From now on, these accesses fail. */
    public void failAt(IntPredicate access) {
        accesses.set(0);
        fails = access;
    }

    public void failWith(Throwable thrown) {
        failure = thrown;
    }

    public void recover() {
        hangs = access -> false;
        fails = access -> false;
    }

    public void release() {
        release.countDown();
    }

    public void awaitHanging() throws InterruptedException {
        hanging.await();
    }

    private void access() {
        int access = accesses.incrementAndGet();
        if (hangs.test(access)) {
            hanging.countDown();
            boolean interrupted = false;
            while (release.getCount() > 0) {
                try {
                    release.await();
                } catch (InterruptedException ignored) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        if (fails.test(access)) {
            StubbornStore.<RuntimeException>sneak(failure);
        }
    }

    @SuppressWarnings("unchecked") // what is thrown may be anything, as from a store in Kotlin
    private static <X extends Throwable> void sneak(Throwable thrown) throws X {
        throw (X) thrown;
    }

    @Override
    public ActionRecord findOrCreate(ActionRecord candidate) {
        return store.findOrCreate(candidate);
    }

    @Override
    public @Nullable ActionRecord find(String id) {
        access();
        return store.find(id);
    }

    @Override
    public boolean replace(ActionRecord expected, ActionRecord next) {
        access();
        return store.replace(expected, next);
    }

    @Override
    public boolean addGeneration(ActionRecord settled, ActionRecord next) {
        return store.addGeneration(settled, next);
    }

    @Override
    public List<ActionRecord> inDoubt(String namespace, Instant now, int limit) {
        return store.inDoubt(namespace, now, limit);
    }

    @Override
    public int removeSettledBefore(String namespace, Instant before) {
        return store.removeSettledBefore(namespace, before);
    }

    @Override
    public boolean mayBlock() {
        return mayBlock;
    }

    /** What is written, past all trouble. */
    public @Nullable ActionRecord peek(String id) {
        return store.find(id);
    }
}
