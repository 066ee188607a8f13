package dev.reprise.internal.action;

import dev.reprise.action.BusinessAction;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Leads from an action's public id, carried in a request's header field, back to the action. An action is known as long as it, or a request
 * that carries the id which {@link #idFor} gave for it, is in use.
 */
public final class BoundActions {

    private static final Map<String, Known> KNOWN = new WeakHashMap<>();

    private BoundActions() {}

    /**
     * Makes an action known.
     *
     * @param action the action
     * @return its id, as the string object that keeps it known
     */
    public static String idFor(BusinessAction action) {
        StoredAction stored = StoredAction.of(action);
        synchronized (KNOWN) {
            Known known = KNOWN.get(stored.id());
            String id = known == null ? null : known.id().get();
            if (known == null || id == null) {
                // A string of its own: nothing but the action and its requests may keep it alive.
                id = new String(stored.id().toCharArray());
                KNOWN.put(id, new Known(stored.twin(), new WeakReference<>(id)));
            }
            stored.keepKnown(id);
            return id;
        }
    }

    /**
     * Finds an action.
     *
     * @param id a public id
     * @return the action, or null if it is not known
     */
    public static @Nullable BusinessAction find(String id) {
        synchronized (KNOWN) {
            Known known = KNOWN.get(id);
            return known == null ? null : known.action();
        }
    }

    /** The action must not lead to the id's own string, or it would keep itself in the map. */
    private record Known(StoredAction action, WeakReference<String> id) {}
}
