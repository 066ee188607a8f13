package dev.reprise.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class InMemoryActionStoreTest {

    private static final Instant NOW = ManualTime.START;

    private final InMemoryActionStore store = new InMemoryActionStore();

    private static ActionRecord.Builder record(String id, String reference) {
        return ActionRecord.builder(id, "ns", "payment", reference, IdempotencyKey.of("key-" + id), NOW);
    }

    private static ActionRecord settled(ActionRecord record, Instant when) {
        return record.next().state(ActionState.CONFIRMED).settledAt(when).build();
    }

    @Test
    void theFirstCandidateIsKeptAndFoundByWhateverNamesIt() {
        ActionRecord first = record("a", "order-1").build();

        assertThat(store.findOrCreate(first)).isSameAs(first);
        assertThat(store.findOrCreate(record("b", "order-1").build())).isSameAs(first);
        assertThat(store.find("a")).isSameAs(first);
        assertThat(store.find("b")).isNull();
    }

    @Test
    void namespaceTypeAndReferenceAreToldApart() {
        ActionRecord one = store.findOrCreate(record("a", "order-1").build());
        ActionRecord otherNamespace = ActionRecord.builder("b", "ns2", "payment", "order-1", one.key(), NOW)
                .build();
        ActionRecord otherType = ActionRecord.builder("c", "ns", "refund", "order-1", one.key(), NOW)
                .build();

        assertThat(store.findOrCreate(otherNamespace)).isSameAs(otherNamespace);
        assertThat(store.findOrCreate(otherType)).isSameAs(otherType);
    }

    @Test
    void ofManySimultaneousOpenersAllGetTheSameRecord() throws Exception {
        List<ActionRecord> got =
                race(8, i -> store.findOrCreate(record("id" + i, "order-1").build()));

        assertThat(got).hasSize(8).containsOnly(got.get(0));
    }

    @Test
    void aRecordIsReplacedOnlyAtTheVersionThatWasRead() {
        ActionRecord first = store.findOrCreate(record("a", "order-1").build());
        ActionRecord second = first.next().sends(1).build();

        assertThat(store.replace(first, second)).isTrue();
        assertThat(store.replace(first, first.next().sends(7).build())).isFalse();
        assertThat(store.replace(
                        record("gone", "x").build(),
                        record("gone", "x").build().next().build()))
                .isFalse();
        assertThat(store.find("a")).isSameAs(second);
    }

    @Test
    void ofManySimultaneousWritersOneWins() throws Exception {
        ActionRecord first = store.findOrCreate(record("a", "order-1").build());

        List<Boolean> won =
                race(8, i -> store.replace(first, first.next().sends(i).build()));

        assertThat(won).containsOnlyOnce(true);
        assertThat(store.find("a").version()).isEqualTo(2);
    }

    @Test
    void aGenerationFollowsTheNewestOnly() {
        ActionRecord open = store.findOrCreate(record("a", "order-1").build());
        ActionRecord first = settled(open, NOW);
        store.replace(open, first);
        ActionRecord second = record("b", "order-1").generation(2).build();

        assertThat(store.addGeneration(open, second)).as("an old version").isFalse();
        assertThat(store.addGeneration(first, second)).isTrue();
        assertThat(store.addGeneration(
                        first, record("c", "order-1").generation(2).build()))
                .isFalse();
        assertThat(store.findOrCreate(record("d", "order-1").build())).isSameAs(second);
        assertThat(store.find("a")).as("the settled one stays").isSameAs(first);
    }

    @Test
    void listsWhatIsInDoubtAndCreatedFirst() {
        ActionRecord doubt = store.findOrCreate(record("a", "1").build());
        ActionRecord live = store.findOrCreate(record("b", "2").build());
        ActionRecord lapsed = store.findOrCreate(record("c", "3").build());
        store.findOrCreate(record("open", "4").build());
        ActionRecord expired = store.findOrCreate(record("d", "5").build());
        store.replace(
                doubt, doubt.next().state(ActionState.IN_DOUBT).doubt(true).build());
        store.replace(live, inFlightUntil(live, NOW.plusMillis(1)));
        store.replace(lapsed, inFlightUntil(lapsed, NOW));
        store.replace(expired, expired.next().state(ActionState.EXPIRED).build());

        assertThat(store.inDoubt("ns", NOW, 10)).extracting(ActionRecord::id).containsExactly("a", "c", "d");
        assertThat(store.inDoubt("ns", NOW, 2)).extracting(ActionRecord::id).containsExactly("a", "c");
        assertThat(store.inDoubt("other", NOW, 10)).isEmpty();
    }

    private static ActionRecord inFlightUntil(ActionRecord record, Instant until) {
        return record.next()
                .state(ActionState.IN_FLIGHT)
                .owner("me")
                .sendingUntil(until)
                .build();
    }

    @Test
    void onlyWhatWasSettledBeforeIsRemoved() {
        ActionRecord old = store.findOrCreate(record("old", "1").build());
        ActionRecord fresh = store.findOrCreate(record("fresh", "2").build());
        store.findOrCreate(record("open", "3").build());
        ActionRecord other = store.findOrCreate(ActionRecord.builder("other", "ns2", "payment", "1", old.key(), NOW)
                .build());
        store.replace(old, settled(old, NOW.minusMillis(1)));
        store.replace(other, settled(other, NOW.minusMillis(1)));
        store.replace(fresh, settled(fresh, NOW));

        assertThat(store.removeSettledBefore("ns", NOW)).isEqualTo(1);
        assertThat(store.find("old")).isNull();
        assertThat(store.find("fresh")).isNotNull();
        assertThat(store.find("other")).isNotNull();
        ActionRecord again = record("again", "1").build();
        assertThat(store.findOrCreate(again)).isSameAs(again);
    }

    @Test
    void tenThousandAreHeldAndNoMore() {
        for (int i = 0; i < InMemoryActionStore.CAPACITY; i++) {
            store.findOrCreate(record("id" + i, "order-" + i).build());
        }

        assertThatThrownBy(() -> store.findOrCreate(record("more", "one-more").build()))
                .isInstanceOf(ActionStoreException.class)
                .hasMessageContaining("10000");
        assertThat(store.findOrCreate(record("x", "order-7").build()).id()).isEqualTo("id7");
    }

    @Test
    void anIdIsNotTakenTwice() {
        store.findOrCreate(record("a", "order-1").build());

        assertThatThrownBy(() -> store.findOrCreate(record("a", "order-2").build()))
                .isInstanceOf(ActionStoreException.class);
    }

    @Test
    void memoryDoesNotBlock() {
        assertThat(store.mayBlock()).isFalse();
        assertThat(new FlakyStore().mayBlock()).as("the default").isTrue();
    }

    /** Does something on several threads at the same time. */
    static <T> List<T> race(int threads, IntCall<T> call) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier start = new CyclicBarrier(threads);
            List<Callable<T>> calls = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int number = i;
                calls.add(() -> {
                    start.await();
                    return call.call(number);
                });
            }
            List<T> results = new ArrayList<>();
            for (Future<T> done : pool.invokeAll(calls)) {
                results.add(done.get());
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }

    /** Something that one of several threads does. */
    @FunctionalInterface
    interface IntCall<T> {
        T call(int number) throws Exception;
    }

    @Test
    void aRecordShowsNeitherKeyNorReference() {
        assertThat(record("a", "jane@example.org").build().toString())
                .contains("payment", "a", "OPEN")
                .doesNotContain("key-a", "jane");
    }

    @Test
    void impossibleRecordsAreRefused() {
        Set<String> refused = new TreeSet<>();
        List<ActionRecord.Builder> impossible = List.of(
                record("a", "1").generation(0),
                record("a", "1").version(0),
                record("a", "1").sends(-1),
                record("a", "1").state(ActionState.IN_FLIGHT),
                record("a", "1").state(ActionState.REJECTED));
        for (ActionRecord.Builder builder : impossible) {
            assertThatThrownBy(builder::build)
                    .isInstanceOf(IllegalArgumentException.class)
                    .satisfies(e -> refused.add(e.getMessage()));
        }
        assertThat(refused).hasSize(5);
    }

    @Test
    void aFingerprintCannotBeChangedFromOutside() {
        byte[] bytes = {1, 2, 3};
        ActionRecord record = record("a", "1").fingerprint(bytes).build();
        bytes[0] = 9;
        record.fingerprint()[1] = 9;

        assertThat(record.fingerprint()).containsExactly(1, 2, 3);
    }
}
