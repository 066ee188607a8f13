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
    private final Map<String, Deque<CompletableFuture<Turn>>> waiting = new HashMap<>();

    /**
     * Asks for the turn of an action.
     *
     * @return completed at once if nobody has the turn, else on the thread that closes the turn before; what follows it should
     *     therefore run elsewhere. Who no longer wants it calls {@link #giveUp}
     */
    public CompletableFuture<Turn> turn(String actionId) {
        CompletableFuture<Turn> mine = new CompletableFuture<>();
        synchronized (lock) {
            Deque<CompletableFuture<Turn>> queue = waiting.get(actionId);
            if (queue != null) {
                queue.add(mine);
                return mine;
            }
            waiting.put(actionId, new ArrayDeque<>());
        }
        mine.complete(newTurn(actionId));
        return mine;
    }

    /** Stops waiting for a turn, and passes it on if it has just come. */
    public void giveUp(String actionId, CompletableFuture<Turn> turn) {
        synchronized (lock) {
            Deque<CompletableFuture<Turn>> queue = waiting.get(actionId);
            if (queue != null) {
                queue.remove(turn);
            }
        }
        if (!turn.cancel(false) && !turn.isCompletedExceptionally()) {
            turn.join().close();
        }
    }

    /** How many actions have a turn out. */
    int size() {
        synchronized (lock) {
            return waiting.size();
        }
    }

    private Turn newTurn(String actionId) {
        return new Turn(() -> passOn(actionId));
    }

    private void passOn(String actionId) {
        CompletableFuture<Turn> next;
        do {
            next = nextOf(actionId);
            // A call that gave up while it was being chosen does not take the turn with it.
        } while (next != null && !next.complete(newTurn(actionId)));
    }

    private @Nullable CompletableFuture<Turn> nextOf(String actionId) {
        synchronized (lock) {
            Deque<CompletableFuture<Turn>> queue = waiting.get(actionId);
            CompletableFuture<Turn> next = queue == null ? null : queue.poll();
            if (next == null) {
                waiting.remove(actionId);
            }
            return next;
        }
    }
}
