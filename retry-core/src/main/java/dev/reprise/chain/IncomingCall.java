package dev.reprise.chain;

import dev.reprise.deadline.Deadline;
import dev.reprise.internal.CallContext;
import org.jspecify.annotations.Nullable;

/**
 * What a request that came in says of the call that it is part of. Read with {@link CallChain#read}.
 *
 * <p>Immutable and safe for use by many threads: a server that handles a request on several threads enters on each of them.
 */
public final class IncomingCall {

    private final Deadline deadline;
    private final boolean marked;

    IncomingCall(Deadline deadline, boolean marked) {
        this.deadline = deadline;
        this.marked = marked;
    }

    /**
     * When the answer is no longer waited for.
     *
     * @return the deadline, {@link Deadline#none()} if the request did not tell one
     */
    public Deadline deadline() {
        return deadline;
    }

    /**
     * Whether an outer layer retries, so that calls of this one are to make a single attempt.
     *
     * @return true if the request was marked
     */
    public boolean isMarked() {
        return marked;
    }

    /**
     * Whether nobody waits for the answer any more, so that the work need not be begun.
     *
     * @return true from the deadline on
     */
    public boolean isExpired() {
        return deadline.isExpired();
    }

    /**
     * Lets what the calling thread does be a part of this call until the scope is closed. Calls that are made inside, asynchronous
     * ones too, end by the deadline, and none begins an attempt after it. If the request was marked, they make a single attempt each,
     * whatever their scope. Status queries are asked all the same.
     *
     * <p>It belongs to the thread and is not handed on to threads or tasks that are started inside; there, enter again.
     *
     * @return the scope, to be closed on the same thread
     */
    public Scope enter() {
        return new Entered(deadline.activate(), marked ? CallContext.openCovering() : null);
    }

    /** Shows what is left and whether it is marked. */
    @Override
    public String toString() {
        return "incoming call, " + deadline + (marked ? ", marked" : "");
    }

    /** The time during which a thread works for a call that came in. */
    public interface Scope extends AutoCloseable {

        /**
         * Ends it; what was around it holds again. Closing twice does nothing. A scope that is closed while one opened inside it is
         * still open ends together with that one.
         *
         * @throws IllegalStateException if called on another thread than the one that opened the scope; nothing changes
         */
        @Override
        void close();
    }

    private static final class Entered implements Scope {
        private final Deadline.Scope time;
        private final @Nullable CallContext context;

        Entered(Deadline.Scope time, @Nullable CallContext context) {
            this.time = time;
            this.context = context;
        }

        @Override
        public void close() {
            // First, since it refuses other threads.
            time.close();
            if (context != null) {
                context.leave();
            }
        }
    }
}
