package dev.reprise.action;

import dev.reprise.http.HttpAnswer;
import dev.reprise.internal.action.StoredAction;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One thing that the user wants done once, such as "pay order 1001". It owns the idempotency key that all its sends carry.
 * Made by {@link Actions} alone; safe for use by many threads. Its {@code toString} shows
 * id, type and the state last seen, never the key or the reference.
 */
public sealed interface BusinessAction permits StoredAction {

    /**
     * The public random id, for logs, traces and support.
     *
     * @return 22 characters from {@code A-Z a-z 0-9 - _}
     */
    String id();

    /**
     * The type under which the action was opened.
     *
     * @return a name declared with {@link Actions.Builder#type}
     */
    String type();

    /**
     * The caller's reference, for example an order number.
     *
     * @return the reference given to {@link Actions#open(String, String)}
     */
    String reference();

    /**
     * The secret that all sends of this action carry.
     *
     * @return the key
     */
    IdempotencyKey key();

    /**
     * Reads the current state from the store. A send whose time is over and whose end nobody recorded, as after a crash, reads
     * as {@link ActionState#IN_DOUBT}. An action that is not in its store, because its transaction has not been committed or
     * because it was settled and is no longer kept, reads as it was last seen.
     *
     * @return the state
     * @throws ActionStoreException if the store cannot be read
     */
    ActionState state();

    /**
     * Reads the answer that settled the action from the store.
     *
     * @return the answer, or null if the action is not settled or was settled without one
     * @throws ActionStoreException if the store cannot be read
     */
    @Nullable
    HttpAnswer answer();

    /**
     * Binds this action to requests that are built out of the caller's reach, for example by a framework: until the scope is closed, every
     * request that this thread gives to a wrapped client, that matches the type's {@linkplain Actions.TypeBuilder#target target} and that is
     * not bound already is a send of this action. The request is looked at when the client is called, so a call that is made on
     * another thread is not bound, and neither is one that OkHttp enqueues, since that calls the wrapped client on a thread of its own: give
     * such a request the action as its tag. Status queries run unbound.
     *
     * @return the scope, to be closed on the same thread
     * @throws IllegalStateException if the type has no target
     */
    Scope activate();

    /**
     * Asks the type's status query once, on the calling thread and for as long as that takes, and records what it says. Nothing
     * is asked unless the action is in doubt or expired. A query that fails, or says "not applied" before that can be
     * believed, changes nothing.
     *
     * @return the state afterwards
     * @throws IllegalStateException if the type has no status query
     * @throws ActionStoreException if the store cannot be read or written
     */
    ActionState resolve();

    /**
     * Like {@link #resolve()}, but asks on a thread of its own and abandons the query when the time is over. An interrupt
     * abandons it too, and the interrupt flag stays set.
     *
     * @param within how long to wait for the query; more than zero
     * @return the state afterwards
     * @throws IllegalArgumentException if the time is not positive
     * @throws IllegalStateException if the type has no status query
     * @throws ActionStoreException if the store cannot be read or written
     */
    ActionState resolve(Duration within);

    /** The time during which an action is active on a thread. */
    interface Scope extends AutoCloseable {

        /**
         * Ends it; the action that was active before is so again. Closing twice does nothing.
         *
         * @throws IllegalStateException if called on another thread than the one that opened the scope; nothing changes
         */
        @Override
        void close();
    }
}
