package dev.reprise.action;

import dev.reprise.internal.action.Transitions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps actions in memory. It protects against a double send within the life of the process and forgets everything with it, so
 * it suits tests and actions that do not matter after a restart. Holds {@value #CAPACITY} records; beyond that {@link
 * Actions#open(String, String)} fails rather than that a record is dropped. Safe for use by many threads.
 */
public final class InMemoryActionStore implements ActionStore {

    /** How many records are held: 10,000, a few MB without answers. */
    public static final int CAPACITY = 10_000;

    private final Object lock = new Object();
    private final Map<String, ActionRecord> byId = new LinkedHashMap<>();
    private final Map<List<String>, TreeMap<Integer, String>> generations = new HashMap<>();

    /** An empty store. */
    public InMemoryActionStore() {}

    @Override
    public ActionRecord findOrCreate(ActionRecord candidate) {
        synchronized (lock) {
            ActionRecord newest = newest(candidate);
            if (newest != null) {
                return newest;
            }
            add(candidate);
            return candidate;
        }
    }

    @Override
    public @Nullable ActionRecord find(String id) {
        synchronized (lock) {
            return byId.get(id);
        }
    }

    @Override
    public boolean replace(ActionRecord expected, ActionRecord next) {
        synchronized (lock) {
            if (!isCurrent(expected)) {
                return false;
            }
            byId.put(next.id(), next);
            return true;
        }
    }

    @Override
    public boolean addGeneration(ActionRecord settled, ActionRecord next) {
        synchronized (lock) {
            ActionRecord newest = newest(settled);
            if (newest == null || !newest.id().equals(settled.id()) || !isCurrent(settled)) {
                return false;
            }
            add(next);
            return true;
        }
    }

    @Override
    public List<ActionRecord> inDoubt(String namespace, Instant now, int limit) {
        List<ActionRecord> found = new ArrayList<>();
        synchronized (lock) {
            for (ActionRecord record : byId.values()) {
                if (found.size() < limit && record.namespace().equals(namespace) && needsSomeone(record, now)) {
                    found.add(record);
                }
            }
        }
        return found;
    }

    @Override
    public Map<ActionState, Long> countByState(String namespace, Instant now) {
        Map<ActionState, Long> counts = new EnumMap<>(ActionState.class);
        synchronized (lock) {
            for (ActionRecord record : byId.values()) {
                if (record.namespace().equals(namespace)) {
                    counts.merge(Transitions.stateAt(record, now), 1L, Long::sum);
                }
            }
        }
        return counts;
    }

    @Override
    public int removeSettledBefore(String namespace, Instant before) {
        synchronized (lock) {
            int count = byId.size();
            byId.values().removeIf(record -> {
                Instant settledAt = record.settledAt();
                boolean old = record.namespace().equals(namespace) && settledAt != null && settledAt.isBefore(before);
                if (old) {
                    forgetGeneration(record);
                }
                return old;
            });
            return count - byId.size();
        }
    }

    /**
     * Memory does not block.
     *
     * @return false
     */
    @Override
    public boolean mayBlock() {
        return false;
    }

    private static boolean needsSomeone(ActionRecord record, Instant now) {
        Instant until = record.sendingUntil();
        return switch (record.state()) {
            case IN_DOUBT, EXPIRED -> true;
            case IN_FLIGHT -> until != null && !until.isAfter(now);
            default -> false;
        };
    }

    private @Nullable ActionRecord newest(ActionRecord like) {
        TreeMap<Integer, String> ids = generations.get(reference(like));
        return ids == null ? null : byId.get(ids.lastEntry().getValue());
    }

    private boolean isCurrent(ActionRecord expected) {
        ActionRecord current = byId.get(expected.id());
        return current != null && current.version() == expected.version();
    }

    private void add(ActionRecord record) {
        if (byId.size() >= CAPACITY) {
            throw new ActionStoreException("the in-memory action store holds " + CAPACITY
                    + " actions and forgets none that is not settled or still to be kept");
        }
        if (byId.containsKey(record.id())) {
            throw new ActionStoreException("there is an action with the id " + record.id() + " already");
        }
        byId.put(record.id(), record);
        generations.computeIfAbsent(reference(record), key -> new TreeMap<>()).put(record.generation(), record.id());
    }

    private void forgetGeneration(ActionRecord record) {
        generations.computeIfPresent(reference(record), (key, ids) -> {
            ids.remove(record.generation());
            return ids.isEmpty() ? null : ids;
        });
    }

    private static List<String> reference(ActionRecord record) {
        return List.of(record.namespace(), record.type(), record.reference());
    }
}
