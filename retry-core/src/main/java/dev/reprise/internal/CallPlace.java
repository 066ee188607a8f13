package dev.reprise.internal;

import dev.reprise.deadline.Deadline;
import org.jspecify.annotations.Nullable;

/** Where in the code a call was made: the deadline and the calls around it, for a driver that drives it on another thread. */
public final class CallPlace {

    private final @Nullable CallContext context;
    private final Deadline deadline;

    private CallPlace(@Nullable CallContext context, Deadline deadline) {
        this.context = context;
        this.deadline = deadline;
    }

    /**
     * The place that the calling thread is at.
     *
     * @return the place, or null if there is nothing around it
     */
    public static @Nullable CallPlace here() {
        CallContext context = CallContext.current();
        Deadline deadline = Deadline.current();
        return context == null && !deadline.isBounded() ? null : new CallPlace(context, deadline);
    }

    /**
     * Puts the calling thread there, in addition to where it is.
     *
     * @return ends it, on the same thread; null if the thread is there already
     */
    public @Nullable Stay enter() {
        CallContext around = CallContext.current();
        CallContext missing = context == null || (around != null && around.isWithin(context)) ? null : context;
        boolean sameTime = !deadline.isBounded() || deadline == Deadline.current();
        if (missing == null && sameTime) {
            return null;
        }
        Deadline.Scope time = sameTime ? null : deadline.activate();
        if (missing != null) {
            missing.elsewhere(around).enter();
        }
        return new Stay(around, time);
    }

    /** The time during which a thread is somewhere else. */
    public static final class Stay implements AutoCloseable {
        private final @Nullable CallContext before;
        private final Deadline.@Nullable Scope time;

        private Stay(@Nullable CallContext before, Deadline.@Nullable Scope time) {
            this.before = before;
            this.time = time;
        }

        @Override
        public void close() {
            CallContext.exit(before);
            if (time != null) {
                time.close();
            }
        }
    }
}
