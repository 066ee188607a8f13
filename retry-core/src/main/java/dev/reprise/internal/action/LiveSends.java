package dev.reprise.internal.action;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Lets one logical call of an action at a time send, in the order of asking. No thread is held by waiting. Safe for use by many
 * threads.
 */
public final class LiveSends {

    private final Object lock = new Object();
    /** The waiting calls of each action that has a turn out. */
    private final Map<String, Deque<Waiting>> waiting = new HashMap<>();

    /**
     * Asks for the turn of an action.
     *
     * @param actionId the action
     * @return completed at once if nobody has the turn, else on the thread that closes the turn before; what follows it should
     *     therefore run elsewhere. Who no longer wants it cancels it; if that fails, the turn has just come and must be closed
     */
    public CompletableFuture<Turn> turn(String actionId) {
        Waiting mine = new Waiting(actionId);
        synchronized (lock) {
            Deque<Waiting> queue = waiting.get(actionId);
            if (queue != null) {
                queue.add(mine);
                return mine;
            }
            waiting.put(actionId, new ArrayDeque<>());
        }
        mine.complete(newTurn(actionId));
        return mine;
    }

    /** How many actions have a turn out. */
    int size() {
        synchronized (lock) {
            return waiting.size();
        }
    }

    /** How many calls wait for the turn of an action. */
    int waiting(String actionId) {
        synchronized (lock) {
            Deque<Waiting> queue = waiting.get(actionId);
            return queue == null ? 0 : queue.size();
        }
    }

    private Turn newTurn(String actionId) {
        return new Turn(() -> passOn(actionId));
    }

    private void passOn(String actionId) {
        Waiting next;
        do {
            next = nextOf(actionId);
            // A call that gave up while it was being chosen does not take the turn with it.
        } while (next != null && !next.complete(newTurn(actionId)));
    }

    private @Nullable Waiting nextOf(String actionId) {
        synchronized (lock) {
            Deque<Waiting> queue = waiting.get(actionId);
            Waiting next = queue == null ? null : queue.poll();
            if (next == null) {
                waiting.remove(actionId);
            }
            return next;
        }
    }

    /** A call that waits; once it no longer does, nothing of it is left. */
    private final class Waiting extends CompletableFuture<Turn> {

        private final String actionId;

        Waiting(String actionId) {
            this.actionId = actionId;
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean cancelled = super.cancel(mayInterruptIfRunning);
            if (cancelled) {
                synchronized (lock) {
                    Deque<Waiting> queue = waiting.get(actionId);
                    if (queue != null) {
                        queue.removeIf(other -> other == this);
                    }
                }
            }
            return cancelled;
        }
    }
}
