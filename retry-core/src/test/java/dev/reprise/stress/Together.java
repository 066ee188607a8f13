package dev.reprise.stress;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Runs the same work on several threads that start at the same moment. */
public final class Together {

    /** What one of the threads does. */
    @FunctionalInterface
    public interface Work {
        void run(int thread) throws Exception;
    }

    private Together() {}

    /** Returns when all threads are done; throws what the first of them threw. */
    public static void run(int threads, Work work) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier start = new CyclicBarrier(threads);
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                ends.add(pool.submit(() -> {
                    start.await();
                    work.run(thread);
                    return null;
                }));
            }
            for (Future<?> end : ends) {
                end.get(60, TimeUnit.SECONDS);
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
