package dev.reprise.action;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An in-memory store that fails, or lets somebody else be quicker, when told to. */
public final class FlakyStore implements ActionStore {

    public final InMemoryActionStore kept = new InMemoryActionStore();

    private final Deque<Runnable> beforeReplace = new ArrayDeque<>();
    private @Nullable RuntimeException failReads;
    private @Nullable RuntimeException failWrites;
    private int writes;

    public void failReads(@Nullable RuntimeException failure) {
        failReads = failure;
    }

    public void failWrites(@Nullable RuntimeException failure) {
        failWrites = failure;
    }

    /** Runs once, between the reading of a record and the next write. */
    public void beforeReplace(Runnable somebodyElse) {
        beforeReplace.add(somebodyElse);
    }

    public int writes() {
        return writes;
    }

    public ActionRecord get(String id) {
        ActionRecord record = kept.find(id);
        if (record == null) {
            throw new AssertionError("no record " + id);
        }
        return record;
    }

    @Override
    public ActionRecord findOrCreate(ActionRecord candidate) {
        write();
        return kept.findOrCreate(candidate);
    }

    @Override
    public @Nullable ActionRecord find(String id) {
        if (failReads != null) {
            throw failReads;
        }
        return kept.find(id);
    }

    @Override
    public boolean replace(ActionRecord expected, ActionRecord next) {
        Runnable quicker = beforeReplace.poll();
        if (quicker != null) {
            quicker.run();
        }
        write();
        return kept.replace(expected, next);
    }

    @Override
    public boolean addGeneration(ActionRecord settled, ActionRecord next) {
        write();
        return kept.addGeneration(settled, next);
    }

    @Override
    public List<ActionRecord> inDoubt(String namespace, Instant now, int limit) {
        return kept.inDoubt(namespace, now, limit);
    }

    @Override
    public Map<ActionState, Long> countByState(String namespace, Instant now) {
        return kept.countByState(namespace, now);
    }

    @Override
    public int removeSettledBefore(String namespace, Instant before) {
        write();
        return kept.removeSettledBefore(namespace, before);
    }

    private void write() {
        if (failWrites != null) {
            throw failWrites;
        }
        writes++;
    }
}
