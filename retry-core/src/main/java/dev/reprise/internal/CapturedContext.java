package dev.reprise.internal;

import dev.reprise.ContextCapture;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The application's context of one asynchronous call. Whatever its hook throws stays here. */
final class CapturedContext {

    /** For calls without a hook. */
    private static final CapturedContext NONE = new CapturedContext(() -> () -> {});

    private static final Logger LOG = LoggerFactory.getLogger(CapturedContext.class);

    private final ContextCapture.Snapshot snapshot;

    private CapturedContext(ContextCapture.Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    static CapturedContext capture(@Nullable ContextCapture hook) {
        if (hook == null) {
            return NONE;
        }
        try {
            ContextCapture.Snapshot taken = hook.capture();
            return taken == null ? NONE : new CapturedContext(taken);
        } catch (Throwable problem) {
            report(problem);
            return NONE;
        }
    }

    /** Does something inside the context. */
    void run(Runnable work) {
        AutoCloseable scope = open();
        try {
            work.run();
        } finally {
            close(scope);
        }
    }

    /** Does something inside the context. */
    <T> T call(Callable<T> work) throws Exception {
        AutoCloseable scope = open();
        try {
            return work.call();
        } finally {
            close(scope);
        }
    }

    private @Nullable AutoCloseable open() {
        try {
            return snapshot.open();
        } catch (Throwable problem) {
            report(problem);
            return null;
        }
    }

    private static void close(@Nullable AutoCloseable scope) {
        if (scope != null) {
            try {
                scope.close();
            } catch (Throwable problem) {
                report(problem);
            }
        }
    }

    private static void report(Throwable problem) {
        LOG.warn(
                "The context of an asynchronous call could not be carried: {}",
                problem.getClass().getName());
    }
}
