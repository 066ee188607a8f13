package dev.reprise.suite;

import dev.reprise.action.ActionRecord;
import dev.reprise.action.ActionStore;
import dev.reprise.action.InMemoryActionStore;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A store whose writes to known actions go wrong in a way of the test's choice. */
public final class FaultyStore implements ActionStore {

    private final InMemoryActionStore real = new InMemoryActionStore();
    private final Runnable fault;

    /**
     * Makes a store.
     *
     * @param fault what happens at each write
     */
    public FaultyStore(Runnable fault) {
        this.fault = fault;
    }

    @Override
    public ActionRecord findOrCreate(ActionRecord candidate) {
        return real.findOrCreate(candidate);
    }

    @Override
    public @Nullable ActionRecord find(String id) {
        return real.find(id);
    }

    @Override
    public boolean replace(ActionRecord expected, ActionRecord next) {
        fault.run();
        return real.replace(expected, next);
    }

    @Override
    public boolean addGeneration(ActionRecord settled, ActionRecord next) {
        return real.addGeneration(settled, next);
    }

    @Override
    public List<ActionRecord> inDoubt(String namespace, Instant now, int limit) {
        return real.inDoubt(namespace, now, limit);
    }

    @Override
    public int removeSettledBefore(String namespace, Instant before) {
        return real.removeSettledBefore(namespace, before);
    }
}
