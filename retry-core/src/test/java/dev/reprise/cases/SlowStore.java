package dev.reprise.cases;

import dev.reprise.action.ActionRecord;
import dev.reprise.action.ActionStore;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.testkit.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A store on fake time, where a read and a write take a tenth of a millisecond each. */
final class SlowStore implements ActionStore {

    private static final Duration STEP = Duration.ofNanos(100_000);

    private final InMemoryActionStore store = new InMemoryActionStore();
    private final FakeTime time;

    SlowStore(FakeTime time) {
        this.time = time;
    }

    @Override
    public ActionRecord findOrCreate(ActionRecord candidate) {
        return store.findOrCreate(candidate);
    }

    @Override
    public @Nullable ActionRecord find(String id) {
        time.pass(STEP);
        return store.find(id);
    }

    @Override
    public boolean replace(ActionRecord expected, ActionRecord next) {
        time.pass(STEP);
        return store.replace(expected, next);
    }

    @Override
    public boolean addGeneration(ActionRecord settled, ActionRecord next) {
        return store.addGeneration(settled, next);
    }

    @Override
    public List<ActionRecord> inDoubt(String namespace, Instant now, int limit) {
        return store.inDoubt(namespace, now, limit);
    }

    @Override
    public int removeSettledBefore(String namespace, Instant before) {
        return store.removeSettledBefore(namespace, before);
    }

    @Override
    public boolean mayBlock() {
        return false;
    }
}
