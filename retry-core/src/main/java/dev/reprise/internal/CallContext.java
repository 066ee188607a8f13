package dev.reprise.internal;

import org.jspecify.annotations.Nullable;

/**
 * The calls that are running around the current code, innermost first. It travels with the thread, so that a call inside a
 * call can tell that an outer one does the retrying.
 */
public final class CallContext {

    private static final ThreadLocal<@Nullable CallContext> CURRENT = new ThreadLocal<>();

    private final String scope;
    private final @Nullable String actionId;
    private final boolean asking;
    private final @Nullable Protection protection;
    private final @Nullable CallContext outer;

    /** Whether the scope that opened it was closed; only contexts that {@link #openCovering} made, and only on their own thread. */
    private boolean left;

    private CallContext(
            String scope,
            @Nullable String actionId,
            boolean asking,
            @Nullable Protection protection,
            @Nullable CallContext outer) {
        this.scope = scope;
        this.actionId = actionId;
        this.asking = asking;
        this.protection = protection;
        this.outer = outer;
    }

    /**
     * Enters a call on this thread.
     *
     * @param scope the call's scope, empty for none
     * @param actionId the business action's id, or null
     * @param protection what it holds of its scope's live state
     * @return what {@link #exit} needs to leave it again, null if this was the outermost
     */
    static @Nullable CallContext enter(String scope, @Nullable String actionId, Protection protection) {
        CallContext outer = CURRENT.get();
        CURRENT.set(new CallContext(scope, actionId, false, protection, outer));
        return outer;
    }

    /**
     * What code sees that runs inside a call and inside the calls around it, for use on another thread.
     *
     * @param scope the call's scope, empty for none
     * @param actionId the business action's id, or null
     * @param protection what it holds of its scope's live state
     * @param outer the calls around it, null if there are none
     * @return the context
     */
    static CallContext inside(
            String scope, @Nullable String actionId, Protection protection, @Nullable CallContext outer) {
        return new CallContext(scope, actionId, false, protection, outer);
    }

    /**
     * Opens a context around code that is part of a call elsewhere, which does the retrying for all scopes.
     *
     * @return the context, for {@link #leave}
     */
    public static CallContext openCovering() {
        CallContext opened = new CallContext("", null, false, null, CURRENT.get());
        CURRENT.set(opened);
        return opened;
    }

    /** Ends a context that {@link #openCovering} made; on its own thread. One that is still open inside it ends later, with it. */
    public void leave() {
        left = true;
        exit(CURRENT.get());
    }

    /**
     * This context for another thread, inside what that thread is inside. A send of an action is a matter of its own threads: only
     * they are watched for what became of it, so a call on another one is none of its parts.
     *
     * @param around the calls that the other thread is inside, null if there are none
     */
    CallContext elsewhere(@Nullable CallContext around) {
        CallContext further = outer == null ? around : outer.elsewhere(around);
        return new CallContext(scope, asking ? actionId : null, asking, protection, further);
    }

    /** Whether this is the other context or inside it. */
    boolean isWithin(CallContext other) {
        for (CallContext call = this; call != null; call = call.outer) {
            if (call == other) {
                return true;
            }
        }
        return false;
    }

    /** The calls that the current thread is inside, null if there are none. */
    static @Nullable CallContext current() {
        return CURRENT.get();
    }

    /** The same, but not as part of a send of the action: what a status query sees. */
    CallContext asking() {
        return new CallContext(scope, actionId, true, protection, outer);
    }

    /** Whether the current thread is inside any call. */
    static boolean isInside() {
        return CURRENT.get() != null;
    }

    /**
     * Makes this the context of the current thread.
     *
     * @return what {@link #exit} needs to leave it again, null if there was none
     */
    @Nullable
    CallContext enter() {
        CallContext before = CURRENT.get();
        CURRENT.set(this);
        return before;
    }

    static void exit(@Nullable CallContext outer) {
        CallContext open = outer;
        while (open != null && open.left) {
            open = open.outer;
        }
        if (open == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(open);
        }
    }

    /**
     * Whether an enclosing call retries what this scope does. A call without a scope covers all scopes. A status query is no part of
     * the attempts around it: nobody asks again at once because a call inside it failed.
     *
     * @param scope the scope of a call that is about to start
     * @return true if it must make a single attempt
     */
    public static boolean covers(String scope) {
        for (CallContext call = CURRENT.get(); call != null && !call.asking; call = call.outer) {
            if (call.scope.isEmpty() || call.scope.equals(scope)) {
                return true;
            }
        }
        return false;
    }

    /**
     * What the closest enclosing call holds that shares this live state. A status query is no part of the attempts around it.
     *
     * @param state the live state of a call that is about to start
     * @return null if there is none
     */
    static @Nullable Protection sharing(ScopeState state) {
        for (CallContext call = CURRENT.get(); call != null && !call.asking; call = call.outer) {
            if (call.protection != null && call.protection.guards(state)) {
                return call.protection;
            }
        }
        return null;
    }

    /**
     * Whether an enclosing call is a send of this business action.
     *
     * @param actionId the action's id
     * @return true if a call inside is part of that send
     */
    public static boolean sends(String actionId) {
        for (CallContext call = CURRENT.get(); call != null; call = call.outer) {
            if (!call.asking && actionId.equals(call.actionId)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether code inside these calls is the status query of a call of this business action, which holds the action's turn until
     * it is answered.
     *
     * @param around the calls around it, null if there are none
     * @param actionId the action's id
     * @return true if waiting for the turn is in vain
     */
    static boolean asksAbout(@Nullable CallContext around, String actionId) {
        for (CallContext call = around; call != null; call = call.outer) {
            if (call.asking && actionId.equals(call.actionId)) {
                return true;
            }
        }
        return false;
    }
}
