package dev.reprise.internal.action;

import dev.reprise.action.BusinessAction;
import dev.reprise.http.RequestView;
import org.jspecify.annotations.Nullable;

/** The actions that are active on a thread, innermost first. */
public final class ActiveActions implements BusinessAction.Scope {

    private static final ThreadLocal<@Nullable ActiveActions> INNERMOST = new ThreadLocal<>();

    private final Thread owner = Thread.currentThread();
    private final @Nullable ActiveActions outer;
    private final @Nullable StoredAction action;
    private boolean closed;

    private ActiveActions(@Nullable ActiveActions outer, @Nullable StoredAction action) {
        this.outer = outer;
        this.action = action;
    }

    static BusinessAction.Scope open(StoredAction action) {
        return enter(action);
    }

    /** Lets no active action bind what is sent inside, since a question about an action is no send of it. */
    static BusinessAction.Scope suspend() {
        return enter(null);
    }

    private static ActiveActions enter(@Nullable StoredAction action) {
        ActiveActions scope = new ActiveActions(INNERMOST.get(), action);
        INNERMOST.set(scope);
        return scope;
    }

    /**
     * The action that a request sends.
     *
     * @param request the request
     * @return the innermost active action whose target the request matches, or null
     */
    public static @Nullable BusinessAction matching(RequestView request) {
        for (ActiveActions scope = INNERMOST.get(); scope != null; scope = scope.outer) {
            StoredAction active = scope.action;
            if (active == null) {
                return null;
            }
            RequestTarget target = active.declared().target();
            if (target != null && target.matches(request)) {
                return active;
            }
        }
        return null;
    }

    @Override
    public void close() {
        if (Thread.currentThread() != owner) {
            throw new IllegalStateException("an action's scope must be closed on the thread that opened it");
        }
        closed = true;
        ActiveActions innermost = INNERMOST.get();
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
