package dev.reprise.deadline;

import org.jspecify.annotations.Nullable;

/** The deadlines bound to a thread, innermost first. */
final class ActiveScope implements Deadline.Scope {

    private static final ThreadLocal<ActiveScope> INNERMOST = new ThreadLocal<>();

    private final Thread owner = Thread.currentThread();
    private final @Nullable ActiveScope outer;
    private final Deadline deadline;
    private boolean closed;

    private ActiveScope(@Nullable ActiveScope outer, Deadline deadline) {
        this.outer = outer;
        this.deadline = deadline;
    }

    static Deadline current() {
        ActiveScope innermost = INNERMOST.get();
        return innermost == null ? Deadline.none() : innermost.deadline;
    }

    static ActiveScope open(Deadline deadline) {
        ActiveScope scope = new ActiveScope(INNERMOST.get(), current().earlier(deadline));
        INNERMOST.set(scope);
        return scope;
    }

    @Override
    public void close() {
        if (Thread.currentThread() != owner) {
            throw new IllegalStateException("a deadline's scope must be closed on the thread that opened it");
        }
        closed = true;
        ActiveScope innermost = INNERMOST.get();
        while (innermost != null && innermost.closed) {
            innermost = innermost.outer;
        }
        if (innermost == null) {
            INNERMOST.remove();
        } else {
            INNERMOST.set(innermost);
        }
    }
}
