package dev.reprise.action;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where actions are kept, so that they survive the process. An implementation keeps records as they are given and decides
 * nothing. It must be safe for use by many threads and, if several processes share it, by many processes.
 *
 * <p>Each method is atomic: it happens as a whole or not at all, and another caller sees it as soon as it returned. What a
 * method wrote must survive a crash that comes after it returned, because the request leaves right after. Instants are kept
 * with at least millisecond precision, rounded down.
 *
 * <p>A record holds the idempotency key, which is a secret, and the kept answer, which may hold personal data.
 *
 * <p>Every method throws {@link ActionStoreException} when it could not do its work; any other exception is taken for one. A
 * write that threw may or may not have happened.
 */
public interface ActionStore {

    /**
     * Returns the record with the highest generation of the candidate's namespace, type and reference, or stores the
     * candidate if there is none. Of several simultaneous calls exactly one stores its candidate, and all return that one.
     *
     * @param candidate the record to store if there is none; its generation is 1 and its version 1
     * @return the stored record
     */
    ActionRecord findOrCreate(ActionRecord candidate);

    /**
     * Finds a record by its id.
     *
     * @param id the public id of the action
     * @return the record, or null if there is none
     */
    @Nullable
    ActionRecord find(String id);

    /**
     * Compare-and-set: replaces the record with the id of {@code expected}, if its version is still the one of {@code
     * expected}. Namespace, type, reference, generation, key and time of creation never change.
     *
     * @param expected the record as it was read
     * @param next the record to store; its version is one higher
     * @return whether it was replaced; false if the version has moved on or the record is gone
     */
    boolean replace(ActionRecord expected, ActionRecord next);

    /**
     * Adds the next generation of a settled action, if the settled record is still the newest of its namespace, type and
     * reference and still has the given version. The settled record stays as it is.
     *
     * @param settled the newest generation, as it was read
     * @param next the record to store; its generation is one higher and its version 1
     * @return whether it was added
     */
    boolean addGeneration(ActionRecord settled, ActionRecord next);

    /**
     * Lists what needs someone to look at it: records that are {@link ActionState#IN_DOUBT}, {@link ActionState#EXPIRED}, or
     * {@link ActionState#IN_FLIGHT} with a {@link ActionRecord#sendingUntil()} at or before {@code now}.
     *
     * @param namespace the namespace
     * @param now the time to compare with
     * @param limit the most records to return, 1 or more
     * @return the records, those created first coming first
     */
    List<ActionRecord> inDoubt(String namespace, Instant now, int limit);

    /**
     * Counts the records of a namespace by state, for gauges. A record that is {@link ActionState#IN_FLIGHT} with a {@link
     * ActionRecord#sendingUntil()} at or before {@code now} counts as {@link ActionState#IN_DOUBT}. A store counts where the records
     * are and hands none of them out.
     *
     * @param namespace the namespace
     * @param now the time to compare with
     * @return the number of records in each state; states without one may be left out
     * @throws UnsupportedOperationException if this store does not count, which is the default
     */
    default Map<ActionState, Long> countByState(String namespace, Instant now) {
        throw new UnsupportedOperationException("this action store does not count its records");
    }

    /**
     * Removes settled records that were settled before a time. Records that are not settled are never removed.
     *
     * @param namespace the namespace
     * @param before the time to compare {@link ActionRecord#settledAt()} with
     * @return how many were removed
     */
    int removeSettledBefore(String namespace, Instant before);

    /**
     * Whether calls may block, on a disk or a network. If so they are made on a thread of their own and abandoned at the
     * deadline of the logical call.
     *
     * @return true, unless overridden
     */
    default boolean mayBlock() {
        return true;
    }
}
