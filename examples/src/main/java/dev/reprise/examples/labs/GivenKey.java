package dev.reprise.examples.labs;

import dev.reprise.action.ActionRecord;
import dev.reprise.action.ActionStore;
import dev.reprise.action.IdempotencyKey;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A view of a store that makes its actions with a key that somebody else has made: here the server, which numbered the
 * order. An action that is in the store already keeps the key that it has.
 */
final class GivenKey implements ActionStore {

    private final ActionStore store;
    private final IdempotencyKey key;

    GivenKey(ActionStore store, IdempotencyKey key) {
        this.store = store;
        this.key = key;
    }

    @Override
    public ActionRecord findOrCreate(ActionRecord candidate) {
        return store.findOrCreate(ActionRecord.builder(
                        candidate.id(),
                        candidate.namespace(),
                        candidate.type(),
                        candidate.reference(),
                        key,
                        candidate.createdAt())
                .build());
    }

    @Override
    public @Nullable ActionRecord find(String id) {
        return store.find(id);
    }

    @Override
    public boolean replace(ActionRecord expected, ActionRecord next) {
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
        return store.mayBlock();
    }
}
